public import Contract
public import Logging
public import NIOCore
public import ServiceLifecycle
public import Values

/// A Vokol program, which ``ServiceMain`` runs.
public protocol ServiceProcess: Sendable {
    /// The short name: `auth` makes the program `vokol-auth` with settings from `VOKOL_AUTH_…`, then `VOKOL_…`.
    static var name: String { get }
    /// The program's purpose in one sentence, for `--help`.
    static var summary: String { get }
    /// The default port for calls; `nil` for a program without the line protocol.
    static var defaultPort: Int? { get }
    /// The default port for metrics and health.
    static var defaultAdminPort: Int { get }
    /// True if a new process may take over the sockets of a running one; see ``TakeoverSettings``.
    static var isReplaceable: Bool { get }
    /// The program's own settings, beyond those of every process.
    static var settings: [any SettingDeclaration] { get }
    /// The program's commands, such as `import`.
    static var commands: [ProcessCommand] { get }
    /// Checks what the settings name, such as files, without starting anything; throws for the first fault.
    static func check(_ settings: Settings) throws
    /// Creates the process from its settings, without starting anything.
    static func make(_ boot: Bootstrap) async throws -> ServiceParts
}

extension ServiceProcess {
    public static var commands: [ProcessCommand] { [] }

    public static var isReplaceable: Bool { false }

    public static func check(_ settings: Settings) throws {}

    /// All settings of the process, in the order of the documentation.
    public static var allSettings: [any SettingDeclaration] {
        settings + (defaultPort.map { ListenSettings.all(defaultPort: $0) } ?? [])
            + (isReplaceable ? TakeoverSettings.all : []) + CommonSettings.all(defaultAdminPort: defaultAdminPort)
            + TelemetrySettings.all
    }
}

/// The components of a process.
public struct ServiceParts: Sendable {
    /// The methods that the process serves on the line protocol, if any.
    public var methods: MethodTable?
    /// The services to run, in the order of their dependencies; they are stopped in reverse order.
    public var services: [any Service]
    /// The services that are stopped before the calls drain, because calls wait for them.
    public var stoppedFirst: [any Service]
    /// The checks that must pass before calls are accepted.
    public var readiness: [ReadinessCheck]

    public init(
        methods: MethodTable? = nil, services: [any Service] = [], stoppedFirst: [any Service] = [],
        readiness: [ReadinessCheck] = []
    ) {
        self.methods = methods
        self.services = services
        self.stoppedFirst = stoppedFirst
        self.readiness = readiness
    }
}

/// The resources for creating a process.
public struct Bootstrap: Sendable {
    public let settings: Settings
    public let logger: Logger
    /// The sink for finished log lines, for components that format their own lines, and the lowest level of these.
    public let logSink: LogSink
    public let logLevel: LogLevel
    public let metrics: Metrics
    public let group: any EventLoopGroup
    /// The time of day; tests can replace it.
    public let now: @Sendable () -> Instant
    /// The sockets that the process listens on.
    public let listeners: Listeners
    /// The reload of settings, with which the parts of the process that follow them register.
    public let reload: ProcessReload
    /// Takes the spans of sampled calls; `nil` if none are exported.
    public internal(set) var spans: SpanQueue?

    public init(
        settings: Settings, logger: Logger, logSink: LogSink, logLevel: LogLevel, metrics: Metrics,
        group: any EventLoopGroup, now: @escaping @Sendable () -> Instant, listeners: Listeners, reload: ProcessReload
    ) {
        // Resources, one by one: created once per process.
        self.settings = settings
        self.logger = logger
        self.logSink = logSink
        self.logLevel = logLevel
        self.metrics = metrics
        self.group = group
        self.now = now
        self.listeners = listeners
        self.reload = reload
    }

    /// Returns the same with a queue for spans.
    func recording(_ spans: SpanQueue?) -> Bootstrap {
        var copy = self
        copy.spans = spans
        return copy
    }

    /// Returns true if the setting `access.open` names the service.
    public func isOpen(_ service: ServiceName) throws -> Bool {
        try settings.value(CommonSettings.accessOpen).contains(service.rawValue)
    }
}

/// A command of a program, such as `vokol-museums import FILE.csv`.
public struct ProcessCommand: Sendable {
    public let name: String
    /// The arguments after the name, such as `FILE.csv`, for `--help`.
    public let usage: String
    public let summary: String
    /// Runs the command and returns the exit code.
    public let run: @Sendable (_ arguments: [String], _ boot: Bootstrap) async throws -> Int32

    public init(
        _ name: String, usage: String = "", summary: String,
        run: @escaping @Sendable (_ arguments: [String], _ boot: Bootstrap) async throws -> Int32
    ) {
        self.name = name
        self.usage = usage
        self.summary = summary
        self.run = run
    }
}
