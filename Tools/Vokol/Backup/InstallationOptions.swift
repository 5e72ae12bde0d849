import ArgumentParser
import Contract
import GatewayClient

/// A file with a service's database URL or secret, given as `auth=FILE`.
struct ServiceFile: ExpressibleByArgument, Equatable {
    let service: ServiceName
    let path: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="),
            let service = ServiceName(rawValue: String(argument[..<equals])),
            equals != argument.indices.last
        else { return nil }
        self.service = service
        path = String(argument[argument.index(after: equals)...])
    }
}

/// The command-line options that identify an installation.
struct InstallationOptions: ParsableArguments {
    @Option(help: "The directory of an instance of `vokol up`; default: .vokol.")
    var directory: String?

    @Option(help: "The directory of `vokol provision`, as containers see it.")
    var provision: String?

    @Option(
        name: .customLong("database"),
        help: "A file with the URL of a service's database, such as auth=FILE. Repeatable.")
    var databases: [ServiceFile] = []

    @Option(
        name: .customLong("secret"),
        help: "With --database, a file with a service's secret, such as auth=FILE. Repeatable.")
    var secrets: [ServiceFile] = []

    @Option(help: "With --database, a file with the URL of a role that may create and rename databases.")
    var administrator: String?

    @Option(help: "The time limit for one database in minutes, 1 to 10080.")
    var limit = 240

    func validate() throws {
        guard (1...10_080).contains(limit) else { throw ValidationError("--limit must be between 1 and 10080") }
        let ways = [directory != nil, provision != nil, !databases.isEmpty].filter { $0 }
        guard ways.count <= 1 else {
            throw ValidationError("give one of --directory, --provision and --database")
        }
        guard administrator == nil || !databases.isEmpty else {
            throw ValidationError("--administrator needs --database")
        }
        for service in ServiceName.allCases {
            let counts = [databases, secrets].map { $0.count { $0.service == service } }
            guard counts[0] < 2 else { throw ValidationError("--database names \(service.rawValue) twice") }
            let wanted = service.hasSecret ? counts[0] : 0
            guard counts[1] >= wanted else {
                throw ValidationError("--database \(service.rawValue)=… needs --secret \(service.rawValue)=…")
            }
            guard counts[1] <= wanted else {
                throw ValidationError("--secret \(service.rawValue)=… belongs to no database that is named")
            }
        }
    }

    /// Runs `body` with the installation, while its PostgreSQL is running.
    ///
    /// - Parameter isReplaced: true if `body` changes the databases, so that nothing else may use them.
    func use(toReplace isReplaced: Bool, _ body: (Installation) async throws -> Void) async throws {
        if let provision { return try await body(try Installation.provisioned(provision)) }
        if !databases.isEmpty {
            return try await body(
                try Installation.named(databases: databases, secrets: secrets, administrator: administrator))
        }
        let local = LocalInstallation(InstanceDirectory(directory ?? InstanceDirectory.standard))
        try await local.use(toReplace: isReplaced, body)
    }

    var timeLimit: Duration { .seconds(limit * 60) }
}
