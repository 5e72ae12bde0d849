import Notify
import Postgres
import Values

/// What `booking` keeps in PostgreSQL.
struct BookingStore: Sendable {
    let client: PostgresClient

    /// The version of the program, as migrations count it.
    static let programVersion = 1

    /// Runs `body` in a transaction, again if it met a conflict of transactions.
    func inTransaction<Value: Sendable>(
        until deadline: ContinuousClock.Instant? = nil, _ body: @Sendable (BookingTransaction) async throws -> Value
    ) async throws -> Value {
        try await client.withTransaction(deadline: deadline) { transaction in
            try await body(BookingTransaction(transaction))
        }
    }

    /// Runs one statement by itself.
    func query(
        _ statement: PreparedStatement, _ parameters: [any PostgresEncodable],
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> PostgresRows {
        try await client.query(statement, parameters, deadline: deadline)
    }
}

/// A running transaction: everything that can be read or written, by topic.
///
/// Locks are taken in one order: the park, the customer, claims, the ledger, days.
struct BookingTransaction: Sendable {
    let transaction: PostgresTransaction

    init(_ transaction: PostgresTransaction) { self.transaction = transaction }

    /// The deciding time; asked after the locks are taken.
    func now() async throws -> Instant { Instant(milliseconds: try await transaction.now()) }

    @discardableResult
    func query(_ statement: PreparedStatement, _ parameters: [any PostgresEncodable]) async throws -> PostgresRows {
        try await transaction.query(statement, parameters)
    }

    /// Waits until nobody books, and keeps everybody from booking until the transaction ends.
    func lockPark() async throws { try await query(Self.lockExclusive, []) }

    /// Keeps closures and changes of the configuration away until the transaction ends.
    static let lockShared = PreparedStatement(
        "bookingLockShared", "SELECT pg_advisory_xact_lock_shared(hashtextextended('booking/park', 0))")
    private static let lockExclusive = PreparedStatement(
        "bookingLock", "SELECT pg_advisory_xact_lock(hashtextextended('booking/park', 0))")
}

/// The steps of the schema, in order.
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

extension PostgresRow {
    func identifier(at column: Int) throws(PostgresError) -> Identifier {
        Identifier(unchecked: try decode(String.self, at: column))
    }

    func optionalIdentifier(at column: Int) throws(PostgresError) -> Identifier? {
        try decode(String?.self, at: column).map(Identifier.init(unchecked:))
    }

    func instant(at column: Int) throws(PostgresError) -> Instant {
        Instant(milliseconds: try decode(Int64.self, at: column))
    }

    func optionalInstant(at column: Int) throws(PostgresError) -> Instant? {
        try decode(Int64?.self, at: column).map(Instant.init(milliseconds:))
    }

    /// A word of ours: a column with a `CHECK` holds no other.
    func word<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self, at column: Int) throws(PostgresError)
        -> Word
    {
        let text = try decode(String.self, at: column)
        guard let word = Word(rawValue: text) else {
            throw PostgresError(.typeMismatch, "“\(text)” is no \(Word.self)")
        }
        return word
    }
}
