import ArgumentParser
import Contracts
import Platform
import UnixSignals

/// `vokol up`: everything on this machine, until Ctrl-C.
struct UpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Runs everything on this machine until Ctrl-C.",
        discussion: """
            Makes certificates from a local authority, starts a private PostgreSQL, the
            services and the gateway, waits until all are ready and the gateway reaches them,
            and makes a demonstration account once. A process that dies is started again.

            Third parties (weather, addresses, news, the timetable) are real ones if any can
            be reached, else those of a simulator, and answers say so; --simulate and
            --no-simulate decide it.

            All of an instance lives in its directory:

              answers/              what third parties gave, so that it outlives a restart
              certificates/ca.pem   what clients have to trust
              outbox.jsonl          messages that would have been sent, one a line
              instance.json         ports and process numbers
              logs/                 one log a process; NAME.log.1 is of the run before
              postgres/             the data
              secrets/              passwords and keys, for the owner's eyes

            The environment is handed on, so that any setting can be given:
            VOKOL_LOG_LEVEL=debug vokol up

            EXAMPLES
              vokol up
              vokol up --replicas museums=2 --open museums
              vokol up --simulate
              vokol up --directory /tmp/second --port 9443 --redirect-port 9080
            """)

    @Option(help: "The directory of the instance.")
    var directory = InstanceDirectory.standard

    @Option(help: "The gateway's port, for lines and HTTPS.")
    var port = 8443

    @Option(help: "The port that sends browsers on to HTTPS.")
    var redirectPort = 8080

    @Option(help: "The address that the gateway listens on; 0.0.0.0 for every one of this machine.")
    var host = "127.0.0.1"

    @Option(
        name: .customLong("name"), help: "A further host name of the gateway, for its certificate; may be repeated.")
    var names: [String] = []

    @Option(help: "How many replicas of a service run, 1 to 64, such as museums=2; may be repeated.")
    var replicas: [ReplicaCount] = []

    @Option(
        help: "A service whose methods anyone may call without signing in, such as museums; may be repeated.",
        transform: { name in
            guard let service = ServiceName(rawValue: name) else {
                throw ValidationError("there is no service called \(name)")
            }
            return service
        })
    var open: [ServiceName] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Whether third parties are simulated; if not given, where none can be reached.")
    var simulate: Bool?

    func validate() throws {
        for port in [port, redirectPort] where !(1...65_535).contains(port) {
            throw ValidationError("\(port) is no port: 1 to 65535")
        }
    }

    func run() async throws {
        // Who reads what is printed may go away; the instance stays.
        signal(SIGPIPE, SIG_IGN)
        let began = ContinuousClock.now
        let directory = InstanceDirectory(directory)
        Terminal.say("Vokol \(Version.text) in \(directory.path)")
        let isSimulated: Bool
        if let simulate {
            isSimulated = simulate
        } else {
            isSimulated = await !InternetProbe.reaches()
        }
        if isSimulated {
            let cause = simulate == true ? "are simulated" : "cannot be reached, and are simulated (--no-simulate: not)"
            Terminal.say("third parties", cause)
        }
        let instance = try await Instance(
            InstanceSettings(
                directory: directory, port: port, redirectPort: redirectPort, host: host, names: names,
                replicas: Dictionary(replicas.map { ($0.service, $0.count) }) { _, last in last }, open: open,
                isSimulated: isSimulated, environment: Environment.variables(),
                programs: try Environment.executableDirectory()))
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals { await instance.requestStop() }
            }
            try await instance.run { record, auth in
                let account = try await DemonstrationAccount.provide(in: directory, by: auth)
                Terminal.say("\nReady in \((ContinuousClock.now - began).seconds).\n")
                Terminal.say(Welcome(record: record, directory: directory, account: account).text)
            }
            group.cancelAll()
        }
    }
}
