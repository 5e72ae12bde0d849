/// How to reach a database and how much of it to use.
///
/// Its description shows the settings without the password.
public struct PostgresConfiguration: Sendable {
    /// The connection settings by libpq's names (`host`, `dbname`, `sslmode`, …), password included.
    let settings: [String: String]

    /// The greatest number of connections, 1 to 1000. Default: twice the number of cores.
    public var poolSize: Int
    /// How many connections stay open when there is nothing to do. Default 1.
    public var idleConnections = 1
    /// How many calls may wait for a connection; one more fails with `poolExhausted` at once. Default 1024.
    public var queueLimit = 1_024
    /// How long a call may wait for a connection. Default 5 s.
    public var acquireTimeout: Duration = .seconds(5)
    /// How long a statement may run; the server ends it. Default 30 s.
    public var statementTimeout: Duration = .seconds(30)
    /// How long the server lets a transaction sit idle before it ends the session. Default 60 s.
    public var idleInTransactionTimeout: Duration = .seconds(60)
    /// How long making a connection may take. Default 3 s.
    public var connectTimeout: Duration = .seconds(3)
    /// How old a connection grows before a new one replaces it, give or take a tenth. Default 30 min.
    public var maximumLifetime: Duration = .seconds(1_800)
    /// How long a connection beyond `idleConnections` stays open unused. Default 60 s.
    public var idleTimeout: Duration = .seconds(60)
    /// How often an idle connection is asked whether it is alive. Default 30 s.
    public var keepAliveInterval: Duration = .seconds(30)
    /// How many independent statements may be on their way on one connection at a time, 1 to 256. Default 16.
    public var pipelineDepth = 16
    /// How many statements a connection keeps prepared; others are parsed at each call. Default 256.
    public var preparedStatementLimit = 256
    /// How long a statement that nobody waits for any more may run on before the server is told to end it. Default 250 ms.
    public var cancellationGrace: Duration = .milliseconds(250)
    /// How long calls in progress may take after `run()` was cancelled. Default 2 s.
    public var shutdownGrace: Duration = .seconds(2)
    /// How long `migrate` waits for another program that is migrating. Default 60 s.
    public var migrationLockTimeout: Duration = .seconds(60)
    /// How long one migration may run. Default 10 min.
    public var migrationTimeout: Duration = .seconds(600)
    /// The name in `pg_stat_activity`. Default `vokol`.
    public var applicationName = "vokol"
    /// Where `PostgresTransaction.now()` takes the time from. Default: the database.
    public var transactionClock = TransactionClock.database
}

/// Where a transaction takes the time from.
public enum TransactionClock: Sendable {
    /// PostgreSQL's `clock_timestamp()`: the same clock for all replicas.
    case database
    /// A clock of a test, in milliseconds since 1970.
    case injected(@Sendable () -> Int64)
}
