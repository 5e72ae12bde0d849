import Contracts
import Platform

/// The installation that `vokol up` runs in a directory.
struct LocalInstallation {
    private let directory: InstanceDirectory

    init(_ directory: InstanceDirectory) { self.directory = directory }

    /// Runs `body` with the installation while its PostgreSQL runs: that of the running instance, or else one that is started
    /// for this.
    /// - Parameter isReplaced: whether `body` changes it: nothing may run then, and a directory that is missing is made.
    func use(toReplace isReplaced: Bool, _ body: (Installation) async throws -> Void) async throws {
        let isThere = Files.exists(directory.postgres)
        guard isThere || isReplaced else {
            throw OperatorError("there is no instance in \(directory.path): name it by --directory")
        }
        try directory.make()
        let lock: InstanceLock
        do {
            lock = try InstanceLock(directory)
        } catch  where !isReplaced {
            return try await body(
                try installation(try PostgresServer(instance: directory, environment: Environment.variables())))
        } catch {
            throw OperatorError("\(directory.path) is in use: stop the instance first (Ctrl-C there)")
        }
        if let previous = try InstanceRecord.read(directory) { await Leftovers(previous).end() }
        let server = try PostgresServer(instance: directory, environment: Environment.variables())
        try await server.prepare()
        try await whileRunning(server) {
            try await server.provideDatabases(of: directory)
            try await body(try installation(server))
        }
        server.place.tidy()
        withExtendedLifetime(lock) {}
    }

    private func installation(_ server: PostgresServer) throws -> Installation {
        Installation(
            databases: try ServiceName.allCases.map {
                let file = try server.urlFile(of: $0.rawValue, in: directory)
                return Installation.Database(service: $0, access: try Installation.access(urlFile: file))
            },
            secrets: ServiceName.allCases.filter(\.hasSecret).map {
                .init(of: $0, path: directory.sealingSecretFile(of: $0))
            } + [.init(name: "demonstration.json", path: directory.demonstration)],
            administrator: DatabaseAccess(
                variables: [
                    "PGHOST": server.place.socketDirectory, "PGPORT": "\(PostgresServer.port)",
                    "PGUSER": server.place.owner, "PGDATABASE": "postgres",
                ],
                user: server.place.user),
            programs: server.programs)
    }

    private func whileRunning(_ server: PostgresServer, _ body: () async throws -> Void) async throws {
        let process = SupervisedProcess(server.plan) { _ in }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await process.run() }
            let result: Result<Void, any Error>
            do {
                try await process.waitUntilReady(within: Instance.startLimit) { false }
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            await process.stop(within: Instance.stopLimit)
            try await group.waitForAll()
            try result.get()
        }
    }
}
