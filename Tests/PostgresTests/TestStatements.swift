import Logging
import Synchronization
import TestSupport

@testable import Postgres

extension PostgresClient {
    /// Runs SQL that no other test shares, with values for `$1`, `$2`, ….
    @discardableResult
    func run(
        _ sql: String, _ parameters: [any PostgresEncodable] = [], deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        let statement = BoundStatement(PreparedStatement("test", sql), try PostgresParameters(parameters))
        return try await run(statement, deadline: deadline)
    }

    /// Runs a trivial query.
    func ping() async throws(PostgresError) { try await run("SELECT 1") }

    /// Returns the value in the first row and column.
    func value<Value: PostgresDecodable>(
        _ type: Value.Type = Value.self, _ sql: String, _ parameters: [any PostgresEncodable] = []
    ) async throws -> Value {
        let rows = try await run(sql, parameters)
        guard let row = rows.first else { throw MissingRow() }
        return try row.decode(type, at: 0)
    }

    /// The number of sessions of this database that wait for an advisory lock.
    var sessionsWaitingForALock: Int {
        get async throws {
            try await value(
                Int.self,
                """
                SELECT count(*) FROM pg_locks
                WHERE locktype = 'advisory' AND NOT granted
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """)
        }
    }
}

extension PostgresTransaction {
    /// Runs SQL that no other test shares, with values for `$1`, `$2`, ….
    @discardableResult
    func run(
        _ sql: String, _ parameters: [any PostgresEncodable] = [], deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        let statement = BoundStatement(PreparedStatement("test", sql), try PostgresParameters(parameters))
        return try await run(statement, deadline: deadline)
    }
}

extension PostgresRow {
    /// Decodes the value of a column, counted from 0.
    func decode<Value: PostgresDecodable>(
        _ type: Value.Type = Value.self, at column: Int
    ) throws(PostgresError) -> Value {
        try Value(from: storage.cell(row: index, column: column))
    }
}

struct MissingRow: Error {}
struct ConditionTimeout: Error {}
struct TestFailure: Error, Equatable {}

/// A counter of events in any task.
final class TestCounter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func increment() -> Int { count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
}

/// Waits until `condition` holds, for at most a minute.
func eventually(_ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        guard ContinuousClock.now < end else { throw ConditionTimeout() }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Returns the error that `body` throws, if it is a `PostgresError`.
func postgresError(_ body: () async throws -> some Any) async -> PostgresError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? PostgresError
    }
}

/// Runs `body` with a client of one connection, and with a second client that watches the same database.
func withSingleConnection<Result: Sendable>(
    configure: @Sendable (inout PostgresConfiguration) -> Void = { _ in },
    _ body: @Sendable (PostgresClient, PostgresClient) async throws -> Result
) async throws -> Result {
    try await PostgresCluster.withDatabase { configuration in
        var single = configuration
        single.poolSize = 1
        configure(&single)
        let configured = single
        return try await PostgresCluster.withRunningClient(configuration) { watcher in
            try await PostgresCluster.withRunningClient(configured) { client in try await body(client, watcher) }
        }
    }
}

/// Runs `body` while the client's only connection waits for a lock that `watcher` holds, then waits for the connection.
func whileBusy<Result: Sendable>(
    _ client: PostgresClient, _ watcher: PostgresClient, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let (result, waiting) = try await watcher.withTransaction { transaction in
        try await transaction.run("SELECT pg_advisory_xact_lock(1)")
        let waiting = Task { try await client.run("SELECT pg_advisory_xact_lock(1)") }
        try await eventually { try await watcher.sessionsWaitingForALock == 1 }
        return (try await body(), waiting)
    }
    _ = try await waiting.value
    return result
}

extension Logger {
    /// A logger without output.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
