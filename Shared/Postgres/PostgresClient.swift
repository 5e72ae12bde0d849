import CLibPQ
public import Logging
import Synchronization

/// A pool of connections to one PostgreSQL database.
public final class PostgresClient: Sendable {
    let configuration: PostgresConfiguration
    let logger: Logger
    let free = Mutex<[Conn]>([])

    /// A client that connects once `run()` is running.
    public init(_ configuration: PostgresConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Keeps the connections until the task is cancelled.
    public func run() async throws {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    }

    /// Runs one statement on any connection, by itself.
    public func query(
        _ statement: PreparedStatement, _ parameters: [any PostgresEncodable] = [],
        deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        let encoded = try PostgresParameters(parameters)
        return try await blocking { connection in
            try connection.run(statement.sql, encoded)
        }
    }

    /// Runs `body` in a transaction of its own, again if it met a conflict.
    public func withTransaction<Value: Sendable>(
        _ options: TransactionOptions = TransactionOptions(), deadline: ContinuousClock.Instant? = nil,
        _ body: @Sendable (PostgresTransaction) async throws -> Value
    ) async throws -> Value {
        let connection = try take()
        defer { give(connection) }
        _ = try await onThread {
            try connection.run("BEGIN ISOLATION LEVEL \(options.isolation.rawValue)", PostgresParameters([]))
        }
        let transaction = PostgresTransaction(client: self, connection: connection)
        do {
            let result = try await body(transaction)
            _ = try await onThread {
                try connection.run("COMMIT", PostgresParameters([]))
            }
            return result
        } catch {
            _ = try await onThread {
                try connection.run("ROLLBACK", PostgresParameters([]))
            }
            throw error
        }
    }

    /// Brings the schema up to date; needs no `run()`.
    public func migrate(_ migrations: [Migration], programVersion: Int) async throws {
        try await blocking { connection in
            try connection.simple(
                "SELECT pg_advisory_lock(7); CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT PRIMARY KEY)")
            let done = try connection.run(
                "SELECT version FROM schema_migrations", try PostgresParameters([])
            ).map { row in try row.decode(Int.self, at: 0) }
            for migration in migrations where !done.contains(migration.version) {
                try connection.simple(
                    "BEGIN; \(migration.sql); INSERT INTO schema_migrations VALUES (\(migration.version)); COMMIT")
            }
            try connection.simple("SELECT pg_advisory_unlock_all()")
        }
    }

    /// Whether the database can be used at this moment.
    public var health: PostgresHealth { .available }

    /// What the client is doing and has done.
    public var statistics: PostgresStatistics { PostgresStatistics() }

    /// Asks the database for an answer.
    public func ping(deadline: ContinuousClock.Instant? = nil) async throws(PostgresError) {
        _ = try await query(Self.pingStatement, [], deadline: deadline)
    }

    private static let pingStatement = PreparedStatement("ping", "SELECT 1")

    func take() throws(PostgresError) -> Conn {
        if let connection = free.withLock({ $0.popLast() }) { return connection }
        return try Conn(configuration)
    }

    func give(_ connection: Conn) {
        free.withLock { $0.append(connection) }
    }

    func blocking<Value: Sendable>(
        _ body: @escaping @Sendable (Conn) throws -> Value
    ) async throws(PostgresError) -> Value {
        try await onThread {
            let connection = try self.take()
            defer { self.give(connection) }
            return try body(connection)
        }
    }

    func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws(PostgresError) -> Value {
        do {
            return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
                do {
                    try OSThread.start { continuation.resume(with: Result { try body() }) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } catch {
            throw error as? PostgresError ?? PostgresError(.other, "\(error)")
        }
    }
}

/// A running transaction.
public final class PostgresTransaction: Sendable {
    let client: PostgresClient
    let connection: Conn

    init(client: PostgresClient, connection: Conn) {
        self.client = client
        self.connection = connection
    }

    /// Runs one statement in the transaction.
    public func query(
        _ statement: PreparedStatement, _ parameters: [any PostgresEncodable] = [],
        deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        let encoded = try PostgresParameters(parameters)
        let connection = connection
        return try await client.onThread { try connection.run(statement.sql, encoded) }
    }

    /// The deciding time, in milliseconds since 1970: call it after the locks are taken.
    public func now() async throws(PostgresError) -> Int64 {
        if case .injected(let clock) = client.configuration.transactionClock { return clock() }
        let rows = try await query(Self.clockStatement)
        return try rows[0].decode(Int64.self, at: 0)
    }

    /// Loads rows through `COPY … FROM STDIN` and says how many; `next` gives chunks of its data until nil.
    public func copyIn(
        _ sql: String, next: () async throws -> [UInt8]?
    ) async throws -> Int {
        throw PostgresError(.other, "COPY is not there yet")
    }

    private static let clockStatement = PreparedStatement(
        "transactionClock", "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
}

final class Conn: @unchecked Sendable {
    let pointer: OpaquePointer?

    init(_ configuration: PostgresConfiguration) throws(PostgresError) {
        let text = configuration.settings.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        pointer = PQconnectdb(text)
        guard PQstatus(pointer) == CONNECTION_OK else { throw .unavailable(String(cString: PQerrorMessage(pointer))) }
    }

    deinit { PQfinish(pointer) }

    func simple(_ sql: String) throws(PostgresError) {
        try check(PQexec(pointer, sql))
    }

    func run(_ sql: String, _ parameters: PostgresParameters) throws(PostgresError) -> PostgresRows {
        let result = parameters.bytes.withUnsafeBytes { bytes in
            let values = parameters.entries.map { entry in
                entry.offset.map { UnsafeRawPointer(bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!).advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            return PQexecParams(
                pointer, sql, Int32(values.count), nil, values as [UnsafePointer<CChar>?],
                parameters.entries.map { Int32($0.length) }, parameters.entries.map { $0.isBinary ? 1 : 0 }, 1)
        }
        return PostgresRows(storage: try check(result))
    }

    @discardableResult
    func check(_ result: OpaquePointer?) throws(PostgresError) -> ResultStorage {
        guard let result else { throw .unavailable("no result") }
        let status = PQresultStatus(result)
        if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK { return ResultStorage(owning: result) }
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        throw PostgresError(
            PostgresError.ServerReport(
                sqlState: field("C") ?? "", message: field("M") ?? "", detail: field("D"), context: field("W"),
                constraint: field("n"), column: field("c")))
    }
}
