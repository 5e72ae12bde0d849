import Platform

/// Runs `body`; reports a lack of threads or file descriptors as `unavailable`.
func withSystemResources<Value>(_ body: () throws(SystemError) -> Value) throws(PostgresError) -> Value {
    do throws(SystemError) {
        return try body()
    } catch {
        throw .unavailable("no connection: \(error)")
    }
}
