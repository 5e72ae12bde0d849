import Platform

/// Runs `body`; a lack of threads or file descriptors makes the database unavailable.
func withSystemResources<Value>(_ body: () throws(SystemError) -> Value) throws(PostgresError) -> Value {
    do throws(SystemError) {
        return try body()
    } catch {
        throw .unavailable("no connection: \(error)")
    }
}
