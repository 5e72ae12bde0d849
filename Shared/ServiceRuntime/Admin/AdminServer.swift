import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
public import ServiceLifecycle
import Synchronization

/// A condition that must hold before a process takes calls.
public struct ReadinessCheck: Sendable {
    /// The subject of the check, such as `database`.
    public let name: String
    /// Returns the fault, or `nil` if there is none; answers at once, from what is already known.
    public let fault: @Sendable () -> String?

    public init(_ name: String, fault: @escaping @Sendable () -> String?) {
        self.name = name
        self.fault = fault
    }
}

/// Serves `/healthz`, `/readyz` and `/metrics` to operators; on loopback by default.
public final class AdminServer: Service {
    private let host: String
    private let port: Int
    private let hosts: AdminHosts
    private let limits: AdminLimits
    private let metrics: Metrics
    private let checks: Mutex<[ReadinessCheck]>
    private let logger: Logger
    private let group: any EventLoopGroup
    private let isDraining = Atomic<Bool>(false)
    private let listeners: Listeners

    /// Creates the server.
    ///
    /// - Parameters:
    ///   - names: the names by which clients may address the port, besides its own host, IP addresses and `localhost`.
    ///   - checks: the readiness checks that apply until ``replaceChecks(_:)`` is called.
    ///   - listeners: the sockets of the process, of which the server opens `admin`.
    init(
        host: String, port: Int, names: [String] = [], limits: AdminLimits = AdminLimits(), metrics: Metrics,
        checks: [ReadinessCheck], logger: Logger, group: any EventLoopGroup, listeners: Listeners
    ) {
        self.host = host
        self.port = port
        hosts = AdminHosts(names + [host])
        self.limits = limits
        self.metrics = metrics
        self.checks = Mutex(checks)
        self.logger = logger
        self.group = group
        self.listeners = listeners
    }

    public func run() async throws {
        let channel = try await listen()
        try? await gracefulShutdown()
        isDraining.store(true, ordering: .relaxed)
        // Closes last, so that health stays visible while the other services drain.
        // A successor may have made it stop listening before.
        try? await channel.close().get()
    }

    private func listen() async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [limits] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AdminConnectionLimiter(maximum: limits.connections))
                }
            }
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AdminRequestLimiter(limits: limits))
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: true)
                    try channel.pipeline.syncOperations.addHandler(AdminHandler(answer: { self.answer($0, $1) }))
                }
            }
        do {
            return try await listeners.bind(bootstrap, host: host, port: port, purpose: "admin")
        } catch {
            throw SettingFault(
                name: CommonSettings.adminPort.name, detail: "cannot listen on \(host):\(port): \(error)")
        }
    }

    /// Reports from now on that the process is about to stop; called before anything else stops.
    func beginDraining() { isDraining.store(true, ordering: .relaxed) }

    /// Replaces the readiness checks.
    func replaceChecks(_ checks: [ReadinessCheck]) { self.checks.withLock { $0 = checks } }

    /// Returns the reasons why calls are not accepted; empty if they are.
    func faults() -> [String] {
        if isDraining.load(ordering: .relaxed) { return ["draining"] }
        return checks.withLock { $0 }.compactMap { check in check.fault().map { "\(check.name): \($0)" } }
    }

    private func answer(_ path: String, _ head: HTTPRequestHead) -> (HTTPResponseStatus, String, String) {
        guard hosts.admits(head) else {
            return (
                .misdirectedRequest, "text/plain; charset=utf-8",
                "Address this port by an IP address or as localhost, or add the name of Host to admin.hosts.\n"
            )
        }
        switch path {
        case "/healthz":
            return (.ok, "text/plain; charset=utf-8", "ok\n")
        case "/readyz":
            let faults = faults()
            return faults.isEmpty
                ? (.ok, "text/plain; charset=utf-8", "ready\n")
                : (.serviceUnavailable, "text/plain; charset=utf-8", faults.joined(separator: "\n") + "\n")
        case "/metrics":
            return (.ok, "text/plain; version=0.0.4; charset=utf-8", metrics.exposition())
        default:
            return (.notFound, "text/plain; charset=utf-8", "There are /healthz, /readyz and /metrics here.\n")
        }
    }
}

/// Answers one request at a time and discards the bodies.
private final class AdminHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    typealias Answer = (_ path: String, HTTPRequestHead) -> (HTTPResponseStatus, String, String)

    private let answer: Answer
    private var head: HTTPRequestHead?

    init(answer: @escaping Answer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let request = head.take() else { return }
            let (status, type, text) = answer(String(request.uri.prefix { $0 != "?" }), request)
            let body = context.channel.allocator.buffer(string: text)
            let head = HTTPResponseHead(
                version: .http1_1, status: status,
                headers: ["content-type": type, "content-length": "\(body.readableBytes)", "cache-control": "no-store"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
