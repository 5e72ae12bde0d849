/// The errors that show that a prepared statement can no longer be used.
enum StalePlan {
    /// True for 26000, it does not exist, and 0A000, its result type changed with a table (among unsupported features).
    static func isShown(by error: PostgresError) -> Bool {
        error.sqlState == "26000" || error.sqlState == "0A000"
    }
}
