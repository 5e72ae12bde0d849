import ArgumentParser
import Contracts

/// `auth=FILE`: the file that holds the URL of a service's database.
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

    @Option(help: "The file with auth's secret, where --database is given.")
    var secret: String?

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
        guard databases.isEmpty == (secret == nil) else {
            throw ValidationError("--database and --secret belong together")
        }
        guard administrator == nil || !databases.isEmpty else {
            throw ValidationError("--administrator belongs to --database")
        }
        for service in Set(databases.map(\.service)) where databases.filter({ $0.service == service }).count > 1 {
            throw ValidationError("--database names \(service.rawValue) twice")
        }
    }

    /// Runs `body` with the installation; that of `vokol up` has its database running meanwhile.
    /// - Parameter isReplaced: whether it will be changed, so that nothing may use it.
    func use(toReplace isReplaced: Bool, _ body: (Installation) async throws -> Void) async throws {
        if let provision { return try await body(try Installation.provisioned(provision)) }
        if let secret {
            return try await body(
                try Installation.named(databases: databases, secret: secret, administrator: administrator))
        }
        let local = LocalInstallation(InstanceDirectory(directory ?? InstanceDirectory.standard))
        try await local.use(toReplace: isReplaced, body)
    }

    var timeLimit: Duration { .seconds(limit * 60) }
}
