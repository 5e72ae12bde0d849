import CoreMetrics
import Logging
import NIOCore
import NIOPosix
import Platform
import RPC
import ServiceLifecycle
import UnixSignals

/// Runs a program from its command line to its exit code; every `main` calls it.
public enum ServiceMain {
    /// Runs the program with this process's arguments and environment, and exits.
    public static func run<Process: ServiceProcess>(_ process: Process.Type) -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        MainThread.run { await run(process, arguments: arguments, environment: EnvironmentVariables.all()) }
    }

    /// Runs the program and returns its exit code: 0 for success, 1 for failure, 2 for unusable arguments or settings.
    static func run<Process: ServiceProcess>(
        _ process: Process.Type, arguments: [String], environment: [String: String]
    ) async -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            print(HelpText.program(process), terminator: "")
            return 0
        }
        if arguments.first == "settings", arguments.dropFirst().first == "--markdown" {
            print(HelpText.table(process), terminator: "")
            return 0
        }
        do {
            return try await dispatch(process, arguments: arguments, environment: environment)
        } catch let fault as SettingFault {
            printError("vokol-\(Process.name): \(fault)")
            return 2
        } catch {
            printError("vokol-\(Process.name): \(error)")
            return 1
        }
    }

    private static func dispatch<Process: ServiceProcess>(
        _ process: Process.Type, arguments: [String], environment: [String: String]
    ) async throws -> Int32 {
        let invocation = try Invocation(process, arguments)
        let read = { @Sendable [flags = invocation.flags] () throws(SettingFault) in
            try SettingSource.standard(process: Process.name, arguments: flags, environment: environment)
        }
        let source = try read()
        // Health checks must work without the other settings, such as the address of the database.
        if invocation.name == "health" { return try await checkHealth(process, source) }
        let settings = try Settings(Process.allSettings, source: source)
        switch invocation.name {
        case "settings":
            for (name, value) in settings.effective(Process.allSettings) { print("\(name) = \(value)") }
            return 0
        case "check":
            try Process.check(settings)
            print("the settings are usable")
            return 0
        default:
            return try await run(process, invocation, settings, read: read)
        }
    }

    private static func checkHealth<Process: ServiceProcess>(
        _ process: Process.Type, _ source: SettingSource
    ) async throws -> Int32 {
        let port = CommonSettings.adminPort(default: Process.defaultAdminPort)
        let settings = try Settings([CommonSettings.adminHost, port], source: source)
        return await HealthProbe.run(
            host: try settings.value(CommonSettings.adminHost), port: try settings.value(port))
    }

    /// Runs a command of the process, or the process itself until it is stopped.
    private static func run<Process: ServiceProcess>(
        _ process: Process.Type, _ invocation: Invocation, _ settings: Settings,
        read: @escaping @Sendable () throws(SettingFault) -> SettingSource
    ) async throws -> Int32 {
        let command = invocation.command
        let group = MultiThreadedEventLoopGroup.singleton
        // A command prints to standard output, so its log goes to standard error.
        let sink = try LogSink(descriptor: command == nil ? STDOUT_FILENO : STDERR_FILENO)
        defer { sink.close() }
        let level = LogLevel(command == nil ? try CommonSettings.level(settings) : .warning)
        let logger = Logger(label: "vokol-\(Process.name)") { _ in
            JSONLogHandler(service: Process.name, level: level, sink: sink)
        }
        let metrics = Metrics()
        let reload = ProcessReload(of: settings, Process.allSettings, metrics: metrics, logger: logger, read: read)
        reload.onSettings { settings in
            let new = try CommonSettings.level(settings)
            return { level.current = new }
        }
        let path = command == nil && Process.isReplaceable ? try settings.value(TakeoverSettings.socket) : ""
        let predecessor = path.isEmpty ? nil : try Predecessor(at: path)
        let boot = Bootstrap(
            settings: settings, logger: logger, logSink: sink, logLevel: level, metrics: metrics, group: group,
            now: SystemClock.now, listeners: Listeners(inherited: predecessor?.sockets ?? [:]), reload: reload)
        if let command { return try await command.run(invocation.words, boot) }
        try await serve(process, boot: boot, takeoverPath: path, replacing: predecessor)
        return 0
    }

    private static func serve<Process: ServiceProcess>(
        _ process: Process.Type, boot: Bootstrap, takeoverPath: String, replacing predecessor: Predecessor?
    ) async throws {
        signal(SIGPIPE, SIG_IGN)
        MetricsSystem.bootstrap(LibraryMetrics(boot.metrics))
        try TimeZoneDatabase.check()
        let inForce = SettingsInForce(values: boot.settings.effective(Process.allSettings))
        boot.logger.notice("starting", metadata: ["settings": .stringConvertible(inForce)])
        let started = ContinuousClock.now
        let drainTimeout = try boot.settings.value(CommonSettings.drainTimeout)
        // Health and metrics are available at once, even while the process waits for its database.
        let admin = AdminServer(
            host: try boot.settings.value(CommonSettings.adminHost),
            port: try boot.settings.value(CommonSettings.adminPort(default: Process.defaultAdminPort)),
            names: try boot.settings.value(CommonSettings.adminHosts),
            metrics: boot.metrics, checks: [ReadinessCheck("start") { "not finished" }], logger: boot.logger,
            group: boot.group, listeners: boot.listeners)
        ProcessMetrics.register(in: boot.metrics, sink: boot.logSink)
        let telemetry = try Telemetry(
            Process.name, boot.settings, metrics: boot.metrics, logger: boot.logger, group: boot.group)
        let recordingBoot = boot.recording(telemetry?.spans)
        let life = ProcessLife()
        var always: [any Service] = [admin, ReloadTriggers(reload: boot.reload)]
        if !takeoverPath.isEmpty {
            always.append(
                Takeover(
                    path: takeoverPath, predecessor: predecessor, listeners: boot.listeners,
                    faults: { admin.faults() }, logger: boot.logger, drain: { kill(getpid(), SIGTERM) }))
        }
        let adminGroup = ServiceGroup(services: always, logger: boot.logger)

        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await adminGroup.run() }
            tasks.addTask { await endOnSignal(admin, life, logger: boot.logger) }
            tasks.addTask {
                try await life.run {
                    var parts = try await Process.make(recordingBoot)
                    // The first to start, so that it stops last and exports the calls that were drained.
                    if let telemetry { parts.services.insert(telemetry.exporter, at: 0) }
                    admin.replaceChecks(parts.readiness)
                    return try serviceGroup(
                        process, of: parts, boot: recordingBoot, drainTimeout: drainTimeout, started: started)
                }
                // Health stays visible while everything else drains.
                await adminGroup.triggerGracefulShutdown()
            }
            // The task that waits for signals never ends by itself.
            try await tasks.next()
            try await tasks.next()
            tasks.cancelAll()
        }
        boot.logger.notice("stopped")
    }

    /// Returns the services of a process, which stop in reverse order.
    ///
    /// Those of ``ServiceParts/stoppedFirst`` stop first. Then calls drain, and then the services that they need stop.
    private static func serviceGroup<Process: ServiceProcess>(
        _ process: Process.Type, of parts: ServiceParts, boot: Bootstrap, drainTimeout: Duration,
        started: ContinuousClock.Instant
    ) throws -> ServiceGroup {
        var services = parts.services
        if let methods = parts.methods, let defaultPort = Process.defaultPort {
            let server = try CallServer(methods, defaultPort: defaultPort, drainTimeout: drainTimeout, boot: boot)
            services.append(server)
            if let certificates = server.certificates { services.append(certificates) }
        }
        services += parts.stoppedFirst
        services.append(Announcement(boot: boot, started: started))
        var configuration = ServiceGroupConfiguration(
            services: services.map { .init(service: $0, failureTerminationBehavior: .cancelGroup) }, logger: boot.logger
        )
        configuration.maximumGracefulShutdownDuration = drainTimeout + .seconds(2)
        return ServiceGroup(configuration: configuration)
    }

    private static func endOnSignal(_ admin: AdminServer, _ life: ProcessLife, logger: Logger) async {
        for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
            logger.notice("stopping", metadata: ["signal": .string("\(signal)")])
            admin.beginDraining()
            await life.stop()
            break
        }
        // A second signal ends the process at once.
        for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) { exit(130) }
    }

    private static func printError(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// The arguments of a program: a command with its words, and flags.
private struct Invocation {
    /// The name of a command; `nil` to serve.
    let name: String?
    /// The command of the process itself; `nil` for one that all processes have.
    let command: ProcessCommand?
    let words: [String]
    let flags: [String]

    init<Process: ServiceProcess>(_ process: Process.Type, _ arguments: [String]) throws(SettingFault) {
        let isCommand = arguments.first.map { !$0.hasPrefix("-") } ?? false
        let name = isCommand ? arguments[0] : nil
        let rest = isCommand ? Array(arguments.dropFirst()) : arguments
        let command = Process.commands.first { $0.name == name }
        if let name, command == nil, !["health", "settings", "check"].contains(name) {
            throw SettingFault(name: name, detail: "is not a command of vokol-\(Process.name); see --help")
        }
        // A command's positional arguments come before the first flag.
        words = command == nil ? [] : Array(rest.prefix { !$0.hasPrefix("--") })
        flags = Array(rest.dropFirst(words.count))
        (self.name, self.command) = (name, command)
        if let fault = FlagCheck.firstUnknown(in: flags, declarations: Process.allSettings) { throw fault }
    }
}
