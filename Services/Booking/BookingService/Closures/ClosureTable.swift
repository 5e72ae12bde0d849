import BookingContract
import Postgres
import Values

/// A time when the park, or one reverse, is closed.
struct ClosureRow: Sendable {
    var id: Identifier
    /// All reverses if absent.
    var reverse: ReverseID?
    var time: Range<Instant>
    var reason: NoteText
    var madeAt: Instant
    var reopenedAt: Instant?
    /// When the last booking within was cancelled.
    var doneAt: Instant?
    var cancelled: Int
    var remaining: Int

    var view: Booking.Closure {
        Booking.Closure(
            id: id, reverseId: reverse, from: time.lowerBound, to: time.upperBound, reason: reason, madeAt: madeAt,
            reopenedAt: reopenedAt, cancelled: cancelled, remaining: remaining)
    }
}

extension BookingTransaction {
    func insertClosure(
        _ id: Identifier, _ params: Booking.Close.Params, by actor: Identifier, now: Instant
    ) async throws {
        try await query(
            ClosureStatements.insert,
            [
                id.text, params.reverseId?.text, params.from.milliseconds, params.to.milliseconds, params.reason.text,
                now.milliseconds, actor.text,
            ])
    }

    /// The closure, kept from being reopened until the transaction ends.
    func lockClosure(_ id: Identifier) async throws -> ClosureRow? {
        try await query(ClosureStatements.lock, [id.text]).first.map(ClosureRow.init)
    }

    func reopen(_ id: Identifier, now: Instant) async throws {
        try await query(ClosureStatements.reopen, [id.text, now.milliseconds])
    }

    func countCancelled(_ count: Int, by closure: Identifier) async throws {
        try await query(ClosureStatements.countCancelled, [closure.text, count])
    }

    /// Says that nothing is left to be cancelled, if so.
    func finishClosure(_ id: Identifier, now: Instant) async throws {
        try await query(ClosureStatements.finish, [id.text, now.milliseconds])
    }
}

extension BookingStore {
    func closure(_ id: Identifier, deadline: ContinuousClock.Instant?) async throws -> ClosureRow? {
        try await query(ClosureStatements.get, [id.text], deadline: deadline).first.map(ClosureRow.init)
    }

    /// The closures that touch a time.
    func closures(
        within time: Range<Instant>, deadline: ContinuousClock.Instant?
    ) async throws -> [ClosureRow] {
        try await query(
            ClosureStatements.within, [time.lowerBound.milliseconds, time.upperBound.milliseconds], deadline: deadline
        ).map(ClosureRow.init)
    }

    /// Closures whose bookings are not all cancelled yet, the oldest first.
    func undoneClosures(limit: Int) async throws -> [Identifier] {
        try await query(ClosureStatements.undone, [limit]).map { (row) throws(PostgresError) in
            try row.identifier(at: 0)
        }
    }

    /// Customers with bookings that a closure hits.
    func customersHit(by closure: Identifier, limit: Int) async throws -> [Identifier] {
        try await query(ClosureStatements.customersHit, [closure.text, limit]).map { (row) throws(PostgresError) in
            try row.identifier(at: 0)
        }
    }
}

extension ClosureRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.identifier(at: 0)
        reverse = try row.decode(String?.self, at: 1).map(ReverseID.init(unchecked:))
        let (from, to) = (try row.instant(at: 2), try row.instant(at: 3))
        time = from..<to
        reason = NoteText(unchecked: try row.decode(String.self, at: 4))
        madeAt = try row.instant(at: 5)
        reopenedAt = try row.optionalInstant(at: 6)
        doneAt = try row.optionalInstant(at: 7)
        cancelled = try row.decode(Int.self, at: 8)
        remaining = try row.decode(Int.self, at: 9)
    }
}

enum ClosureStatements {
    /// No booking is as long as a day, 8 sets of 2 hours being the most: so the index bounds what is read on both sides.
    private static let hit = """
        b.state = 'booked' AND b.starts_at < c.ends_at AND b.starts_at > c.starts_at - 86400000 \
        AND b.ends_at > c.starts_at \
        AND (c.reverse_id IS NULL OR c.reverse_id = b.reverse_id)
        """
    private static let columns = """
        c.id, c.reverse_id, c.starts_at, c.ends_at, c.reason, c.made_at, c.reopened_at, c.done_at, c.cancelled, \
        CASE WHEN c.done_at IS NULL AND c.reopened_at IS NULL \
        THEN (SELECT count(*) FROM booking b WHERE \(hit)) ELSE 0 END
        """

    static let insert = PreparedStatement(
        "closureInsert",
        """
        INSERT INTO closure (id, reverse_id, starts_at, ends_at, reason, made_at, made_by)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """)
    static let get = PreparedStatement("closureGet", "SELECT \(columns) FROM closure c WHERE c.id = $1")
    static let lock = PreparedStatement(
        "closureLock", "SELECT \(columns) FROM closure c WHERE c.id = $1 FOR UPDATE OF c")
    static let reopen = PreparedStatement(
        "closureReopen", "UPDATE closure SET reopened_at = coalesce(reopened_at, $2) WHERE id = $1")
    static let countCancelled = PreparedStatement(
        "closureCount", "UPDATE closure SET cancelled = cancelled + $2 WHERE id = $1")
    static let finish = PreparedStatement(
        "closureFinish",
        """
        UPDATE closure c SET done_at = $2
        WHERE id = $1 AND done_at IS NULL AND NOT EXISTS (SELECT FROM booking b WHERE \(hit))
        """)
    static let within = PreparedStatement(
        "closureWithin",
        """
        SELECT \(columns) FROM closure c WHERE c.starts_at < $2 AND c.ends_at > $1 AND c.reopened_at IS NULL
        ORDER BY c.starts_at, c.id LIMIT 200
        """)
    static let undone = PreparedStatement(
        "closureUndone",
        "SELECT id FROM closure WHERE done_at IS NULL AND reopened_at IS NULL ORDER BY made_at LIMIT $1")
    /// Materialized, as otherwise all bookings are looked through in the order of customers.
    static let customersHit = PreparedStatement(
        "closureCustomersHit",
        """
        WITH hit AS MATERIALIZED (
            SELECT b.customer_id FROM closure c JOIN booking b ON \(hit) WHERE c.id = $1 AND c.reopened_at IS NULL)
        SELECT DISTINCT customer_id FROM hit ORDER BY 1 LIMIT $2
        """)
}
