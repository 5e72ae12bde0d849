import Contract
import GatewayClient
import LocalPostgres
import Machine
import Platform

/// The installation in the directory of an instance.
struct LocalInstallation {
    private let directory: InstanceDirectory

    init(_ directory: InstanceDirectory) { self.directory = directory }

    /// Runs `body` with the installation; starts its PostgreSQL unless the instance is running.
    ///
    /// - Parameter isReplaced: true if `body` changes the databases. The instance must not be running then, and a
    ///   missing directory is created.
    func use(toReplace isReplaced: Bool, _ body: (Installation) async throws -> Void) async throws {
        let exists = Files.exists(directory.postgres)
        guard exists || isReplaced else {
            throw OperatorError("no instance in \(directory.path): give --directory")
        }
        try directory.make()
        let lock: InstanceLock
        do {
            lock = try InstanceLock(directory)
        } catch  where !isReplaced {
            return try await body(try installation(try InstancePostgres(directory)))
        } catch {
            throw OperatorError("\(directory.path) is in use: stop the instance first (Ctrl-C there)")
        }
        if let previous = try InstanceRecord.read(directory) { await OrphanedProcesses(previous).end() }
        let postgres = try InstancePostgres(directory)
        try await postgres.prepare()
        try await whileRunning(postgres) {
            try await postgres.provideDatabases(of: directory)
            try await body(try installation(postgres))
        }
        postgres.place.tidy()
        withExtendedLifetime(lock) {}
    }

    private func installation(_ postgres: InstancePostgres) throws -> Installation {
        Installation(
            databases: try ServiceName.allCases.map {
                let file = try postgres.urlFile(of: $0.rawValue, in: directory)
                return Installation.Database(service: $0, access: try Installation.access(urlFile: file))
            },
            secrets: ServiceName.allCases.filter(\.hasSecret).map {
                .init(of: $0, path: directory.sealingSecretFile(of: $0))
            } + [.init(name: "demonstration.json", path: directory.demonstration)],
            administrator: DatabaseAccess(
                variables: [
                    "PGHOST": postgres.place.socketDirectory, "PGPORT": "\(InstancePostgres.port)",
                    "PGUSER": postgres.place.owner, "PGDATABASE": "postgres",
                ],
                user: postgres.place.user),
            programs: postgres.server.programs)
    }

    private func whileRunning(_ postgres: InstancePostgres, _ body: () async throws -> Void) async throws {
        let process = SupervisedProcess(postgres.plan) { _ in }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await process.run() }
            let result: Result<Void, any Error>
            do {
                try await process.waitUntilReady(within: SupervisedProcess.startLimit) { false }
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            await process.stop(within: SupervisedProcess.stopLimit)
            try await group.waitForAll()
            try result.get()
        }
    }
}
