/// PostgreSQL's programs of one version.
struct PostgresPrograms: Sendable {
    /// Those that a server needs.
    static let server = ["initdb", "postgres", "psql"]
    /// Those that copy a database.
    static let copying = ["pg_dump", "pg_restore", "psql"]

    let directory: String

    func path(of program: String) -> String { "\(directory)/\(program)" }

    /// Finds the programs on this machine.
    /// - Parameters:
    ///   - wanted: those that must be there.
    ///   - version: the major version that existing data need, such as `15`; `nil` takes the newest.
    static func find(
        _ wanted: [String] = server, version: String?, environment: [String: String]
    ) throws -> PostgresPrograms {
        func isComplete(_ directory: String) -> Bool {
            wanted.allSatisfy { Files.isExecutable("\(directory)/\($0)") }
        }
        let packaged = Files.names(in: "/usr/lib/postgresql").sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
        if let version {
            // Programs outside the packages' places do not tell their version by where they lie: initdb checks it.
            let places = ["/usr/lib/postgresql/\(version)/bin"] + (packaged.isEmpty ? searchPath(environment) : [])
            if let place = places.first(where: isComplete) { return PostgresPrograms(directory: place) }
            throw OperatorError(
                "the instance's data are of PostgreSQL \(version), which is not installed: "
                    + "apt-get install postgresql-\(version)")
        }
        let places = packaged.map { "/usr/lib/postgresql/\($0)/bin" } + searchPath(environment)
        guard let place = places.first(where: isComplete) else {
            throw OperatorError(
                "found no \(wanted.joined(separator: ", ")) of PostgreSQL: "
                    + "apt-get install postgresql postgresql-contrib")
        }
        return PostgresPrograms(directory: place)
    }

    private static func searchPath(_ environment: [String: String]) -> [String] {
        (environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/local/pgsql/bin"]
    }
}
