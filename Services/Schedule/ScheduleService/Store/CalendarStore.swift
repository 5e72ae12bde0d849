import Calendars
import Contract
import Database
import Postgres
import ScheduleContract
import Values

/// A stored calendar feed.
struct CalendarRow: Sendable, Equatable {
    var id: Identifier
    var subject: Subject
    var subgroup: Subgroup?
    /// The language of its texts.
    var language: Language
    var madeAt: Instant
}

/// The calendar feeds of accounts, in PostgreSQL.
///
/// A secret has 256 random bits, so its unsalted SHA-256 reveals nothing about it.
struct CalendarStore: Sendable {
    /// An error for an account that has the maximum number of feeds.
    struct LimitReached: Error {}

    /// The maximum number of feeds of an account.
    static let limit = 20

    let client: PostgresClient
    /// Announces committed changes to all replicas.
    let changes: ChangePublisher<ScheduleChange>
    /// Creates an id that sorts by time.
    let makeID: @Sendable (Instant) -> Identifier
    /// Creates a random secret.
    var makeSecret: @Sendable () -> CalendarSecret = CalendarSecret.random

    /// Lists an account's feeds in the order in which they were created.
    func all(of account: Identifier, deadline: ContinuousClock.Instant) async throws -> [CalendarRow] {
        try await client.query(Self.list, ["account": account], deadline: deadline).map(CalendarRow.init)
    }

    /// Creates a feed; its secret is returned once and cannot be read again.
    ///
    /// - Throws: ``LimitReached``.
    func add(
        _ subject: Subject, subgroup: Subgroup?, language: Language, of account: Identifier,
        deadline: ContinuousClock.Instant
    ) async throws -> (row: CalendarRow, secret: CalendarSecret) {
        let (kind, name) = subject.words
        let secret = makeSecret()
        let row = try await changes.announcing(.calendars(account: account)) {
            try await client.withTransaction(deadline: deadline) { transaction in
                // Serializes additions of an account, whose count spans several rows.
                _ = try await transaction.query(Self.lock, ["account": account])
                let now = Instant(milliseconds: try await transaction.now())
                let rows = try await transaction.query(
                    Self.insert,
                    [
                        "id": makeID(now), "account": account, "kind": kind, "subject": name,
                        "subgroup": subgroup?.value, "language": language.rawValue, "digest": secret.digest,
                        "now": now, "limit": Self.limit,
                    ])
                guard let row = rows.first else { throw LimitReached() }
                return try CalendarRow(row)
            }
        }
        return (row, secret)
    }

    /// Finds the feed of a secret.
    func calendar(of secret: CalendarSecret, deadline: ContinuousClock.Instant) async throws -> CalendarRow? {
        try await client.query(Self.find, ["digest": secret.digest], deadline: deadline).first.map(CalendarRow.init)
    }

    /// Removes a feed of an account, if it exists.
    func remove(_ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        try await changes.announcing(.calendars(account: account)) {
            _ = try await client.query(Self.delete, ["id": id, "account": account], deadline: deadline)
        }
    }

    /// Removes all feeds of an account.
    func removeAll(of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        try await changes.announcing(.calendars(account: account)) {
            _ = try await client.query(Self.deleteAll, ["account": account], deadline: deadline)
        }
    }

    private static let columns = "id, kind, subject, subgroup, language, made_at"

    private static let list = PreparedStatement(
        "calendars", "SELECT \(columns) FROM calendar WHERE account_id = :account::uuid ORDER BY made_at, id")
    private static let lock = PreparedStatement(
        "calendarsLock", "SELECT pg_advisory_xact_lock(hashtextextended('schedule/calendars/' || :account::text, 0))")
    /// Returns no row if the account has the maximum number of feeds.
    private static let insert = PreparedStatement(
        "calendarAdd",
        """
        INSERT INTO calendar (id, account_id, kind, subject, subgroup, language, digest, made_at)
        SELECT :id::uuid, :account::uuid, :kind, :subject, :subgroup::smallint, :language, :digest::bytea, :now::bigint
        WHERE (SELECT count(*) FROM calendar WHERE account_id = :account::uuid) < :limit::bigint
        RETURNING \(columns)
        """)
    private static let find = PreparedStatement(
        "calendarOfSecret", "SELECT \(columns) FROM calendar WHERE digest = :digest::bytea")
    private static let delete = PreparedStatement(
        "calendarRemove", "DELETE FROM calendar WHERE id = :id::uuid AND account_id = :account::uuid")
    private static let deleteAll = PreparedStatement(
        "calendarsRemove", "DELETE FROM calendar WHERE account_id = :account::uuid")
}

extension CalendarRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        subject = Subject(kind: try row.read("kind"), name: try row.read("subject"))
        subgroup = try row.read("subgroup", as: Int?.self).flatMap { Subgroup($0) }
        language = Language(rawValue: try row.read("language")) ?? .english
        madeAt = try row.read("made_at")
    }
}
