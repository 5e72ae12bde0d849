import Contract
import Logging
import NIOCore
import NIOEmbedded
import TestSupport
import Values

@testable import Gateway
@testable import RPC
@testable import ServiceRuntime

/// A link that holds the calls it is given until the test answers them.
final class FakeLink: ReplicaLink {
    struct Sent {
        var id: LinkCallID
        var call: LinkCall
    }

    var sent: [Sent] = []
    var cancelled: [LinkCallID] = []
    var lateCharges: [LinkCallID: LateCharge] = [:]
    var isUsable = true
    var isClosed = false
    var limit = 1024
    var onClose: () -> Void = {}
    var onSignal: ((LinkSignal) -> Void)?
    var now: () -> NIODeadline = { .now() }
    private var next: UInt64 = 0

    var inFlight: Int { sent.count }

    func send(_ call: LinkCall, at now: NIODeadline) -> LinkCallID? {
        guard isUsable, sent.count < limit else { return nil }
        next += 1
        sent.append(Sent(id: LinkCallID(number: next), call: call))
        return LinkCallID(number: next)
    }

    func cancel(_ id: LinkCallID) {
        cancelled.append(id)
        sent.removeAll { $0.id == id }
    }

    func awaitCost(of id: LinkCallID, _ charge: @escaping LateCharge) { lateCharges[id] = charge }

    func forEachCall(_ body: (LinkCall) -> Void) {
        for each in sent { body(each.call) }
    }

    func close() {
        isClosed = true
        lose()
    }

    /// Answers a waiting call, by default the oldest.
    func answer(_ outcome: LinkOutcome, at index: Int = 0) { sent.remove(at: index).call.ended(outcome, at: now()) }

    /// Ends the connection and loses the waiting calls.
    func lose() {
        guard isUsable || isClosed else { return }
        isUsable = false
        let lost = sent
        sent = []
        for each in lost { each.call.ended(.lost, at: now()) }
        onClose()
    }

    static func object(_ code: ErrorCode) -> ByteBuffer {
        ByteBuffer(string: #"{"code":\#(code.number),"message":"m","data":{"traceId":"t"}}"#)
    }

    /// Returns a service's error with a reason.
    static func error(_ error: RPCError) -> LinkOutcome {
        .error(
            code: error.code.number, retryAfterMilliseconds: error.retryDelay(),
            object: ByteBuffer(bytes: error.encoded(traceID: "t", in: .english)))
    }

    static func error(_ code: ErrorCode, retryAfter: Int64? = nil) -> LinkOutcome {
        .error(code: code.number, retryAfterMilliseconds: retryAfter, object: object(code))
    }
}

/// An event loop of the gateway without sockets, whose time the test advances.
final class EdgeFixture {
    /// Its `now` is the real time in a file that does not import NIOEmbedded.
    let loop = EmbeddedEventLoop()
    let tokens = TestTokens()
    let accessTokens: AccessTokens
    let inFlight: CallsInFlight
    let metrics = Metrics()
    let ledger: Connections
    /// The gateway's log, besides the lines about calls.
    let log = LogRecorder()
    let spans = SpanQueue(OutcomeCounters("spans_total", help: "", in: Metrics()))
    private let linkCounts: LinkCounts
    private(set) var edge: EdgeLoop!
    /// The links to each replica of each service, newest last.
    private var links: [Replica: [FakeLink]] = [:]

    private struct Replica: Hashable {
        var service: ServiceName
        var port: Int
    }
    /// False if connections to replicas fail.
    var isReachable = true
    private(set) var refusals = 0
    var logged: [String] = []
    let logLevel = LogLevel(.info)

