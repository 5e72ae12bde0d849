/// What shows that a connection's prepared statement can no longer be used.
enum StalePlan {
    /// 26000: it does not exist; 0A000: its result type changed with a table (and other things that are not supported).
    static func isShown(by error: PostgresError) -> Bool {
        error.sqlState == "26000" || error.sqlState == "0A000"
    }
}
