import BookingContract
import Postgres
import Values

extension StatementRunner {
    var closures: ClosureTable { ClosureTable(session: self) }
}

/// The table of closures.
struct ClosureTable: Sendable {
    let session: any StatementRunner

    func get(_ id: Identifier) async throws -> ClosureRow? {
        try await session.query(Self.get, ["id": id]).first.map(ClosureRow.init)
    }

    /// Locks a closure, so that it cannot be reopened meanwhile.
    func lock(_ id: Identifier) async throws -> ClosureRow? {
        try await session.query(Self.lock, ["id": id]).first.map(ClosureRow.init)
    }

    func insert(
        _ id: Identifier, _ params: Booking.Close.Params, by actor: Identifier, now: Instant
    ) async throws {
        try await session.query(
            Self.insert,
            [
                "id": id, "reverse_id": params.reverseId, "from": params.from, "to": params.to, "reason": params.reason,
                "now": now, "actor": actor,
            ])
    }

    func reopen(_ id: Identifier, now: Instant) async throws {
        try await session.query(Self.reopen, ["id": id, "now": now])
    }

    /// Adds to the number of bookings that a closure cancelled.
    func addCancelled(_ count: Int, to closure: Identifier) async throws {
        try await session.query(Self.addCancelled, ["id": closure, "count": count])
    }

    /// Marks a closure done, unless it still overlaps a booking.
    func finish(_ id: Identifier, now: Instant) async throws {
        try await session.query(Self.finish, ["id": id, "now": now])
    }

    /// Returns the closures in force that overlap a period.
    func touching(_ time: Range<Instant>) async throws -> [ClosureRow] {
        try await session.query(
            Self.touching, ["from": time.lowerBound, "to": time.upperBound]
        ).map(ClosureRow.init)
    }

    /// Returns the times of a period that were or will be closed, each until its closure ends or was ended.
    func closings(within time: Range<Instant>) async throws -> [Occupancy.Closing] {
        try await session.query(Self.closings, ["from": time.lowerBound, "to": time.upperBound]).map { row in
            Occupancy.Closing(
                reverse: try row.read("reverse_id"), time: try row.read("starts_at")..<row.read("ends_at"),
                reason: try row.read("reason"))
        }
    }

    /// Returns the closures whose bookings are not all cancelled, the oldest first.
    func unfinished(limit: Int) async throws -> [Identifier] {
        try await session.query(Self.unfinished, ["limit": limit]).map { try $0.read("id") }
    }

    /// Returns customers with bookings that overlap a closure.
    func customers(within closure: Identifier, limit: Int) async throws -> [Identifier] {
        try await session.query(Self.customers, ["id": closure, "limit": limit]).map {
            try $0.read("customer_id")
        }
    }
}

extension ClosureRow {
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        reverse = try row.read("reverse_id")
        time = try row.read("starts_at")..<row.read("ends_at")
        reason = try row.read("reason")
        madeAt = try row.read("made_at")
        reopenedAt = try row.read("reopened_at")
        cancelled = try row.read("cancelled")
        remaining = try row.read("remaining")
    }
}

extension ClosureTable {
    /// The condition that a closure `c` affects a booking `b`.
    ///
    /// No booking lasts a day (the longest has 8 sets of 2 hours), so the index bounds the rows on both sides.
    private static let isWithin = """
        b.state = 'booked' AND b.starts_at < c.ends_at AND b.starts_at > c.starts_at - 86400000 \
        AND b.ends_at > c.starts_at \
        AND (c.reverse_id IS NULL OR c.reverse_id = b.reverse_id)
        """
    /// The columns of a ``ClosureRow``.
    private static let columns = """
        c.id, c.reverse_id, c.starts_at, c.ends_at, c.reason, c.made_at, c.reopened_at, c.cancelled, \
        CASE WHEN c.done_at IS NULL AND c.reopened_at IS NULL \
        THEN (SELECT count(*) FROM booking b WHERE \(isWithin)) ELSE 0 END AS remaining
        """
    private static let selected = "SELECT \(columns) FROM closure c"

    private static let get = PreparedStatement("closureGet", "\(selected) WHERE c.id = :id")
    private static let lock = PreparedStatement("closureLock", "\(selected) WHERE c.id = :id FOR UPDATE OF c")
    private static let insert = PreparedStatement(
        "closureInsert",
        """
        INSERT INTO closure (id, reverse_id, starts_at, ends_at, reason, made_at, made_by)
        VALUES (:id, :reverse_id, :from, :to, :reason, :now, :actor)
        """)
    private static let reopen = PreparedStatement(
        "closureReopen", "UPDATE closure SET reopened_at = coalesce(reopened_at, :now) WHERE id = :id")
    private static let addCancelled = PreparedStatement(
        "closureCount", "UPDATE closure SET cancelled = cancelled + :count WHERE id = :id")
    private static let finish = PreparedStatement(
        "closureFinish",
        """
        UPDATE closure c SET done_at = :now
        WHERE id = :id AND done_at IS NULL AND NOT EXISTS (SELECT FROM booking b WHERE \(isWithin))
        """)
    private static let touching = PreparedStatement(
        "closureWithin",
        """
        \(selected) WHERE c.starts_at < :to AND c.ends_at > :from AND c.reopened_at IS NULL
        ORDER BY c.starts_at, c.id LIMIT 200
        """)
    private static let closings = PreparedStatement(
        "closureTimes",
        """
        SELECT reverse_id, starts_at, least(ends_at, reopened_at) AS ends_at, reason FROM closure
        WHERE starts_at < :to AND least(ends_at, reopened_at) > :from AND starts_at < least(ends_at, reopened_at)
        """)
    private static let unfinished = PreparedStatement(
        "closureUnfinished",
        "SELECT id FROM closure WHERE done_at IS NULL AND reopened_at IS NULL ORDER BY made_at LIMIT :limit")
    /// Materialized, since PostgreSQL would otherwise scan all bookings in the order of customers.
    private static let customers = PreparedStatement(
        "closureCustomers",
        """
        WITH affected AS MATERIALIZED (
            SELECT b.customer_id FROM closure c JOIN booking b ON \(isWithin)
            WHERE c.id = :id AND c.reopened_at IS NULL)
        SELECT DISTINCT customer_id FROM affected ORDER BY 1 LIMIT :limit
        """)
}
