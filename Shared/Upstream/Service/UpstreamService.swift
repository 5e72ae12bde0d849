public import Logging
public import NIOCore
public import ServiceLifecycle
public import ServiceRuntime

/// The resources that a process's calls to third parties share: HTTP client, file of answers, background loads.
///
/// Must run as long as the process takes calls: list it among the process's services.
public final class UpstreamService: Service {
    /// True if the third parties are simulated, which answers have to disclose.
    public let isSimulated: Bool
    /// The memory limit of all of the process's caches, in bytes.
    public let memoryBytes: Int

    private let configuration: UpstreamConfiguration
    private let transport: UpstreamTransport
    private let store: CacheStore?
    private let loads = LoadRunner()
    private let metrics: Metrics
    private let logger: Logger
    private let clock: UpstreamClock

    /// Creates the service of a process from its settings.
    ///
    /// - Throws: `SettingFault` if one of ``UpstreamSettings`` is unusable.
    public convenience init(_ boot: Bootstrap, process: String) throws(SettingFault) {
        try self.init(
            UpstreamSettings.configuration(boot.settings, process: process), group: boot.group, metrics: boot.metrics,
            logger: boot.logger, clock: UpstreamClock(now: boot.now))
    }

    /// Creates the service from a configuration.
    ///
    /// - Throws: `SettingFault` if the authority's file is unusable.
    public init(
        _ configuration: UpstreamConfiguration, group: any EventLoopGroup, metrics: Metrics, logger: Logger,
        clock: UpstreamClock = .system
    ) throws(SettingFault) {
        self.configuration = configuration
        isSimulated = configuration.isSimulated
        memoryBytes = configuration.memoryBytes
        do {
            transport = try UpstreamTransport(
                authorityFile: configuration.authorityFile, connectTimeout: configuration.connectTimeout, clock: clock,
                group: group)
        } catch {
            throw SettingFault(name: UpstreamSettings.authority.name, detail: "the file contains no certificates")
        }
        store = configuration.directory.map {
            CacheStore(
                directory: $0, process: configuration.process, maximumBytes: configuration.storeBytes,
                metrics: metrics, logger: logger)
        }
        self.metrics = metrics
        self.logger = logger
        self.clock = clock
        let loads = loads
        metrics.observe("vokol_upstream_loads", help: "Loads from third parties in progress or queued") {
            Double(loads.unfinished)
        }
    }

    /// Creates a third party; see ``UpstreamHost``.
    public func host(
        _ name: String, base: String, policy: HostPolicy = HostPolicy()
    ) throws(UpstreamAddressFault) -> UpstreamHost {
        try UpstreamHost(
            name: name, base: base, policy: policy,
            context: HostContext(
                userAgent: configuration.userAgent, transport: transport, metrics: metrics, logger: logger,
                clock: clock))
    }

    /// Creates a cache of values.
    ///
    /// - Parameters:
    ///   - name: the name in metrics and of its rows on disk. Values whose meaning changes need a new name: a program
    ///     reads values of its predecessor as long as it can decode them.
    ///   - memoryBytes: the limit of values as JSON and keys; decoded, they take several times as much.
    public func cache<Value: Codable & Sendable>(
        _ name: String, of type: Value.Type = Value.self, freshness: Freshness, memoryBytes: Int
    ) -> UpstreamCache<Value> {
        UpstreamCache(
            name: name, freshness: freshness, memoryBytes: memoryBytes,
            context: CacheContext(store: store, loads: loads, metrics: metrics, clock: clock))
    }

    public func run() async throws {
        await withGracefulShutdownHandler {
            await loads.run()
        } onGracefulShutdown: {
            self.loads.stop()
        }
        await transport.shutdown()
        await store?.close()
    }
}
