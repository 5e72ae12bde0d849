/// How a transaction runs.
public struct TransactionOptions: Sendable {
    /// How much of other transactions' work a transaction sees.
    public enum Isolation: String, Sendable {
        /// Each statement sees what was committed before it began. PostgreSQL's default.
        case readCommitted = "READ COMMITTED"
        /// All statements see what was committed before the first.
        case repeatableRead = "REPEATABLE READ"
        /// As if transactions ran one after the other; expect retries.
        case serializable = "SERIALIZABLE"
    }

    /// How much of other transactions' work it sees (default: `readCommitted`).
    public var isolation: Isolation
    /// Whether it is forbidden to write (default: false).
    public var isReadOnly: Bool
    /// How often the body runs at most when it meets conflicts (40001, 40P01), at least 1 (default: 5).
    public var maximumAttempts: Int
    /// How long each of its statements may run, instead of the client's `statementTimeout`.
    public var statementTimeout: Duration?

    /// Options for a transaction.
    public init(
        isolation: Isolation = .readCommitted, isReadOnly: Bool = false, maximumAttempts: Int = 5,
        statementTimeout: Duration? = nil
    ) {
        self.isolation = isolation
        self.isReadOnly = isReadOnly
        self.maximumAttempts = maximumAttempts
        self.statementTimeout = statementTimeout
    }
}

extension TransactionOptions {
    /// What begins the transaction.
    var statements: [String] {
        var begin = "BEGIN"
        if isolation != .readCommitted { begin += " ISOLATION LEVEL \(isolation.rawValue)" }
        if isReadOnly { begin += " READ ONLY" }
        guard let statementTimeout else { return [begin] }
        return [begin, "SET LOCAL statement_timeout = \(statementTimeout.milliseconds)"]
    }
}
