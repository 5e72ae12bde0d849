import Machine

/// The programs of one PostgreSQL version.
package struct PostgresPrograms: Sendable {
    /// The programs for running a server.
    package static let server = ["initdb", "postgres", "psql"]
    /// The programs for copying a database.
    package static let copying = ["pg_dump", "pg_restore", "psql"]

    package let directory: String

    package func path(of program: String) -> String { "\(directory)/\(program)" }

    /// Finds programs on this machine.
    ///
    /// - Parameters:
    ///   - wanted: the names of the programs.
    ///   - version: the major version of existing data, such as `15`; `nil` takes the newest.
    package static func find(
        _ wanted: [String] = server, version: String? = nil
    ) throws -> PostgresPrograms {
        func isComplete(_ directory: String) -> Bool {
            wanted.allSatisfy { Files.isExecutable("\(directory)/\($0)") }
        }
        let packaged = Files.names(in: "/usr/lib/postgresql").sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
        if let version {
            // Outside the packages' directories, a path does not reveal the version; the server checks it at its start.
            let places = ["/usr/lib/postgresql/\(version)/bin"] + (packaged.isEmpty ? searchPath : [])
            if let place = places.first(where: isComplete) { return PostgresPrograms(directory: place) }
            throw OperatorError(
                "the instance's data belong to PostgreSQL \(version), which is not installed: "
                    + "apt-get install postgresql-\(version)")
        }
        let places = packaged.map { "/usr/lib/postgresql/\($0)/bin" } + searchPath
        guard let place = places.first(where: isComplete) else {
            throw OperatorError(
                "cannot find PostgreSQL's \(wanted.joined(separator: ", ")): "
                    + "apt-get install postgresql postgresql-contrib")
        }
        return PostgresPrograms(directory: place)
    }

    private static var searchPath: [String] {
        Environment.searchPath() + ["/usr/local/pgsql/bin"]
    }
}
