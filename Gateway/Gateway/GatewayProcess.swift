import AuthContract
import Contract
import Contracts
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import RPC
import Resilience
import ServiceLifecycle
public import ServiceRuntime

/// The gateway: the only program that clients talk to.
public struct GatewayProcess: ServiceProcess {
    public static let name = "gateway"
    public static let summary = "Serves clients over TLS and forwards their calls to the services"
    public static let defaultPort: Int? = nil
    public static let defaultAdminPort = 9900
    public static let settings = GatewayConfiguration.settings
    public static let isReplaceable = true

    public static func check(_ settings: Settings) throws { try GatewayParts.check(settings) }

    public static func make(_ boot: Bootstrap) async throws -> ServiceParts {
        let parts = try await GatewayParts(boot)
        return ServiceParts(services: parts.services, readiness: [parts.keysKnown])
    }
}

/// The components of a gateway, created from its settings.
struct GatewayParts: Sendable {
    let replicaWatch: ReplicaWatch
    let keyRefresh: KeyRefresh
    let eventFeed: EventFeed
    /// The exchange with the store of limits; `nil` without a store.
    let limitSync: LimitSync?
    let listener: EdgeListener
    let keysKnown: ReadinessCheck
    let loops: EdgeLoops
    let certificates: [CertificateWatch]

    /// The services to run, in the order of their dependencies.
    var services: [any Service] {
        certificates + [replicaWatch, keyRefresh, eventFeed] + (limitSync.map { [$0] } ?? []) + [listener]
    }

    init(_ boot: Bootstrap) async throws {
        let settings = boot.settings
        let limits = try EdgeLimits(settings)
        let tokens = AccessTokens(
            .init(
                issuer: try settings.value(GatewayConfiguration.issuer),
                audience: try settings.value(GatewayConfiguration.audience),
                cacheCapacity: try settings.value(GatewayConfiguration.tokenCache)))
        let demand = KeyDemand()
        let limiter = RateLimiter(capacity: try settings.value(LimitSettings.limitKeys))
        limitSync = try LimitSync(boot, limiter: limiter)
        let gate = try Self.gate(boot, limiter, limitSync?.leases, tokens: tokens, demand: demand)
        let linkTLS = try settings.linkTLS()
        let discovery = Discovery(
            targets: try Self.targets(settings, linkTLS),
            interval: try settings.value(GatewayConfiguration.discoveryInterval),
            remoteWarning: try Self.requiresLoopback(settings, linkTLS) ? GatewayConfiguration.remoteWarning : nil,
            logger: boot.logger)
        let shared = try Self.shared(boot, limits, gate)
        loops = try await Self.loops(
            boot, links: Self.link(boot, linkTLS), shared: shared, discovery: discovery)
        replicaWatch = ReplicaWatch(discovery: discovery, loops: loops)
        keyRefresh = try Self.keyRefresh(boot, tokens: tokens, demand: demand, loops: loops)
        eventFeed = try Self.eventFeed(boot, loops: loops, metrics: shared.metrics.events)
        keysKnown = ReadinessCheck("keys") { tokens.hasKeys ? nil : "no token key is known yet" }
        let certificate = try Self.certificate(settings)
        certificates = [boot.watch(certificate.watch(boot.logger))] + (linkTLS.map { [boot.watch($0)] } ?? [])
        let connections = shared.ledger
        let redirects = Connections(limits.redirectLedger)
        listener = EdgeListener(
            address: try Self.address(settings), tls: certificate, loops: loops, connections: connections,
            warmUp: { [keysKnown, loops] in
                await Self.warmUp(loops, until: { keysKnown.fault() == nil })
            }, redirectConnections: redirects,
            metrics: shared.metrics, drainTime: try settings.value(CommonSettings.drainTimeout),
            logger: boot.logger, listeners: boot.listeners)
        boot.reload.onSettings { [loops] settings in
            let limits = try EdgeLimits(settings)
            let targets = try Self.targets(settings, linkTLS)
            let new = gate.with(
                try CallGate.Policies(settings), inFlight: try CallsInFlight.Maxima(settings))
            return {
                await loops.each { $0.follow(limits, new) }
                connections.follow(limits.ledger)
                redirects.follow(limits.redirectLedger)
                discovery.follow(targets)
            }
        }
    }

