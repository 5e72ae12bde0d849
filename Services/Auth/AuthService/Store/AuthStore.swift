import Postgres
import Values

/// What `auth` keeps in PostgreSQL.
struct AuthStore: Sendable {
    let client: PostgresClient

    /// The version of the program, as migrations count it.
    static let programVersion = 1

    /// Runs `body` in a transaction, again if it met a conflict.
    func inTransaction<Value: Sendable>(
        until deadline: ContinuousClock.Instant? = nil,
        _ body: @Sendable (AuthTransaction) async throws -> Value
    ) async throws -> Value {
        try await client.withTransaction(deadline: deadline) { transaction in
            try await body(AuthTransaction(transaction))
        }
    }
}

/// A running transaction: everything that can be read or written, by topic.
struct AuthTransaction: Sendable {
    let transaction: PostgresTransaction

    init(_ transaction: PostgresTransaction) { self.transaction = transaction }

    /// The deciding time; asked after the locks are taken.
    func now() async throws -> Instant { Instant(milliseconds: try await transaction.now()) }

    func query(_ statement: PreparedStatement, _ parameters: [any PostgresEncodable]) async throws -> PostgresRows {
        try await transaction.query(statement, parameters)
    }

    /// Waits until no other transaction holds the lock of that name, and holds it to the end.
    func lock(_ name: String) async throws { _ = try await query(Self.lockStatement, [name]) }

    private static let lockStatement = PreparedStatement(
        "authLock", "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
}

extension PostgresRow {
    func identifier(at column: Int) throws(PostgresError) -> Identifier {
        Identifier(unchecked: try decode(String.self, at: column))
    }

    func instant(at column: Int) throws(PostgresError) -> Instant {
        Instant(milliseconds: try decode(Int64.self, at: column))
    }

    func optionalInstant(at column: Int) throws(PostgresError) -> Instant? {
        try decode(Int64?.self, at: column).map(Instant.init(milliseconds:))
    }
}
