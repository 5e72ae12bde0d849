import Contract
import GatewayClient
import Machine
import ServiceRuntime

/// The processes of an instance, apart from PostgreSQL, with their ports, flags and environments.
struct InstancePlan: Sendable {
    /// The services, followed by the gateways.
    let processes: [ProcessPlan]
    /// The simulator of third parties, if it is used; it starts before the services.
    let simulator: ProcessPlan?
    /// The store through which the gateways share limits, if there is one; it starts before them.
    let limitStore: ProcessPlan?

    /// Plans the processes of an instance.
    ///
    /// - Parameters:
    ///   - previous: the record of the previous run, whose ports are reused if they are free.
    ///   - databaseURLFiles: the files with the database URLs of services.
    init(
        _ settings: InstanceSettings, previous: InstanceRecord?, databaseURLFiles: [ServiceName: String]
    ) throws {
        var taken = Set(settings.gatewayPorts + [settings.redirectPort])
        var processes: [ProcessPlan] = []
        var replicas: [ServiceName: [Int]] = [:]
        let simulator = try settings.isSimulated ? Self.simulator(settings, previous: previous, &taken) : nil
        self.simulator = simulator
        for service in ServiceName.allCases {
            var variables = try Self.variables(of: service, settings, replicas: replicas)
            variables[Self.variable(service, "DATABASE_URL_FILE")] = databaseURLFiles[service]
            if let port = simulator?.port {
                variables.merge(SimulatedParties.variables(of: service, port: port)) { _, new in new }
            }
            for name in settings.processNames(of: service) {
                let before = previous?.process(name)
                let port = try Ports.free(wanting: before?.port, except: &taken)
                let adminPort = try Ports.free(wanting: before?.adminPort, except: &taken)
                replicas[service, default: []].append(port)
                processes.append(try Self.replica(name, of: service, (port, adminPort), variables, settings))
            }
        }
        let store = try settings.hasLimitStore ? Self.limitStore(settings, previous: previous, &taken) : nil
        limitStore = store?.plan
        for (index, port) in settings.gatewayPorts.enumerated() {
            let name = index == 0 ? "gateway" : "gateway-\(index + 1)"
            let adminPort = try Ports.free(wanting: previous?.process(name)?.adminPort, except: &taken)
            let ports = (port: port, adminPort: adminPort, replicas: replicas)
            processes.append(try Self.gateway(name, ports, limits: store?.addressFile, settings))
        }
        self.processes = processes
    }

    /// Plans a replica of a service.
    private static func replica(
        _ name: String, of service: ServiceName, _ ports: (calls: Int, admin: Int), _ variables: [String: String],
        _ settings: InstanceSettings
    ) throws -> ProcessPlan {
        var variables = variables
        if SimulatedParties.isUsed(by: service) {
            let answers = settings.directory.answers(of: name, simulated: settings.isSimulated)
            try Files.makeDirectory(answers, mode: 0o700)
            variables["VOKOL_UPSTREAM_DIRECTORY"] = answers
        }
        return process(
            name, program: service.rawValue, service: service, port: ports.calls, adminPort: ports.admin,
            flags: ["--listen-host", "127.0.0.1", "--listen-port", "\(ports.calls)"], variables: variables, settings)
    }

    /// Plans a gateway.
    ///
    /// - Parameters:
    ///   - ports: its own ports, and those of the services.
    ///   - limits: the file with the address of the store of limits, if there is one.
    private static func gateway(
        _ name: String, _ ports: (port: Int, adminPort: Int, replicas: [ServiceName: [Int]]), limits: String?,
        _ settings: InstanceSettings
    ) throws -> ProcessPlan {
        var variables = try sharedSecrets(settings.directory)
        if let limits {
            variables["VOKOL_LIMITS_STORE_FILE"] = limits
            variables["VOKOL_LIMITS_STORE_GATEWAYS"] = "\(settings.gateways)"
        }
        var plan = process(
            name, program: "gateway", service: nil, port: ports.port, adminPort: ports.adminPort,
            flags: gatewayFlags(settings, port: ports.port, replicas: ports.replicas), variables: variables, settings)
        plan.fault = { [isReady = plan.fault, wanted = ports.replicas.mapValues(\.count)] pid in
            if let fault = await isReady(pid) { return fault }
            return await GatewayLinks.fault(adminPort: ports.adminPort, wanted: wanted)
        }
        return plan
    }

    /// Plans the store of limits, on its previous port if that is free.
    private static func limitStore(
        _ settings: InstanceSettings, previous: InstanceRecord?, _ taken: inout Set<Int>
    ) throws -> InstanceLimitStore {
        let wanted = previous?.process(InstanceLimitStore.process)?.port
        return try InstanceLimitStore(settings.directory, port: try Ports.free(wanting: wanted, except: &taken))
    }

    private static func process(
        _ name: String, program: String, service: ServiceName?, port: Int, adminPort: Int, flags: [String],
        variables: [String: String], _ settings: InstanceSettings
    ) -> ProcessPlan {
        // The parameters are the columns of the table of processes above; a type would name them a second time.
        // The operator's environment takes precedence, except over ports and addresses, which are passed as flags.
        var environment = variables.merging(settings.environment) { _, theirs in theirs }
        if let open = settings.accessOpen { environment["VOKOL_ACCESS_OPEN"] = open }
        return ProcessPlan(
            name: name, service: service?.rawValue,
            command: ChildCommand(
                executable: "\(settings.programs)/vokol-\(program)",
                arguments: flags + ["--admin-host", "127.0.0.1", "--admin-port", "\(adminPort)"],
                environment: environment, log: settings.directory.log(of: name)),
            port: port, adminPort: adminPort, fault: { _ in await readinessFault(adminPort) })
    }

