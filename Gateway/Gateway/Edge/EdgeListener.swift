import Lines
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle
import ServiceRuntime

/// Listens on the ports for clients, accepts connections, and drains them when the process ends.
struct EdgeListener: Service {
    /// The addresses to listen on.
    struct Address: Sendable {
        var host: String
        /// The TLS port; 0 takes a free one.
        var port: Int
        /// The plain port that redirects to HTTPS; 0 takes a free one, `nil` opens none.
        var redirectPort: Int?
        /// The host and port as clients know them; empty for `localhost` and the actual port.
        var publicAddress: String
        var backlog: Int
        /// The load balancers, whose connections begin with a PROXY header.
        var balancers: NetworkList
    }

    /// The purpose of a port, as the name of its setting.
    private enum Purpose: String {
        case tls = "listen.port"
        case plain = "redirect.port"

        /// The purpose of the socket for a successor.
        var socket: String { self == .tls ? "clients" : "redirect" }
    }

    private typealias AddHandlers = @Sendable (EdgeLoop, any Channel, ClientAddress) throws -> Void

    let address: Address
    let tls: EdgeCertificate
    let loops: EdgeLoops
    let connections: Connections
    /// Waits until calls can be answered; awaited before the sockets of a running gateway are used.
    let warmUp: @Sendable () async -> Void
    /// The connections of the plain port, counted apart from the others.
    let redirectConnections: Connections
    let metrics: EdgeMetrics
    let drainTime: Duration
    let logger: Logger
    /// The sockets of the process, of which this service opens `clients` and `redirect`.
    let listeners: Listeners

    func run() async throws {
        // The predecessor answers every call meanwhile.
        if listeners.hasInherited { await warmUp() }
        let listener = try await bind(.tls, port: address.port, connections) {
            [tls, connections] edge, channel, client in
            let pipeline = channel.pipeline.syncOperations
            let offersHTTP2 = edge.limits.http2.streams > 0
            try pipeline.addHandler(ProtocolOfferHandler(offered: EdgeProtocol.offered(http2: offersHTTP2)))
            try pipeline.addHandler(NIOSSLServerHandler(context: tls.context(http2: offersHTTP2)))
            try pipeline.addHandler(ProtocolChooser(edge: edge, client: client, connections: connections))
        }
        let port = listener.localAddress?.port ?? address.port
        let redirect = try await bindRedirect(
            to: address.publicAddress.isEmpty ? "localhost:\(port)" : address.publicAddress)
        try? await gracefulShutdown()
        for channel in [listener, redirect] {
            if let channel { try? await listeners.stopListening(on: channel).get() }
        }
        guard !Task.isCancelled else { return await loops.each { $0.closeConnections() } }
        await loops.each { $0.drain() }
        await waitUntilClosed()
    }

    private func bindRedirect(to publicAddress: String) async throws -> (any Channel)? {
        guard let port = address.redirectPort else {
            if listeners.closeInherited(purpose: Purpose.plain.socket) {
                logger.notice("inherited port closed", metadata: ["purpose": .string(Purpose.plain.socket)])
            }
            return nil
        }
        let listener = try await bind(.plain, port: port, redirectConnections) { edge, channel, _ in
            try channel.pipeline.syncOperations.addHandler(RedirectHandler(edge: edge, address: publicAddress))
        }
        return listener
    }

    private func bind(
        _ purpose: Purpose, port: Int, _ connections: Connections, _ addHandlers: @escaping AddHandlers
    ) async throws -> any Channel {
        let (loops, metrics) = (loops, metrics)
        let balancers = address.balancers
        let marks = loops.limits.slowReader
        let bootstrap = ServerBootstrap(group: loops.group)
            .serverChannelOption(.backlog, value: Int32(clamping: address.backlog))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptGate(
                            edge: try loops.edge(of: channel.eventLoop), connections: connections, metrics: metrics,
                            balancers: balancers))
                }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let edge = try loops.edge(of: channel.eventLoop)
                    let peer = ClientAddress(channel.remoteAddress)
                    guard balancers.contains(peer.bytes) else { return try addHandlers(edge, channel, peer) }
                    try channel.pipeline.syncOperations.addHandler(
                        self.proxyHeader(of: peer, on: channel, edge, connections, addHandlers))
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: marks.resume, high: marks.pause))
        do {
            return try await listeners.bind(
                bootstrap, host: address.host, port: port, purpose: purpose.socket)
        } catch {
            throw SettingFault(
                name: purpose.rawValue,
                detail: "cannot listen on \(address.host):\(port): \(error)")
        }
    }

    /// Creates the handler that reads the client's address from a load balancer's header and applies that client's
    /// limits.
    private func proxyHeader(
        of balancer: ClientAddress, on channel: any Channel, _ edge: EdgeLoop, _ connections: Connections,
        _ addHandlers: @escaping AddHandlers
    ) -> ProxyHeaderHandler {
        ProxyHeaderHandler(
            balancer: balancer, timeLimit: edge.limits.handshakeTime, metrics: metrics,
            admit: { [metrics] client in
                let gate = edge.gate
                guard gate.guardAdmits(client.keys, cost: gate.policies.connectionCost, at: edge.now) else {
                    metrics.refuse(.rate)
                    return false
                }
                guard let refusal = connections.assigned(channel, to: client.keys) else { return true }
                metrics.refuse(EdgeMetrics.Refusal(refusal))
                return false
            },
            addHandlers: { try addHandlers(edge, channel, $0) })
    }

    /// Waits until the clients are gone, or closes their connections when the drain time is over.
    private func waitUntilClosed() async {
        let (connections, redirects) = (connections, redirectConnections)
        let (loops, drainTime, logger) = (loops, drainTime, logger)
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                await connections.allClosed()
                await redirects.allClosed()
            }
            tasks.addTask {
                try? await Task.sleep(for: drainTime)
                let open = connections.open + redirects.open
                guard open > 0 else { return }
                logger.warning("drain cut short", metadata: ["connections": .stringConvertible(open)])
                await loops.each { $0.closeConnections() }
            }
            await tasks.next()
            tasks.cancelAll()
        }
    }
}
