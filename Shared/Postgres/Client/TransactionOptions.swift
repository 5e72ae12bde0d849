/// Options of a transaction.
public struct TransactionOptions: Sendable {
    /// The isolation level: which changes of other transactions are visible.
    public enum Isolation: String, Sendable {
        /// Each statement sees the changes committed before it began; PostgreSQL's default.
        case readCommitted = "READ COMMITTED"
        /// All statements see the changes committed before the first began.
        case repeatableRead = "REPEATABLE READ"
        /// Transactions take effect as if they ran one after the other; expect retries.
        case serializable = "SERIALIZABLE"
    }

    /// The isolation level (default: `readCommitted`).
    public var isolation: Isolation
    /// True to forbid writing (default: false).
    public var isReadOnly: Bool
    /// The maximum number of times that the body runs in case of conflicts (40001, 40P01), at least 1 (default: 5).
    public var maximumAttempts: Int
    /// The time limit for each statement; `nil` for the client's `statementTimeout`.
    public var statementTimeout: Duration?

    /// Creates options for a transaction.
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
    /// The statements that begin the transaction.
    var statements: [String] {
        var begin = "BEGIN"
        if isolation != .readCommitted { begin += " ISOLATION LEVEL \(isolation.rawValue)" }
        if isReadOnly { begin += " READ ONLY" }
        guard let statementTimeout else { return [begin] }
        return [begin, "SET LOCAL statement_timeout = \(statementTimeout.milliseconds)"]
    }
}
