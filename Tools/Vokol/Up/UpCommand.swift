import ArgumentParser
import Contract
import GatewayClient
import Machine
import Platform
import UnixSignals

/// The command `vokol up`: runs an instance on this machine until Ctrl-C.
struct UpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Runs everything on this machine until Ctrl-C.",
        discussion: """
            Creates certificates from a local authority, starts a private PostgreSQL, the
            services and the gateway, and waits until all are ready. The first start creates a
            demonstration account. A process that ends is restarted.

            Third parties (weather, addresses, news, timetables) are the real ones if the
            machine has internet access, otherwise a simulator, and answers say so.
            --simulate and --no-simulate override this.

            The directory contains everything of the instance:

              answers/              cached answers of third parties
              certificates/ca.pem   the authority that clients trust
              outbox.jsonl          outgoing messages, one per line
              instance.json         ports and process ids
              logs/                 one log per process; NAME.log.1 is from the previous run
              postgres/             the data
              secrets/              passwords and keys, readable by the owner only

            All processes inherit the environment, so it can hold any setting:
            VOKOL_LOG_LEVEL=debug vokol up

            Weather, places, news and the timetable need no sign-in. VOKOL_ACCESS_OPEN= (empty)
            closes them, and --open opens more.

            The gateway serves the web client if it is built: from web/ beside the programs or
            one or two levels above, or from --web.

            EXAMPLES
              vokol up
              vokol up --replicas museums=2 --open museums
              vokol up --simulate
              vokol up --gateways 2
              vokol up --directory /tmp/second --port 9443 --redirect-port 9080
            """)

    @Option(help: "The directory of the instance.")
    var directory = InstanceDirectory.standard

    @Option(help: "The gateway's port for lines and HTTPS.")
    var port = 8443

    @Option(help: "The port that redirects browsers to HTTPS.")
    var redirectPort = 8080

    @Option(help: "The address that the gateway listens on; 0.0.0.0 for all.")
    var host = "127.0.0.1"

    @Option(
        name: .customLong("name"), help: "An additional host name of the gateway, for its certificate. Repeatable.")
    var names: [String] = []

    @Option(help: "The number of replicas of a service, 1 to 64, such as museums=2. Repeatable.")
    var replicas: [ReplicaCount] = []

    @Option(help: "The number of gateways, 1 to 8: on --port and the ports after it.")
    var gateways = 1

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Start a Valkey or Redis server, through which the gateways share rate limits; default: with several "
                + "gateways, if one is installed."))
    var limitsStore: Bool?

    @Option(
        help: "Another service to open without a sign-in, such as museums. Repeatable.",
        transform: { name in
            guard let service = ServiceName(rawValue: name) else {
                throw ValidationError("there is no service \(name)")
            }
            return service
        })
    var open: [ServiceName] = []

    @Option(help: "The directory of the built web client; default: web near the programs, if it is built.")
    var web: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Simulate third parties; default: without internet access.")
    var simulate: Bool?

    func validate() throws {
        for port in [port, redirectPort] where !(1...65_535).contains(port) {
            throw ValidationError("\(port) is not a port from 1 to 65535")
        }
        guard (1...8).contains(gateways), port + gateways - 1 <= 65_535 else {
            throw ValidationError("--gateways must lie between 1 and 8, and each needs a port from --port on")
        }
    }

    /// Returns the directory to serve; `nil` if none is given or found, or if the environment names it.
    private func webDirectory(programs: String, _ environment: [String: String]) throws -> String? {
        if let web {
            guard Files.exists("\(web)/\(WebDirectory.marker)") else {
                throw ValidationError("\(web) holds no built web client: \(WebDirectory.marker) is missing")
            }
            return Files.absolute(web)
        }
        let isNamed = WebDirectory.variables.contains { environment[$0] != nil }
        return isNamed ? nil : WebDirectory.standard(programs: programs)
    }

    func run() async throws {
        // The instance keeps running when the reader of its output goes away.
        signal(SIGPIPE, SIG_IGN)
        let began = ContinuousClock.now
        let directory = InstanceDirectory(directory)
        Terminal.print("Vokol \(Version.text) in \(directory.path)")
        let isSimulated: Bool
        if let simulate {
            isSimulated = simulate
        } else {
            isSimulated = await !InternetProbe.reaches()
        }
        if isSimulated {
            let cause =
                simulate == true ? "simulated" : "simulated, because none can be reached (--no-simulate overrides this)"
            Terminal.print("third parties", cause)
        }
        let (environment, programs) = (Environment.variables(), try Environment.executableDirectory())
        let sharing = LimitSharing(
            limitsStore, gateways: gateways, environment: environment,
            isInstalled: InstanceLimitStore.program() != nil)
        if sharing == .unavailable {
            Terminal.print(
                "rate limits",
                "each gateway counts alone, so a client has \(gateways) times its limit: install redis-server or "
                    + "valkey-server (--no-limits-store hides this)")
        }
        let settings = InstanceSettings(
            directory: directory, port: port, redirectPort: redirectPort, host: host, names: names,
            replicas: Dictionary(replicas.map { ($0.service, $0.count) }) { _, last in last }, open: open,
            web: try webDirectory(programs: programs, environment), zones: ZoneMapFile.standard(programs: programs),
            gateways: gateways, hasLimitStore: sharing == .store,
            isSimulated: isSimulated,
            environment: environment, programs: programs)
        let instance = try await Instance(settings)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals { await instance.requestStop() }
            }
            try await instance.run { record, auth in
                let account = try await DemonstrationAccount.provide(in: directory, by: auth)
                Terminal.print("\nReady in \((ContinuousClock.now - began).seconds).\n")
                Terminal.print(
                    ReadyMessage(record: record, directory: directory, account: account, hasWeb: settings.hasWeb).text)
            }
            group.cancelAll()
        }
    }
}
