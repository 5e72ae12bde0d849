import ArgumentParser
import Contract
import GatewayClient

/// `auth=FILE`: the file that holds the URL of a service's database, or its secret.
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

/// Which installation a command is about.
struct InstallationOptions: ParsableArguments {
    @Option(help: "The directory of an instance of `vokol up`; .vokol if nothing else is said.")
    var directory: String?

    @Option(help: "The directory that `vokol provision` made, as containers see it.")
    var provision: String?

    @Option(
        name: .customLong("database"),
        help: "A file with the URL of a service's database, such as auth=FILE; repeated for each service.")
    var databases: [ServiceFile] = []

    @Option(
        name: .customLong("secret"),
        help: "A file with the secret of a service that has one, such as auth=FILE, where --database is given.")
    var secrets: [ServiceFile] = []

    @Option(help: "A file with the URL by which databases may be made and renamed, where --database is given.")
    var administrator: String?

    @Option(help: "How many minutes copying one database may take, 1 to 10080.")
    var limit = 240

    func validate() throws {
        guard (1...10_080).contains(limit) else { throw ValidationError("--limit is \(limit), not in 1 to 10080") }
        let ways = [directory != nil, provision != nil, !databases.isEmpty].filter { $0 }
        guard ways.count <= 1 else {
            throw ValidationError("say one of --directory, --provision and --database")
        }
        guard administrator == nil || !databases.isEmpty else {
            throw ValidationError("--administrator belongs to --database")
        }
        for service in ServiceName.allCases {
            let counts = [databases, secrets].map { $0.count { $0.service == service } }
            guard counts[0] < 2 else { throw ValidationError("--database names \(service.rawValue) twice") }
            let wanted = service.hasSecret ? counts[0] : 0
            guard counts[1] >= wanted else {
                throw ValidationError("--database \(service.rawValue)=… needs --secret \(service.rawValue)=…")
            }
            guard counts[1] <= wanted else {
                throw ValidationError("--secret \(service.rawValue)=… belongs to nothing that is named")
            }
        }
    }

    /// Runs `body` with the installation; that of `vokol up` has its database running meanwhile.
    /// - Parameter isReplaced: whether it will be changed, so that nothing may use it.
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