    /// Creates the parts that all event loops share.
    private static func shared(_ boot: Bootstrap, _ limits: EdgeLimits, _ gate: CallGate) throws -> EdgeLoop.Shared {
        let settings = boot.settings
        let web = try web(settings) {
            boot.logger.error("web file unusable", metadata: ["cause": .string("\($0)")])
        }
        if web.files != nil { boot.reload.onSignal(WebReload(site: web, logger: boot.logger).run) }
        let openServices = try openServices(boot)
        let routes = try routes(boot)
        return EdgeLoop.Shared(
            limits: limits, gate: gate, routes: routes,
            openAPI: OpenAPIAnswer(openServices: openServices, run: runOnThread),
            openRPC: OpenRPCAnswer(openServices: openServices, run: runOnThread), web: web,
            publicOrigin: PublicOrigin(publicAddress: try settings.value(GatewayConfiguration.publicAddress)),
            metrics: EdgeMetrics(boot.metrics), backlog: Backlog(limit: limits.backlog),
            ledger: Connections(limits.ledger), topics: try TopicTable(routes: routes),
            streams: StreamLimits(limits.streams), wallClock: boot.now,
            sampling: boot.spans == nil
                ? .none : TraceSampling(ratio: try settings.value(TelemetrySettings.tracesRatio)))
    }

    private static func openServices(_ boot: Bootstrap) throws -> Set<ServiceName> {
        Set(try ServiceName.allCases.filter { try boot.isOpen($0) })
    }

    private static func routes(_ boot: Bootstrap) throws -> RouteTable {
        try RouteTable(openServices: try openServices(boot))
    }

    /// Checks the settings, and the files that they name, without starting anything.
    static func check(_ settings: Settings) throws {
        let openServices = Set(try settings.value(CommonSettings.accessOpen).compactMap(ServiceName.init(rawValue:)))
        _ = try RouteTable(openServices: openServices)
        _ = try EdgeLimits(settings)
        _ = try CallGate.Policies(settings)
        try LimitStoreSettings.check(settings)
        _ = try address(settings)
        _ = try targets(settings, try settings.linkTLS())
        _ = try certificate(settings)
        _ = try web(settings) { _ in }
    }

    /// Runs work that would hold up an event loop.
    private static let runOnThread: WorkRunner = { work in NIOThreadPool.singleton.submit { _ in work() } }

    private static func certificate(_ settings: Settings) throws -> EdgeCertificate {
        try EdgeCertificate(
            certificate: try settings.value(GatewayConfiguration.certificate),
            key: try settings.value(GatewayConfiguration.key),
            allowsTLS12: try settings.value(GatewayConfiguration.minimumTLS) == "1.2")
    }

    private static func address(_ settings: Settings) throws -> EdgeListener.Address {
        let redirectPort = try settings.value(GatewayConfiguration.redirectPort)
        return EdgeListener.Address(
            host: try settings.value(GatewayConfiguration.host), port: try settings.value(GatewayConfiguration.port),
            redirectPort: redirectPort < 0 ? nil : redirectPort,
            publicAddress: try settings.value(GatewayConfiguration.publicAddress),
            backlog: try settings.value(GatewayConfiguration.backlog),
            balancers: try GatewayConfiguration.networks(GatewayConfiguration.proxyNetworks, in: settings))
    }

    private static func web(
        _ settings: Settings, onFault: @escaping @Sendable (WebFault) -> Void
    ) throws -> WebSite {
        let directory = try settings.value(WebSettings.directory)
        let tiles = try TileServer(
            template: try settings.value(WebSettings.tiles),
            attribution: try settings.value(WebSettings.attribution))
        do throws(WebFault) {
            return try WebSite(
                directory: directory, tiles: tiles, run: runOnThread, onFault: onFault)
        } catch {
            throw SettingFault(name: WebSettings.directory.name, detail: "\(error)")
        }
    }

