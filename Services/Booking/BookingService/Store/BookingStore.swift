import Notify
import Postgres
import Values

/// The database of `booking`.
struct BookingStore: Sendable {
    let client: PostgresClient

    /// This program's version, compared with the oldest program that a schema admits.
    static let programVersion = 1

    /// Runs `body` in a transaction, and repeats it after a conflict with another one.
    func inTransaction<Value: Sendable>(
        until deadline: ContinuousClock.Instant? = nil, _ body: @Sendable (BookingTransaction) async throws -> Value
    ) async throws -> Value {
        try await client.withTransaction(deadline: deadline) { transaction in
            try await body(BookingTransaction(transaction: transaction))
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

/// The migrations, in order.
enum BookingMigrations {
    static let all: [Migration] = [
        Migration(
            version: 1, name: "booking", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0001_booking_sql, as: UTF8.self)),
        Outbox.migration(version: 2, oldestProgram: 1),
        Migration(
            version: 3, name: "claims", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0003_claims_sql, as: UTF8.self)),
        Migration(
            version: 4, name: "refunds", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0004_refunds_sql, as: UTF8.self)),
        Migration(
            version: 5, name: "debts", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0005_debts_sql, as: UTF8.self)),
    ]
}
