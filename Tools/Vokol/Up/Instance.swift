import Contract
import GatewayClient
import Machine
import Platform
import ServiceRuntime

/// A running instance: PostgreSQL, the services and the gateway, from start to stop.
actor Instance {
    private let settings: InstanceSettings
    private let lock: InstanceLock
    private let previous: InstanceRecord?
    private var record: InstanceRecord?
    private var running: [SupervisedProcess] = []
    private var postgresPlace: PostgresPlace?
    private var isStopping = false
    private var stopWaiters: [CheckedContinuation<Void, Never>] = []

    /// Locks the directory and ends the processes of an interrupted run.
    init(_ settings: InstanceSettings) async throws {
        self.settings = settings
        try Self.checkPrograms(settings)
        // Checks the ports of a new instance before creating its directory. The ports of an existing one may still be
        // held by processes of an interrupted run.
        if !Files.exists(settings.directory.path) { try Self.checkPorts(settings) }
        try settings.directory.make()
        lock = try InstanceLock(settings.directory)
        previous = try InstanceRecord.read(settings.directory)
        if let previous { await OrphanedProcesses(previous).end() }
        try Self.checkPorts(settings)
    }

    // MARK: Life

    /// Starts all processes, calls `started`, keeps them running until ``requestStop()``, then stops them.
    ///
    /// - Parameter started: receives the record of the instance and the command of `vokol-auth`.
    func run(started: @Sendable (InstanceRecord, ChildCommand) async throws -> Void) async throws {
        let failure = await withTaskGroup(of: Void.self) { group -> (any Error)? in
            var failure: (any Error)?
            do {
                try await start(in: &group)
                if let record, let auth = running.first(where: { $0.plan.service == ServiceName.auth.rawValue }) {
                    try await started(record, auth.plan.command)
                }
                group.addTask { [logs = logFiles] in
                    while (try? await Task.sleep(for: .seconds(10))) != nil { for log in logs { log.trim() } }
                }
                await waitForStop()
            } catch {
                if !isStopping { failure = error }
            }
            isStopping = true
            await stop()
            group.cancelAll()
            return failure
        }
        if let failure { throw failure }
    }

    /// Requests to stop; a second request kills all processes.
    func requestStop() async {
        if isStopping {
            Terminal.print("Killing all processes")
            for process in running { await process.force() }
            return
        }
        isStopping = true
        for waiter in stopWaiters { waiter.resume() }
        stopWaiters = []
    }

    private func waitForStop() async {
        guard !isStopping else { return }
        await withCheckedContinuation { stopWaiters.append($0) }
    }

    private func start(in group: inout TaskGroup<Void>) async throws {
        let directory = settings.directory
        let certificates = CertificateFolder(path: directory.certificates)
        let (authority, _) = try certificates.authority()
        let outcome = try certificates.provide(.server(hosts: settings.hosts), as: "server", from: authority)
        Terminal.print("certificates", "\(outcome.rawValue), authority in \(certificates.authorityFile)")

        let postgres = try InstancePostgres(directory)
        postgresPlace = postgres.place
        try await postgres.prepare()
        var urlFiles: [ServiceName: String] = [:]
        for service in ServiceName.allCases {
            urlFiles[service] = try postgres.urlFile(of: service.rawValue, in: directory)
        }
        let plan = try InstancePlan(settings, previous: previous, databaseURLFiles: urlFiles)
        record = makeRecord(postgres, plan)

        let server = begin(postgres.plan, in: &group)
        try await waitUntilReady(server)
        try await postgres.provideDatabases(of: directory)

        for helper in [plan.simulator, plan.limitStore].compactMap(\.self) {
            try await waitUntilReady(begin(helper, in: &group))
        }

        // Started at the same time, because the processes need each other only once they are running.
        let processes = plan.processes.map { plan in
            LogFile(path: plan.command.log).rotate()
            return begin(plan, in: &group)
        }
        try await withThrowingTaskGroup(of: Void.self) { waits in
            for process in processes { waits.addTask { try await self.waitUntilReady(process) } }
            // Takes results as they arrive, so that the first failure ends the start; `waitForAll` would wait for all
            // of them.
            while try await waits.next() != nil {}
        }
    }

    private func begin(_ plan: ProcessPlan, in group: inout TaskGroup<Void>) -> SupervisedProcess {
        let process = SupervisedProcess(plan) { [weak self] process in await self?.note(process) }
        running.append(process)
        group.addTask { await process.run() }
        return process
    }

    private func waitUntilReady(_ process: SupervisedProcess) async throws {
        try await process.waitUntilReady(within: SupervisedProcess.startLimit) { await self.isStopping }
    }

    /// Stops the gateway, then the services, then the processes they depend on.
    private func stop() async {
        let gateways = running.filter { $0.plan.command.executable.hasSuffix("/vokol-gateway") }
        let postgres = running.filter { $0.plan.name == "postgres" }
        let services = running.filter { $0.plan.service != nil }
        let helpers = running.filter { [SimulatedParties.process, InstanceLimitStore.process].contains($0.plan.name) }
        for stage in [gateways, services, helpers, postgres] where !stage.isEmpty {
            await withTaskGroup(of: Void.self) { group in
                for process in stage { group.addTask { await process.stop(within: SupervisedProcess.stopLimit) } }
            }
            for process in stage { await Terminal.print(process.plan.name, process.ending) }
        }
        postgresPlace?.tidy()
        guard var record else { return }
        for index in record.processes.indices { record.processes[index].identity = nil }
        try? record.write(settings.directory)
    }

    // MARK: Record

    private var logFiles: [LogFile] { running.map { LogFile(path: $0.plan.command.log) } }

    private func makeRecord(_ postgres: InstancePostgres, _ plan: InstancePlan) -> InstanceRecord? {
        guard let supervisor = ProcessIdentity(pid: getpid()) else { return nil }
        return InstanceRecord(
            version: Version.text, startedAt: SystemClock.now(), supervisor: supervisor, port: settings.port,
            redirectPort: settings.redirectPort,
            postgres: .init(socketDirectory: postgres.place.socketDirectory, port: InstancePostgres.port),
            processes: [.init(name: "postgres")]
                + ([plan.simulator, plan.limitStore].compactMap(\.self) + plan.processes).map {
                    .init(name: $0.name, service: $0.service, port: $0.port, adminPort: $0.adminPort)
                })
    }

    /// Records the current id of a process, so that the next start can find it.
    private func note(_ process: SupervisedProcess) async {
        let identity = await process.identity
        guard let index = record?.processes.firstIndex(where: { $0.name == process.plan.name }) else { return }
        record?.processes[index].identity = identity
        do {
            try record?.write(settings.directory)
        } catch {
            Terminal.print("instance", "\(error)")
        }
    }

    private static func checkPrograms(_ settings: InstanceSettings) throws {
        let simulator = settings.isSimulated ? [SimulatedParties.process] : []
        for name in ["gateway"] + ServiceName.allCases.map(\.rawValue) + simulator {
            let program = "\(settings.programs)/vokol-\(name)"
            guard Files.isExecutable(program) else {
                throw OperatorError("\(program) is missing: build the programs with `make build`")
            }
        }
    }

    private static func checkPorts(_ settings: InstanceSettings) throws {
        guard !settings.gatewayPorts.contains(settings.redirectPort) else {
            throw OperatorError("--port and --redirect-port must differ; both are \(settings.redirectPort)")
        }
        for (flag, port) in settings.gatewayPorts.map({ ("--port", $0) }) + [("--redirect-port", settings.redirectPort)]
        {
            guard let fault = Ports.fault(listeningOn: port, anyAddress: settings.host != "127.0.0.1") else { continue }
            let cause =
                fault == EADDRINUSE
                ? "is taken by another program; stop it" : "cannot be used: \(String(cString: strerror(fault)))"
            throw OperatorError("port \(port) \(cause), or choose another with \(flag)")
        }
    }
}