    private static func gate(
        _ boot: Bootstrap, _ limiter: RateLimiter, _ leases: LimitLeases?, tokens: AccessTokens, demand: KeyDemand
    ) throws -> CallGate {
        let keys = try boot.settings.value(LimitSettings.limitKeys)
        return CallGate(
            policies: try CallGate.Policies(boot.settings),
            limits: (
                rates: limiter,
                inFlight: CallsInFlight(capacity: keys, maxima: try CallsInFlight.Maxima(boot.settings))
            ), leases: leases, tokens: tokens, onUnknownKey: { demand.wake() })
    }

    private static func requiresLoopback(_ settings: Settings, _ linkTLS: LinkTLS?) throws -> Bool {
        try !settings.value(GatewayConfiguration.plaintext) && linkTLS == nil
    }

    /// Returns the places to find the replicas of each service.
    private static func targets(
        _ settings: Settings, _ linkTLS: LinkTLS?
    ) throws -> [ServiceName: [ServiceTarget]] {
        let requiresLoopback = try requiresLoopback(settings, linkTLS)
        var targets: [ServiceName: [ServiceTarget]] = [:]
        for service in ServiceName.allCases {
            let setting = GatewayConfiguration.replicas(of: service)
            let list = try ServiceTarget.list(try settings.value(setting), defaultPort: service.defaultPort)
            if requiresLoopback, let remote = list.first(where: \.isRemoteAddress) {
                throw SettingFault(
                    name: setting.name,
                    detail: "\(remote.host) is another machine: \(GatewayConfiguration.linkAdvice)")
            }
            targets[service] = list
        }
        return targets
    }

    private static func loops(
        _ boot: Bootstrap, links: LinkConfiguration, shared: EdgeLoop.Shared, discovery: Discovery
    ) async throws -> EdgeLoops {
        let routing = try routing(boot)
        // One for each event loop: calls retain routes, and loops that shared them would contend for the counts.
        let tables = try (0..<count(of: boot.group)).map { _ in try routes(boot) }
        let report = RoutingReport(metrics: boot.metrics, logger: boot.logger)
        let linkCounts = LinkCounts(loops: count(of: boot.group), metrics: boot.metrics)
        let logsCalls = try boot.settings.value(CommonSettings.logCalls)
        var seeds = SystemRandomNumberGenerator()
        let seed = seeds.next()
        return try await EdgeLoops(group: boot.group, limits: shared.limits) { loop, index in
            let router = Router(
                loop: loop, limits: routing, seed: seed &+ UInt64(index) &* 2, report: report,
                dial: { service in
                    { address, done, onClose in
                        var link = links
                        link.peer = service.rawValue
                        LinkConnection.connect(
                            to: address, on: loop, configuration: link, onClose: { _ in onClose() }
                        ).assumeIsolated().whenComplete { done($0.map { $0 as any ReplicaLink }) }
                    }
                },
                onRefusal: { discovery.requestLookUp(of: $0) }, links: { linkCounts.links(to: $0, of: index) })
            var shared = shared
            shared.routes = tables[index]
            let calls = CallMetrics(routes: shared.routes.routes, metrics: boot.metrics)
            let journal = CallJournal(
                metrics: calls, logsCalls: logsCalls, level: boot.logLevel, wallClock: boot.now,
                sink: { boot.logSink.write($0) }, spans: boot.spans)
            let edge = EdgeLoop(
                loop: loop, shared: shared, router: router, journal: journal, seed: seed &+ UInt64(index) &* 2 &+ 1)
            edge.start()
            return edge
        }
    }

    /// The silence after which a link with calls in flight is closed.
    private static let silenceBeforeClosing = Duration.seconds(15)

