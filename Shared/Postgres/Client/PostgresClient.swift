public import Logging

/// A pool of connections to one PostgreSQL database.
///
/// Each connection has a thread, which sends waiting statements in one go and hands the answers to the tasks.
/// Calls wait in one bounded queue, first in, first out. While the server is away, calls fail as `unavailable` at once;
/// the client reconnects by itself.
///
///     let client = PostgresClient(configuration, logger: logger)
///     async let running: Void = client.run()
///     let rows = try await client.query(findAccount, ["email": email])
public final class PostgresClient: Sendable {
    /// The settings of the client.
    public let configuration: PostgresConfiguration
    let logger: Logger
    let pool: Pool
    let random: @Sendable () -> Double

    /// Creates a client, which connects once `run()` is running.
    public convenience init(_ configuration: PostgresConfiguration, logger: Logger) {
        self.init(configuration, logger: logger) { Double.random(in: 0..<1) }
    }

    /// Creates a client whose pauses between attempts depend on `random`, which returns numbers in 0..<1.
    init(_ configuration: PostgresConfiguration, logger: Logger, random: @escaping @Sendable () -> Double) {
        self.configuration = configuration
        self.logger = logger
        self.random = random
        pool = Pool(configuration, logger: logger, random: random)
    }

    /// Keeps the connections until the task is cancelled; calls made before `run()` starts wait for it.
    ///
    /// On cancellation, waiting calls fail and running ones have `shutdownGrace` to finish. It can run once.
    ///
    /// - Throws: `incompatibleDatabase` if the database is not UTF-8.
    public func run() async throws {
        try configuration.validate()
        try await pool.run()
    }

    /// Runs one statement on any connection, possibly in one go with other tasks' statements.
    ///
    /// - Parameters:
    ///   - statement: the statement.
    ///   - parameters: the values of the statement's parameters.
    ///   - deadline: the latest time for the answer, including the time in the queue; without one, the pool's
    ///     `acquireTimeout` and `statementTimeout` apply.
    /// - Throws: the server's error; `unavailable`, `poolExhausted`, `deadlineExceeded`, `cancelled` (their
    ///   `mayHaveTakenEffect` says whether the statement may have run nevertheless); `invalidParameter`.
    public func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters = [:], deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        try await run(BoundStatement(statement, parameters), deadline: deadline)
    }

    /// Runs a statement with its values, as ``query(_:_:deadline:)`` does.
    func run(
        _ statement: BoundStatement, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> PostgresRows {
        let call = Call(.prepared([statement], commits: false), deadline: deadline, takesEffectAtOnce: true)
        let outcome = await call.perform {
            pool.submit(.call(call), deadline: deadline)
        } cancelled: { [pool] in
            pool.withdraw(.call(call))
        }
        return try PostgresRows(outcome)
    }

    /// The database's availability as last observed.
    public var health: PostgresHealth { pool.health }

    /// The client's gauges and counters.
    public var statistics: PostgresStatistics { pool.statistics }
}

extension PostgresRows {
    init(_ outcome: Outcome) throws(PostgresError) {
        guard let storage = try outcome.get().last else {
            throw PostgresError(.protocolViolation, "PostgreSQL answered a statement without a result")
        }
        self.init(storage: storage)
    }
}
