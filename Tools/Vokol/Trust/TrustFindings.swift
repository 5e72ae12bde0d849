import Machine

/// The lists of this machine, and the programs that change them.
struct TrustFindings: Equatable {
    /// A browser's database with its content.
    struct Database: Equatable {
        var database: BrowserDatabase
        /// False if the database has to be created.
        var isPresent: Bool
        /// The content; empty if it cannot be read.
        var entries: [DatabaseEntry] = []
        /// The reason why the database cannot be read.
        var fault: String?
    }

    /// The path of `update-ca-certificates`; `nil` on systems without this list.
    var updater: String?
    /// The path of `certutil`; `nil` if it is not installed.
    var certutil: String?
    /// The words before a command that changes the system's list; `nil` if this user may not change it.
    var rootPrefix: [String]?
    var system = SystemList()
    /// The authorities of instances in the system's list.
    var systemEntries: [SystemList.Entry] = []
    var databases: [Database] = []

    /// Looks at this machine.
    ///
    /// - Parameter program: returns the path of a program, or `nil` if it is not installed.
    static func find(
        _ environment: [String: String], system: SystemList = SystemList(), isRoot: Bool = SystemUser.isRoot,
        program: (String) -> String? = TrustFindings.path(of:), run: ProgramRunner
    ) async throws -> TrustFindings {
        var findings = TrustFindings(system: system)
        findings.updater = program("update-ca-certificates")
        findings.certutil = program("certutil")
        findings.rootPrefix = isRoot ? [] : program("sudo").map { [$0, "-n"] }
        findings.systemEntries = system.entries
        for database in try BrowserDatabase.all(environment) {
            var found = Database(database: database, isPresent: database.exists)
            if let certutil = findings.certutil, found.isPresent {
                let output = try await run([certutil, "-L", "-d", "sql:\(database.path)", "-f", "/dev/null"])
                if output.exit == .code(0) {
                    found.entries = DatabaseEntry.parse(output.text)
                } else {
                    found.fault = output.lastLine
                }
            }
            findings.databases.append(found)
        }
        return findings
    }

    /// Finds a program; those of the system's administrator need not be in the search path of a user.
    static func path(of name: String) -> String? {
        (Environment.searchPath() + ["/usr/sbin", "/usr/bin"]).map { "\($0)/\(name)" }.first(where: Files.isExecutable)
    }
}