    private static func link(_ boot: Bootstrap, _ tls: LinkTLS?) throws -> LinkConfiguration {
        var link = LinkConfiguration(name: GatewayProcess.name, peer: "")
        link.tls = tls
        link.secret = try boot.settings.linkSecret()
        link.allowPlaintextOffLoopback = try boot.settings.value(GatewayConfiguration.plaintext)
        link.connectTimeout = try boot.settings.value(GatewayConfiguration.connectTimeout)
        link.maximumInFlight = try boot.settings.value(GatewayConfiguration.linkInFlight)
        link.maximumAnswerBytes = try boot.settings.value(GatewayConfiguration.answerBytes)
        // A replica is silent once the answer to a ping is as late as the ping was.
        link.pingWhenBusy = try boot.settings.value(GatewayConfiguration.ejectionSilence) / 2
        link.missedPingsWhenBusy = max(2, Int(silenceBeforeClosing / link.pingWhenBusy))
        return link
    }

    private static func routing(_ boot: Bootstrap) throws -> Router.Limits {
        var limits = Router.Limits()
        limits.inFlight = try boot.settings.value(GatewayConfiguration.linkInFlight)
        limits.retryPercent = try boot.settings.value(GatewayConfiguration.retryPercent)
        limits.slowTime = try boot.settings.value(GatewayConfiguration.ejectionSlow)
        limits.shedding.target = try boot.settings.value(GatewayConfiguration.overloadWait)
        limits.waiting.time = try boot.settings.time(GatewayConfiguration.restartWait)
        // The floor applies to the process; each loop gets its share.
        let loops = count(of: boot.group)
        let floor = try boot.settings.value(GatewayConfiguration.retryFloor)
        limits.retryFloor = (floor + loops - 1) / max(loops, 1)
        return limits
    }

    /// Waits until keys are known and each service that has replicas is linked, or at most 30 s.
    ///
    /// A service that is down now was down for the predecessor as well.
    private static func warmUp(_ loops: EdgeLoops, until isReady: @Sendable () -> Bool) async {
        for _ in 0..<600 where !Task.isCancelled {
            if isReady(), await loops.areLinked() { return }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private static func count(of group: any EventLoopGroup) -> Int {
        group.makeIterator().reduce(0) { count, _ in count + 1 }
    }

    private static func eventFeed(
        _ boot: Bootstrap, loops: EdgeLoops, metrics: EventMetrics
    ) throws -> EventFeed {
        func source<M: Method>(_ method: M.Type) throws -> EventFeed.Source
        where M.Params == HintPosition, M.Result == HintPage {
            let hints = try InnerMethod(method)
            return EventFeed.Source(service: method.declaration.service) { position, hasFailed in
                try await hints.call(position, over: loops, .same(unless: hasFailed))
            }
        }
        return EventFeed(
            sources: [
                try source(Booking.Hints.self), try source(Schedule.Hints.self), try source(Museums.Hints.self),
                try source(Aggregator.Hints.self),
            ],
            logger: boot.logger,
            deliver: { news in
                if case .resync = news { metrics.gaps.add() }
                loops.eachLater { $0.hub.deliver(news) }
            })
    }

    private static func keyRefresh(
        _ boot: Bootstrap, tokens: AccessTokens, demand: KeyDemand, loops: EdgeLoops
    ) throws -> KeyRefresh {
        let keySet = try InnerMethod(Auth.KeySet.self)
        let revocations = try InnerMethod(Auth.Revocations.self)
        var times = KeyRefresh.Times()
        times.keys = try boot.settings.value(GatewayConfiguration.keysInterval)
        times.revocations = try boot.settings.value(GatewayConfiguration.revocationsInterval)
        return KeyRefresh(
            tokens: tokens, demand: demand, times: times, now: boot.now, logger: boot.logger,
            fetchKeys: { try await keySet.call(Empty(), over: loops).keys },
            fetchRevocations: { try await revocations.call(.init(after: $0), over: loops) })
    }
}

/// Passes changed replica addresses to the event loops, and closes their links at the end.
struct ReplicaWatch: Service {
    let discovery: Discovery
    let loops: EdgeLoops

    func run() async throws {
        let (discovery, loops) = (discovery, loops)
        try await cancelWhenGracefulShutdown {
            try await discovery.run { addresses, service in
                await loops.each { $0.router.install(addresses, for: service) }
            }
        }
        await loops.each { $0.router.close() }
    }
}
