/// The address of a database and the client's limits.
///
/// Its description shows the settings without the password.
public struct PostgresConfiguration: Sendable {
    /// The connection settings by libpq's names (`host`, `dbname`, `sslmode`, …), password included.
    let settings: [String: String]

    /// The maximum number of connections, 1 to 1000 (default: twice the number of cores).
    public var poolSize: Int
    /// The number of connections that stay open when idle, at least 1 (default: 1).
    public var idleConnections = 1
    /// The maximum number of calls that wait for a connection; further ones fail with `poolExhausted` (default: 1024).
    public var queueLimit = 1_024
    /// The longest time that a call waits for a connection (default: 5 s).
    public var acquireTimeout: Duration = .seconds(5)
    /// The time after which the server ends a statement (default: 30 s).
    public var statementTimeout: Duration = .seconds(30)
    /// The time after which the server ends the session of an idle transaction (default: 60 s).
    public var idleInTransactionTimeout: Duration = .seconds(60)
    /// The time limit for making a connection (default: 3 s).
    public var connectTimeout: Duration = .seconds(3)
    /// The part of `connectTimeout` that the TCP handshake may take (default: 1.2 s).
    ///
    /// An address that a container has given up is silent for 3 s. A limit below that finds the container's new address
    /// soon; one above 1 s leaves time to repeat a lost packet.
    public var handshakeTimeout: Duration = .milliseconds(1_200)
    /// The maximum age of a connection before a new one replaces it, varied by up to a tenth (default: 30 min).
    public var maximumLifetime: Duration = .seconds(1_800)
    /// The time after which an unused connection beyond `idleConnections` is closed (default: 60 s).
    public var idleTimeout: Duration = .seconds(60)
    /// The interval between checks that an idle connection is alive (default: 30 s).
    public var keepAliveInterval: Duration = .seconds(30)
    /// The maximum number of independent statements in flight on one connection, 1 to 256 (default: 16).
    public var pipelineDepth = 16
    /// The maximum number of prepared statements per connection; others are parsed at each call (default: 256).
    public var preparedStatementLimit = 256
    /// The time that an abandoned statement may go on before it is cancelled, if others share its connection (default:
    /// 250 ms).
    public var cancellationGrace: Duration = .milliseconds(250)
    /// The time for running calls to finish after the cancellation of `run()` (default: 2 s).
    public var shutdownGrace: Duration = .seconds(2)
    /// The longest time that `migrate` waits for another program that is migrating (default: 60 s).
    public var migrationLockTimeout: Duration = .seconds(60)
    /// The time limit for one migration (default: 10 min).
    public var migrationTimeout: Duration = .seconds(600)
    /// The name in `pg_stat_activity`, unless the URL gives one (default: `vokol`).
    public var applicationName = "vokol"
    /// Parameters with which every session begins, by PostgreSQL's names, such as `plan_cache_mode`; the URL's
    /// `options` take precedence (default: none).
    public var sessionParameters: [String: String] = [:]
    /// The clock of `PostgresTransaction.now()` (default: the database's).
    public var transactionClock = TransactionClock.database

    /// Checks that all values are in range; throws `invalidConfiguration` otherwise.
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
            ("handshakeTimeout", handshakeTimeout),
            ("maximumLifetime", maximumLifetime), ("idleTimeout", idleTimeout),
            ("keepAliveInterval", keepAliveInterval), ("migrationLockTimeout", migrationLockTimeout),
            ("migrationTimeout", migrationTimeout),
        ]
        for (name, value) in times where value < .milliseconds(1) || value > .seconds(86_400) {
            throw PostgresError(.invalidConfiguration, "\(name) is \(value), not in 1 ms to 1 day")
        }
    }

    /// Returns all connection settings for libpq.
    ///
    /// - Parameter lifetimeLimits: true if the server is to end long statements and idle transactions.
    func connectionSettings(lifetimeLimits: Bool = true) -> [String: String] {
        var all = settings
        func setDefault(_ name: String, _ value: String) {
            if all[name] == nil { all[name] = value }
        }
        setDefault("application_name", applicationName)
        setDefault("gssencmode", "disable")
        // Detects a vanished peer within about 30 s when idle, and 5 s after something was sent.
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
        // The URL's options come last, so they take precedence.
        all["options"] = all["options"].map { "\(options) \($0)" } ?? options
        return all
    }
}

/// The clock of transactions.
public enum TransactionClock: Sendable {
    /// PostgreSQL's `clock_timestamp()`: the same clock for all replicas.
    case database
    /// A test's clock, in milliseconds since 1970.
    case injected(@Sendable () -> Int64)
}

extension Duration {
    /// The duration in whole milliseconds, at least 1.
    var milliseconds: Int64 {
        max(1, components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
