import AuthContract
import Contract
import Contracts
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import RPC
import ServiceLifecycle
public import ServiceRuntime

/// The gateway: the only program that clients talk to.
public struct GatewayProcess: ServiceProcess {
    public static let name = "gateway"
    public static let summary = "Serves clients over TLS and forwards their calls to the services"
    public static let defaultPort: Int? = nil
    public static let defaultAdminPort = 9900
    public static let settings = GatewayConfiguration.settings

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
    let listener: EdgeListener
    let keysKnown: ReadinessCheck
    let loops: EdgeLoops
    let certificates: [CertificateWatch]
    /// Present if there is a web client.
    let webReload: WebReload?

    /// The services to run, in the order of their dependencies.
    var services: [any Service] {
        certificates + [webReload].compactMap(\.self) + [replicaWatch, keyRefresh, eventFeed, listener]
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
        let gate = try Self.gate(boot, tokens: tokens, demand: demand)
        let openServices = Set(try ServiceName.allCases.filter { try boot.isOpen($0) })
        let linkTLS = try boot.linkTLS()
        let discovery = try Self.discovery(boot, linkTLS)
        let web = try Self.web(boot)
        webReload = web.files == nil ? nil : WebReload(site: web, logger: boot.logger)
        let routes = try RouteTable(openServices: openServices)
        let shared = EdgeLoop.Shared(
            limits: limits, gate: gate, routes: routes,
            openAPI: OpenAPIAnswer(openServices: openServices),
            openRPC: OpenRPCAnswer(openServices: openServices), web: web,
            publicOrigin: PublicOrigin(publicAddress: try settings.value(GatewayConfiguration.publicAddress)),
            metrics: EdgeMetrics(boot.metrics), backlog: Backlog(limit: limits.backlog),
            topics: try TopicTable(routes: routes), streams: StreamLimits(limits.streams), wallClock: boot.now,
            sampling: boot.spans == nil
                ? .none : TraceSampling(ratio: try settings.value(TelemetrySettings.tracesRatio)))
        loops = try await Self.loops(
            boot, links: Self.link(boot, linkTLS), shared: shared, discovery: discovery)
        replicaWatch = ReplicaWatch(discovery: discovery, loops: loops)
        keyRefresh = try Self.keyRefresh(boot, tokens: tokens, demand: demand, loops: loops)
        eventFeed = try Self.eventFeed(boot, loops: loops, metrics: shared.metrics.events)
        keysKnown = ReadinessCheck("keys") { tokens.hasKeys ? nil : "no token key is known yet" }
        let certificate = try EdgeCertificate(
            certificate: try settings.value(GatewayConfiguration.certificate),
            key: try settings.value(GatewayConfiguration.key),
            allowsTLS12: try settings.value(GatewayConfiguration.minimumTLS) == "1.2")
        certificates = [certificate.watch(boot.logger)] + (linkTLS.map { [boot.watch($0)] } ?? [])
        listener = EdgeListener(
            address: try Self.address(settings), tls: certificate, loops: loops,
            connections: Connections(limits.ledger), redirectConnections: Connections(limits.redirectLedger),
            gate: gate, metrics: shared.metrics, drainTime: try settings.value(CommonSettings.drainTimeout),
            logger: boot.logger, opened: { boot.listening.opened($0, port: $1) })
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

    private static func web(_ boot: Bootstrap) throws -> WebSite {
        let directory = try boot.settings.value(WebSettings.directory)
        let tiles = try TileServer(
            template: try boot.settings.value(WebSettings.tiles),
            attribution: try boot.settings.value(WebSettings.attribution))
        do throws(WebFault) {
            return try WebSite(
                directory: directory, tiles: tiles, run: { work in NIOThreadPool.singleton.submit { _ in work() } },
                onFault: { boot.logger.error("web file unusable", metadata: ["cause": .string("\($0)")]) })
        } catch {
            throw SettingFault(name: WebSettings.directory.name, detail: "\(error)")
        }
    }

    private static func gate(_ boot: Bootstrap, tokens: AccessTokens, demand: KeyDemand) throws -> CallGate {
        let keys = try boot.settings.value(LimitSettings.limitKeys)
        return CallGate(
            policies: try CallGate.Policies(boot.settings),
            limits: (
                rates: RateLimiter(capacity: keys),
                inFlight: InFlightLimiter(capacity: keys, maximum: try boot.settings.value(LimitSettings.userInFlight))
            ), tokens: tokens, onUnknownKey: { demand.wake() })
    }

    private static func discovery(_ boot: Bootstrap, _ linkTLS: LinkTLS?) throws -> Discovery {
        let requiresLoopback = try !boot.settings.value(GatewayConfiguration.plaintext) && linkTLS == nil
        var targets: [ServiceName: [ServiceTarget]] = [:]
        for service in ServiceName.allCases {
            let setting = GatewayConfiguration.replicas(of: service)
            let list = try ServiceTarget.list(try boot.settings.value(setting), defaultPort: service.defaultPort)
            if requiresLoopback, let remote = list.first(where: \.isRemoteAddress) {
                throw SettingFault(
                    name: setting.name,
                    detail: "\(remote.host) is another machine: \(GatewayConfiguration.linkAdvice)")
            }
            targets[service] = list
        }
        return Discovery(
            targets: targets, interval: try boot.settings.value(GatewayConfiguration.discoveryInterval),
            remoteWarning: requiresLoopback ? GatewayConfiguration.remoteWarning : nil, logger: boot.logger)
    }

    private static func loops(
        _ boot: Bootstrap, links: LinkConfiguration, shared: EdgeLoop.Shared, discovery: Discovery
    ) async throws -> EdgeLoops {
        let routing = try routing(boot)
        let calls = CallMetrics(routes: shared.routes.routes, metrics: boot.metrics)
        let linkCounts = LinkCounts(loops: count(of: boot.group), metrics: boot.metrics)
        let logsCalls = try boot.settings.value(CommonSettings.logCalls)
        var seeds = SystemRandomNumberGenerator()
        let seed = seeds.next()
        return try await EdgeLoops(group: boot.group, limits: shared.limits) { loop, index in
            let router = Router(
                loop: loop, limits: routing, seed: seed &+ UInt64(index) &* 2,
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
            let journal = CallJournal(
                metrics: calls, logsCalls: logsCalls, wallClock: boot.now, sink: { boot.logSink.write($0) },
                spans: boot.spans)
            let edge = EdgeLoop(
                loop: loop, shared: shared, router: router, journal: journal, seed: seed &+ UInt64(index) &* 2 &+ 1)
            edge.start()
            return edge
        }
    }

    private static func link(_ boot: Bootstrap, _ tls: LinkTLS?) throws -> LinkConfiguration {
        var link = LinkConfiguration(name: GatewayProcess.name, peer: "")
        link.tls = tls
        link.secret = try boot.linkSecret()
        link.allowPlaintextOffLoopback = try boot.settings.value(GatewayConfiguration.plaintext)
        link.connectTimeout = try boot.settings.value(GatewayConfiguration.connectTimeout)
        link.maximumInFlight = try boot.settings.value(GatewayConfiguration.linkInFlight)
        link.maximumAnswerBytes = try boot.settings.value(GatewayConfiguration.answerBytes)
        return link
    }

    private static func routing(_ boot: Bootstrap) throws -> Router.Limits {
        var limits = Router.Limits()
        limits.inFlight = try boot.settings.value(GatewayConfiguration.linkInFlight)
        limits.retryPercent = try boot.settings.value(GatewayConfiguration.retryPercent)
        // The floor applies to the process; each loop gets its share.
        let loops = count(of: boot.group)
        let floor = try boot.settings.value(GatewayConfiguration.retryFloor)
        limits.retryFloor = (floor + loops - 1) / max(loops, 1)
        return limits
    }

    private static func count(of group: any EventLoopGroup) -> Int {
        group.makeIterator().reduce(0) { count, _ in count + 1 }
    }

    private static func eventFeed(
        _ boot: Bootstrap, loops: EdgeLoops, metrics: EventMetrics
    ) throws -> EventFeed {
        let hints = try InnerMethod(Booking.Hints.self)
        return EventFeed(
            sources: [
                EventFeed.Source(service: .booking) { position, hasFailed in
                    try await hints.call(position, over: loops, .same(unless: hasFailed))
                }
            ],
            logger: boot.logger,
            deliver: { news in
                if case .everything = news { metrics.gaps.add() }
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