    /// Plans the simulator, on its previous port if that is free.
    private static func simulator(
        _ settings: InstanceSettings, previous: InstanceRecord?, _ taken: inout Set<Int>
    ) throws -> ProcessPlan {
        let name = SimulatedParties.process
        let port = try Ports.free(wanting: previous?.process(name)?.port, except: &taken)
        return ProcessPlan(
            name: name, service: nil,
            command: ChildCommand(
                executable: "\(settings.programs)/vokol-\(name)",
                arguments: ["--port", "\(port)"] + (settings.zones.map { ["--zones", $0] } ?? []),
                environment: settings.environment, log: settings.directory.log(of: name)),
            port: port, adminPort: nil, fault: { _ in await SimulatorControl(port: port).fault() })
    }

    /// Returns the text of a process at `/readyz`; `nil` if it is ready.
    private static func readinessFault(_ port: Int) async -> String? {
        guard let (status, body) = try? await HealthProbe.get("/readyz", host: "127.0.0.1", port: port) else {
            return "is starting"
        }
        return status == 200 ? nil : body.split(separator: "\n").joined(separator: ", ")
    }

    // MARK: Settings of each process

    private static func variable(_ service: ServiceName, _ name: String) -> String {
        "VOKOL_\(service.rawValue.uppercased())_\(name)"
    }

    private static func sharedSecrets(_ directory: InstanceDirectory) throws -> [String: String] {
        ["VOKOL_LINK_SECRET_FILE": try directory.secretFile("link")]
    }

    /// Returns the environment variables for one service.
    ///
    /// Services are planned in the order of ``ServiceName``, so `replicas` already contains the ports of the services
    /// that this one calls.
    private static func variables(
        of service: ServiceName, _ settings: InstanceSettings, replicas: [ServiceName: [Int]]
    ) throws -> [String: String] {
        let directory = settings.directory
        var variables = try sharedSecrets(directory)
        if service.hasSecret {
            variables[variable(service, "SECRET_FILE")] = try directory.secretFile(
                InstanceDirectory.secretName(of: service))
        }
        if service != .auth {
            let port = replicas[.auth]?.first ?? ServiceName.auth.defaultPort
            variables["VOKOL_PEER_AUTH"] = "127.0.0.1:\(port)"
        }
        if service == .auth || service == .booking {
            variables["VOKOL_NOTIFY_SENDER"] = "file"
            variables["VOKOL_SMS_SENDER"] = "file"
            variables["VOKOL_NOTIFY_DEVELOPMENT"] = "true"
            variables["VOKOL_NOTIFY_FILE"] = directory.outbox
        }
        switch service {
        case .auth:
            let origins = settings.gatewayPorts.map { "https://localhost:\($0)" }
            variables["VOKOL_PASSKEYS_ORIGINS"] = origins.joined(separator: ",")
        case .booking:
            variables["VOKOL_PAYMENTS_PROVIDER"] = "simulated"
            variables["VOKOL_PAYMENTS_RETURN_HOSTS"] = returnHosts(settings)
            // The demonstration account has no telephone, and tests book many sets.
            variables["VOKOL_ONSITE_PHONE"] = "false"
            variables["VOKOL_ONSITE_NEWCOMER_SETS"] = "100"
            variables["VOKOL_PAYMENTS_SIMULATED_SECRET_FILE"] = try directory.secretFile(
                InstanceDirectory.paymentsSecretName)
        case .aggregator: variables["VOKOL_PLACES_ZONES"] = settings.zones
        case .schedule, .museums: break
        }
        return variables
    }

    /// Returns the hosts to which customers may return: the instance's own, and that of the contract's examples.
    private static func returnHosts(_ settings: InstanceSettings) -> String {
        let own = settings.hosts.flatMap { host in
            settings.gatewayPorts.map { host.contains(":") ? "[\(host)]:\($0)" : "\(host):\($0)" }
        }
        return (own + ["example.org"]).joined(separator: ",")
    }

    /// Returns the flags of a gateway; the one on the first port redirects browsers as well.
    private static func gatewayFlags(
        _ settings: InstanceSettings, port: Int, replicas: [ServiceName: [Int]]
    ) -> [String] {
        let certificates = CertificateFolder(path: settings.directory.certificates)
        var flags = [
            "--listen-host", settings.host, "--listen-port", "\(port)",
            "--redirect-port", "\(port == settings.port ? settings.redirectPort : -1)",
            "--public-address", "\(settings.names.first ?? "localhost"):\(port)",
            "--tls-certificate", certificates.certificateFile("server"), "--tls-key", certificates.keyFile("server"),
        ]
        if let web = settings.web { flags += ["--web-directory", web] }
        for (service, ports) in replicas.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            flags += ["--replicas-\(service.rawValue)", ports.map { "127.0.0.1:\($0)" }.joined(separator: ",")]
        }
        return flags
    }
}
