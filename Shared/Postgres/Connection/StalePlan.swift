/// Recognizes errors caused by a prepared statement that can no longer be used.
enum StalePlan {
    /// Returns true for 26000 (the statement does not exist) and 0A000 (its result type changed with a table;
    /// PostgreSQL also uses this code for unsupported features).
    static func isShown(by error: PostgresError) -> Bool {
        error.sqlState == "26000" || error.sqlState == "0A000"
    }
}
