import Postgres
import Values

/// A session whose statements take effect together.
protocol TransactionSession: StatementRunner {
    /// Runs statements in one round trip, with the `COMMIT` if `committing`.
    func query(together statements: [BoundStatement], committing: Bool) async throws -> [PostgresRows]
}

/// A running transaction.
///
/// Locks are always taken in this order: the park, the customer, claims, the ledger, days.
struct BookingTransaction: TransactionSession {
    let transaction: PostgresTransaction

    @discardableResult
    func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters
    ) async throws(PostgresError) -> PostgresRows {
        try await transaction.query(statement, parameters)
    }

    func query(together statements: [BoundStatement], committing: Bool) async throws -> [PostgresRows] {
        try await transaction.query(together: statements, committing: committing)
    }

    /// Returns the time on which decisions are based; to be read after the locks are taken.
    func now() async throws -> Instant { Instant(milliseconds: try await transaction.now()) }

    /// Waits for all bookings under way, and blocks new ones until the transaction ends.
    func lockPark() async throws { try await query(Self.lockExclusive, [:]) }

    /// Returns the statement that blocks closures and changes of the configuration until the transaction ends.
    static func sharedParkLock() throws -> BoundStatement { try BoundStatement(lockShared) }

    private static let lockShared = PreparedStatement(
        "bookingLockShared", "SELECT pg_advisory_xact_lock_shared(hashtextextended('booking/park', 0))")
    private static let lockExclusive = PreparedStatement(
        "bookingLock", "SELECT pg_advisory_xact_lock(hashtextextended('booking/park', 0))")
}
