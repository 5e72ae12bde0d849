import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// The port on which clients are served: takes connections, and lets them go when the process is to end.
struct EdgeListener: Service {
    /// Where to listen.
    struct Address: Sendable {
        var host: String
        /// 0 takes a free one.
        var port: Int
        var backlog: Int
    }

    let address: Address
    let tls: NIOSSLContext
    let loops: EdgeLoops
    let connections: Connections
    let gate: CallGate
    let metrics: EdgeMetrics
    let drainTime: Duration
    let logger: Logger
    /// Called once with the port in force.
    let opened: @Sendable (Int) -> Void

    func run() async throws {
        let listener = try await bind()
        opened(listener.localAddress?.port ?? address.port)
        try? await gracefulShutdown()
        try? await listener.close().get()
        guard !Task.isCancelled else { return await loops.each { $0.closeConnections() } }
        await loops.each { $0.drain() }
        await waitUntilClosed()
    }

    private func bind() async throws -> any Channel {
        let (loops, connections, tls, gate, metrics) = (loops, connections, tls, gate, metrics)
        let marks = loops.limits.slowReader
        return try await ServerBootstrap(group: loops.group)
            .serverChannelOption(.backlog, value: Int32(clamping: address.backlog))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptGate(gate: gate, connections: connections, metrics: metrics))
                }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let chooser = ProtocolChooser(
                        edge: try loops.edge(of: channel.eventLoop), client: ClientAddress(channel.remoteAddress),
                        connections: connections)
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    try pipeline.addHandler(chooser)
                }
            }
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: marks.resume, high: marks.pause))
            .bind(host: address.host, port: address.port).get()
    }

    /// Waits until the clients are gone, or sends them away when they had their time.
    private func waitUntilClosed() async {
        let (connections, loops, drainTime, logger) = (connections, loops, drainTime, logger)
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await connections.allClosed() }
            tasks.addTask {
                try? await Task.sleep(for: drainTime)
                guard connections.open > 0 else { return }
                logger.warning("drain cut short", metadata: ["connections": .stringConvertible(connections.open)])
                await loops.each { $0.closeConnections() }
            }
            await tasks.next()
            tasks.cancelAll()
        }
    }
}
