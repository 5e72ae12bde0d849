import CLibPQ

extension PostgresConfiguration {
    /// The settings without an environment variable that PostgreSQL's programs can do without.
    private static let expendable: Set<String> = [
        "fallback_application_name", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout",
    ]

    /// Returns the connection settings as environment variables of PostgreSQL's own programs (`PGHOST`, `PGPASSWORD`,
    /// …), to keep them off the command line.
    ///
    /// - Throws: `invalidConfiguration` for a setting that those programs take only in a URL, such as `sslpassword`.
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
