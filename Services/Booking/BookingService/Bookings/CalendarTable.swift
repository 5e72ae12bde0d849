import Postgres
import Values

extension StatementRunner {
    var calendars: CalendarTable { CalendarTable(session: self) }
}

/// The calendar feeds of customers.
struct CalendarTable: Sendable {
    let session: any StatementRunner

    /// Returns the time at which a customer's feed was created; `nil` without a feed.
    func madeAt(of customer: Identifier) async throws -> Instant? {
        try await session.query(Self.get, ["customer_id": customer]).first.map { try $0.read("made_at") }
    }

    /// Creates a customer's feed, or replaces its address.
    func save(_ digest: [UInt8], _ language: Language, of customer: Identifier, now: Instant) async throws {
        try await session.query(
            Self.save, ["customer_id": customer, "language": language.rawValue, "digest": digest, "now": now])
    }

    func remove(of customer: Identifier) async throws {
        try await session.query(Self.remove, ["customer_id": customer])
    }

    /// Finds the feed of an address, by the digest of its secret.
    ///
    /// Feeds of erased customers do not count: a program from before this table leaves them behind.
    func find(_ digest: [UInt8]) async throws -> (customer: Identifier, language: Language)? {
        try await session.query(Self.find, ["digest": digest]).first.map { row in
            (try row.read("customer_id"), Language(rawValue: try row.read("language")) ?? .english)
        }
    }

    private static let get = PreparedStatement(
        "calendar", "SELECT made_at FROM calendar WHERE customer_id = :customer_id")
    private static let save = PreparedStatement(
        "calendarSave",
        """
        INSERT INTO calendar (customer_id, language, digest, made_at)
        VALUES (:customer_id, :language, :digest::bytea, :now)
        ON CONFLICT (customer_id) DO UPDATE SET language = excluded.language, digest = excluded.digest,
            made_at = excluded.made_at
        """)
    private static let remove = PreparedStatement(
        "calendarRemove", "DELETE FROM calendar WHERE customer_id = :customer_id")
    private static let find = PreparedStatement(
        "calendarOfSecret",
        """
        SELECT calendar.customer_id, calendar.language FROM calendar JOIN customer ON customer.id = customer_id
        WHERE digest = :digest::bytea AND account_id IS NOT NULL
        """)
}