    init(
        limits: EdgeLimits = EdgeLimits(), policies: CallGate.Policies = CallGate.Policies(),
        routing: Router.Limits = Router.Limits(), open: Set<ServiceName> = [], replicas: Int = 1,
        web: WebSite? = nil, documents run: @escaping WorkRunner = { $0() }, publicAddress: String = "",
        inFlight maxima: CallsInFlight.Maxima = .init(user: .init(total: 64)),
        wallClock: @escaping @Sendable () -> Instant = SystemClock.now, traces: TraceSampling = .none
    ) throws {
        inFlight = CallsInFlight(capacity: 1024, maxima: maxima)
        accessTokens = AccessTokens(.init(issuer: "vokol", audience: "vokol", cacheCapacity: 64))
        accessTokens.install([tokens.published])
        linkCounts = LinkCounts(loops: 1, metrics: metrics)
        ledger = Connections(limits.ledger)
        // The clock of an embedded loop begins at zero, which leaves no room for deadlines in the past.
        loop.advanceTime(by: .hours(1))
        let gate = CallGate(
            policies: policies, limits: (RateLimiter(capacity: 1024), inFlight), tokens: accessTokens,
            onUnknownKey: {})
        let routes = try RouteTable(openServices: open)
        let router = Router(
            loop: loop, limits: routing, seed: 1,
            report: RoutingReport(metrics: metrics, logger: log.logger),
            dial: { [unowned self] service in
                { [unowned self] address, done, onClose in dial(service, address, done, onClose) }
            },
            onRefusal: { [unowned self] _ in refusals += 1 }, links: { [linkCounts] in linkCounts.links(to: $0, of: 0) }
        )
        edge = EdgeLoop(
            loop: loop,
            shared: EdgeLoop.Shared(
                limits: limits, gate: gate, routes: routes, openAPI: OpenAPIAnswer(openServices: open, run: run),
                openRPC: OpenRPCAnswer(openServices: open, run: run),
                web: try web ?? WebSite(directory: "", run: { $0() }),
                publicOrigin: PublicOrigin(publicAddress: publicAddress), metrics: EdgeMetrics(metrics),
                backlog: Backlog(limit: limits.backlog), ledger: ledger, topics: try TopicTable(routes: routes),
                streams: StreamLimits(limits.streams), wallClock: wallClock, sampling: traces),
            router: router,
            journal: CallJournal(
                metrics: CallMetrics(routes: routes.routes, metrics: metrics), logsCalls: true,
                level: logLevel, wallClock: SystemClock.now,
                sink: { [unowned self] in logged.append(String(decoding: $0, as: UTF8.self)) }, spans: spans),
            seed: 2)
        edge.start()
        for service in ServiceName.allCases { try install(Array(1...max(replicas, 1)), for: service) }
    }

    func install(_ ports: [Int], for service: ServiceName) throws {
        edge.router.install(try ports.map { try SocketAddress(ipAddress: "127.0.0.1", port: $0) }, for: service)
    }

    /// Returns the newest link to the replica of a service at a port.
    func link(_ port: Int = 1, of service: ServiceName = .museums) -> FakeLink {
        links[Replica(service: service, port: port)]?.last ?? FakeLink()
    }

    /// The unanswered calls on all links.
    var sent: [FakeLink.Sent] { links.values.joined().flatMap(\.sent) }

    private func dial(
        _ service: ServiceName, _ address: SocketAddress, _ done: (Result<any ReplicaLink, any Error>) -> Void,
        _ onClose: @escaping () -> Void
    ) {
        guard isReachable else { return done(.failure(ChannelError.connectTimeout(.seconds(1)))) }
        let link = FakeLink()
        link.onClose = onClose
        link.now = { [loop] in loop.now }
        links[Replica(service: service, port: address.port ?? 0), default: []].append(link)
        done(.success(link))
    }
}

/// A client of one channel handler, without TLS.
final class EmbeddedClient {
    let channel: EmbeddedChannel

    init(_ handler: some ChannelHandler, on loop: EmbeddedEventLoop) throws {
        channel = EmbeddedChannel(handler: nil, loop: loop)
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 5000)).wait()
        try channel.pipeline.syncOperations.addHandler(handler)
        loop.run()
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
    }

    /// Returns everything written since the last call.
    func output() throws -> String { String(decoding: try bytes(), as: UTF8.self) }

    /// Returns all bytes written since the last call.
    func bytes() throws -> [UInt8] {
        channel.embeddedEventLoop.run()
        var received: [UInt8] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { received += buffer.readableBytesView }
        return received
    }

    /// Returns the lines written since the last call.
    func lines() throws -> [String] { try output().split(separator: "\n").map(String.init) }

    var isOpen: Bool { channel.isActive }
}
