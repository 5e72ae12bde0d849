/// How to reach a database and how much of it to use.
///
/// Its description shows the settings without the password.
public struct PostgresConfiguration: Sendable {
    /// The connection settings by libpq's names (`host`, `dbname`, `sslmode`, …), password included.
    let settings: [String: String]

    /// The greatest number of connections, 1 to 1000 (default: twice the number of cores).
    public var poolSize: Int
    /// How many connections stay open when there is nothing to do, at least 1 (default: 1).
    public var idleConnections = 1
    /// How many calls may wait for a connection; one more fails with `poolExhausted` at once (default: 1024).
    public var queueLimit = 1_024
    /// How long a call may wait for a connection (default: 5 s).
    public var acquireTimeout: Duration = .seconds(5)
    /// How long a statement may run before the server ends it (default: 30 s).
    public var statementTimeout: Duration = .seconds(30)
    /// How long a transaction may sit idle before the server ends its session (default: 60 s).
    public var idleInTransactionTimeout: Duration = .seconds(60)
    /// How long making a connection may take (default: 3 s).
    public var connectTimeout: Duration = .seconds(3)
    /// How old a connection grows before a new one replaces it, give or take a tenth (default: 30 min).
    public var maximumLifetime: Duration = .seconds(1_800)
    /// How long a connection beyond `idleConnections` stays open unused (default: 60 s).
    public var idleTimeout: Duration = .seconds(60)
    /// How often an idle connection is asked whether it is alive (default: 30 s).
    public var keepAliveInterval: Duration = .seconds(30)
    /// How many independent statements may be on their way on one connection at a time, 1 to 256 (default: 16).
    public var pipelineDepth = 16
    /// How many statements a connection keeps prepared; others are parsed at each call (default: 256).
    public var preparedStatementLimit = 256
    /// How long a statement that nobody waits for any more may run on before the server is told to end it, where other
    /// statements share its connection (default: 250 ms).
    public var cancellationGrace: Duration = .milliseconds(250)
    /// How long calls in progress may take after `run()` was cancelled (default: 2 s).
    public var shutdownGrace: Duration = .seconds(2)
    /// How long `migrate` waits for another program that is migrating (default: 60 s).
    public var migrationLockTimeout: Duration = .seconds(60)
    /// How long one migration may run (default: 10 min).
    public var migrationTimeout: Duration = .seconds(600)
    /// The name in `pg_stat_activity`, unless the URL gives one (default: `vokol`).
    public var applicationName = "vokol"
    /// Parameters with which every session begins, by PostgreSQL's names, such as `plan_cache_mode`; what the URL's
    /// `options` say counts more (default: none).
    public var sessionParameters: [String: String] = [:]
    /// Where `PostgresTransaction.now()` takes the time from (default: the database).
    public var transactionClock = TransactionClock.database

    /// Throws `invalidConfiguration` for values that make no sense.
    func validate() throws(PostgresError) {
        let ranges: [(String, Int, ClosedRange<Int>)] = [
            ("poolSize", poolSize, 1...1_000), ("idleConnections", idleConnections, 1...max(1, poolSize)),
            ("queueLimit", queueLimit, 1...1_000_000), ("pipelineDepth", pipelineDepth, 1...256),
            ("preparedStatementLimit", preparedStatementLimit, 0...10_000),
        ]
        for (name, value, range) in ranges where !range.contains(value) {
            throw PostgresError(
                .invalidConfiguration, "\(name) is \(value), not in \(range.lowerBound) to \(range.upperBound)")
        }
        let times: [(String, Duration)] = [
            ("acquireTimeout", acquireTimeout), ("statementTimeout", statementTimeout),
            ("idleInTransactionTimeout", idleInTransactionTimeout), ("connectTimeout", connectTimeout),
            ("maximumLifetime", maximumLifetime), ("idleTimeout", idleTimeout),
            ("keepAliveInterval", keepAliveInterval), ("migrationLockTimeout", migrationLockTimeout),
            ("migrationTimeout", migrationTimeout),
        ]
        for (name, value) in times where value < .milliseconds(1) || value > .seconds(86_400) {
            throw PostgresError(.invalidConfiguration, "\(name) is \(value), not in 1 ms to 1 day")
        }
    }

    /// Everything that libpq is to be told.
    ///
    /// `lifetimeLimits`: whether the server is to end long statements and idle transactions.
    func connectionSettings(lifetimeLimits: Bool = true) -> [String: String] {
        var all = settings
        func setDefault(_ name: String, _ value: String) {
            if all[name] == nil { all[name] = value }
        }
        setDefault("application_name", applicationName)
        setDefault("gssencmode", "disable")
        // A peer that vanished without a word is noticed within about 30 s when idle, 5 s when something was sent.
        setDefault("keepalives_idle", "15")
        setDefault("keepalives_interval", "5")
        setDefault("keepalives_count", "3")
        setDefault("tcp_user_timeout", "5000")
        all["client_encoding"] = "UTF8"
        var options = "-c TimeZone=UTC"
        if lifetimeLimits {
            options += " -c statement_timeout=\(statementTimeout.milliseconds)"
            options += " -c idle_in_transaction_session_timeout=\(idleInTransactionTimeout.milliseconds)"
        }
        for (name, value) in sessionParameters.sorted(by: { $0.key < $1.key }) {
            let escaped = value.map { $0 == " " || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
            options += " -c \(name)=\(escaped)"
        }
        // What the URL says comes later, and so counts.
        all["options"] = all["options"].map { "\(options) \($0)" } ?? options
        return all
    }
}

/// Where a transaction takes the time from.
public enum TransactionClock: Sendable {
    /// PostgreSQL's `clock_timestamp()`: the same clock for all replicas.
    case database
    /// A clock of a test, in milliseconds since 1970.
    case injected(@Sendable () -> Int64)
}

extension Duration {
    /// Whole milliseconds, at least 1.
    var milliseconds: Int64 {
        max(1, components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
