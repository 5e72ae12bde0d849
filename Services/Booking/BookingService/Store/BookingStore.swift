import Database
import Postgres
import Values

/// The database of `booking`.
struct BookingStore: Sendable {
    let client: PostgresClient
    /// Announces committed changes to all replicas; `nil` in a process without clients.
    var changes: ChangePublisher<BookingChange>?

    /// Runs `body` in a transaction, and repeats it after a conflict with another one.
    func inTransaction<Value: Sendable>(
        until deadline: ContinuousClock.Instant? = nil, _ body: @Sendable (BookingTransaction) async throws -> Value
    ) async throws -> Value {
        do {
            return try await client.withTransaction(deadline: deadline) { transaction in
                try await body(BookingTransaction(transaction: transaction))
            }
        } catch let error as PostgresError where error.mayHaveTakenEffect {
            changes?.announce(.everything)
            throw error
        }
    }

    /// Returns a session that runs each statement by itself.
    ///
    /// The tables extend `StatementRunner`, so that a session and a transaction both have them:
    /// `session.bookings.get(id)`.
    func session(until deadline: ContinuousClock.Instant? = nil) -> SingleStatements {
        client.singleStatements(until: deadline)
    }
}
