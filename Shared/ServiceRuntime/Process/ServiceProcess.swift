public import Contract
public import Logging
public import NIOCore
public import ServiceLifecycle
public import Values

/// A program of Vokol: what ``ServiceMain`` needs to run it.
public protocol ServiceProcess: Sendable {
    /// The short name: `auth` is the program `vokol-auth`, its settings are `VOKOL_AUTH_…` before `VOKOL_…`.
    static var name: String { get }
    /// One sentence for `--help`.
    static var summary: String { get }
    /// The port on which calls are taken unless told otherwise; `nil` for a program that takes none by lines.
    static var defaultPort: Int? { get }
    /// The port for metrics and health unless told otherwise.
    static var defaultAdminPort: Int { get }
    /// The settings of its own, beyond those that every process has.
    static var settings: [any SettingDeclaration] { get }
    /// What else the program can do, such as `import`.
    static var commands: [ProcessCommand] { get }
    /// Builds the process from its settings; nothing may have been started when this returns.
    static func make(_ boot: Bootstrap) async throws -> ServiceParts
}

extension ServiceProcess {
    public static var commands: [ProcessCommand] { [] }

    /// Every setting of the process, in the order of the documentation.
    public static var allSettings: [any SettingDeclaration] {
        settings + (defaultPort.map { ListenSettings.all(defaultPort: $0) } ?? [])
            + CommonSettings.all(defaultAdminPort: defaultAdminPort)
    }
}

/// What a process consists of.
public struct ServiceParts: Sendable {
    /// The methods that it answers by lines, if any.
    public var methods: MethodTable?
    /// What runs beside them, in the order in which the parts need each other; stopped in reverse.
    public var services: [any Service]
    /// What must be well before calls are taken.
    public var readiness: [ReadinessCheck]
    /// Further facts for the line that is printed when the process has started, such as ports.
    public var announcement: @Sendable () -> [(String, String)]

    public init(
        methods: MethodTable? = nil, services: [any Service] = [], readiness: [ReadinessCheck] = [],
        announcement: @escaping @Sendable () -> [(String, String)] = { [] }
    ) {
        self.methods = methods
        self.services = services
        self.readiness = readiness
        self.announcement = announcement
    }
}

/// What a process is built from.
public struct Bootstrap: Sendable {
    public let settings: Settings
    public let logger: Logger
    /// Where finished log lines go, for whoever formats its own.
    public let logSink: LogSink
    public let metrics: Metrics
    public let group: any EventLoopGroup
    /// The time of day; a test can set it.
    public let now: @Sendable () -> Instant
    /// The address of the port for calls is known once the process listens; see ``ListeningPort``.
    public let listening: ListeningPort

    public init(
        settings: Settings, logger: Logger, logSink: LogSink, metrics: Metrics, group: any EventLoopGroup,
        now: @escaping @Sendable () -> Instant, listening: ListeningPort
    ) {
        self.settings = settings
        self.logger = logger
        self.logSink = logSink
        self.metrics = metrics
        self.group = group
        self.now = now
        self.listening = listening
    }

    /// Whether the setting `access.open` names a service.
    public func isOpen(_ service: ServiceName) throws -> Bool {
        try settings.value(CommonSettings.accessOpen).contains(service.rawValue)
    }
}

/// A further command of a program: `vokol-museums import FILE.csv`.
public struct ProcessCommand: Sendable {
    public let name: String
    /// What follows the name, such as `FILE.csv`, for `--help`.
    public let usage: String
    public let summary: String
    /// Does the work and returns the exit code.
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
