import BookingContract
import Postgres
import Values

extension StatementRunner {
    var holds: HoldTable { HoldTable(session: self) }
}

/// The table of holds.
struct HoldTable: Sendable {
    let session: any StatementRunner

    /// Returns the customer's hold, expired or not.
    func find(of customer: Identifier) async throws -> HoldRow? {
        try await session.query(Self.ofCustomer, ["customer_id": customer]).first.map(HoldRow.init)
    }

    /// Returns the unexpired holds whose slots begin within `time`, by start.
    func live(within time: Range<Instant>, now: Instant) async throws -> [HoldRow] {
        try await session.query(
            Self.live,
            [
                "from": time.lowerBound, "to": time.upperBound, "now": now,
            ]
        ).map(HoldRow.init)
    }

    /// Deletes the holds that overlap a closure.
    ///
    /// Their customers may hold other slots at once, since they are not at fault.
    func deleteClosed(_ time: Range<Instant>, on reverse: ReverseID?) async throws {
        try await session.query(
            Self.deleteClosed,
            [
                "from": time.lowerBound, "to": time.upperBound, "reverse_id": reverse,
            ])
    }

    /// Deletes expired holds; returns the number deleted, at most `limit`.
    func sweep(expiredBefore now: Instant, limit: Int) async throws -> Int {
        try await session.query(Self.sweep, ["now": now, "limit": limit]).affectedRows
    }

    static func insert(_ hold: HoldRow) throws -> BoundStatement {
        try BoundStatement(
            insert,
            hold.slots.values + [
                "id": hold.id, "customer_id": hold.customer, "made_at": hold.heldSince, "expires_at": hold.expiresAt,
            ])
    }

    /// Returns the statement that deletes a hold, and the claims that it still owns.
    static func delete(_ hold: HoldRow) throws -> BoundStatement { try BoundStatement(delete, ["id": hold.id]) }

    /// Returns the statement that sets the earliest time of a customer's next hold.
    static func setNextHold(of customer: Identifier, at time: Instant) throws -> BoundStatement {
        try BoundStatement(setNextHold, ["customer_id": customer, "time": time])
    }

    /// Returns the statements that end a hold that became a booking; ``HoldRule/rest`` does not apply to the next hold.
    static func end(_ hold: HoldRow, now: Instant, _ rule: HoldRule) throws -> [BoundStatement] {
        var statements = [try delete(hold)]
        if hold.expiresAt > now {
            statements.append(
                try setNextHold(of: hold.customer, at: rule.nextAfter(holdEndedInTime: hold.heldSince)))
        }
        return statements
    }

    private static let ofCustomer = PreparedStatement(
        "hold", "SELECT \(HoldRow.columns) FROM hold h WHERE h.customer_id = :customer_id")
    private static let live = PreparedStatement(
        "boardHolds",
        """
        SELECT \(HoldRow.columns) FROM hold h
        WHERE h.starts_at >= :from AND h.starts_at < :to AND h.expires_at > :now ORDER BY h.starts_at, h.id
        """)
    private static let insert = PreparedStatement(
        "holdInsert",
        """
        INSERT INTO hold (
            id, customer_id, reverse_id, starts_at, ends_at, sets, price, currency, made_at, expires_at)
        VALUES (
            :id, :customer_id, :reverse_id, :starts_at, :ends_at, :sets, :price, :currency, :made_at, :expires_at)
        """)
    private static let delete = PreparedStatement("holdDelete", "DELETE FROM hold WHERE id = :id")
    private static let setNextHold = PreparedStatement(
        "customerNextHold", "UPDATE customer SET hold_again_at = :time WHERE id = :customer_id")
    private static let deleteClosed = PreparedStatement(
        "holdDeleteWithin",
        """
        WITH ended AS (
            DELETE FROM hold WHERE starts_at < :to AND ends_at > :from
                AND (:reverse_id::text IS NULL OR reverse_id = :reverse_id)
            RETURNING customer_id)
        UPDATE customer SET hold_again_at = 0 WHERE id IN (SELECT customer_id FROM ended)
        """)
    private static let sweep = PreparedStatement(
        "holdSweep",
        """
        DELETE FROM hold WHERE id IN (
            SELECT id FROM hold WHERE expires_at < :now LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
}
