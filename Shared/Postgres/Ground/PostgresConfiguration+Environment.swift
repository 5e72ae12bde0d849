import CLibPQ

extension PostgresConfiguration {
    /// Settings that have no variable and that nothing is lost without.
    private static let expendable: Set<String> = [
        "fallback_application_name", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout",
    ]

    /// The connection settings as the variables by which PostgreSQL's own programs take them (`PGHOST`, `PGPASSWORD`, …),
    /// so that nothing of them stands on a command line.
    ///
    /// - Throws: `invalidConfiguration` for a setting that those programs take in a URL alone, such as `sslpassword`.
    public func environmentVariables() throws(PostgresError) -> [String: String] {
        guard let options = PQconninfoParse("", nil) else {
            throw PostgresError(.invalidConfiguration, "no memory for connection settings")
        }
        defer { PQconninfoFree(options) }
        var variables: [String: String] = [:]
        var rest = settings
        var option = options
        while let keyword = option.pointee.keyword {
            if let variable = option.pointee.envvar, let value = rest.removeValue(forKey: String(cString: keyword)) {
                variables[String(cString: variable)] = value
            }
            option += 1
        }
        if let name = rest.keys.sorted().first(where: { !Self.expendable.contains($0) }) {
            throw PostgresError(.invalidConfiguration, "\(name) cannot be handed on to PostgreSQL's programs")
        }
        return variables
    }
}
