import Lines
public import Logging
public import NIOCore
import NIOPosix
import NIOSSL
public import Platform
public import ServiceLifecycle
public import Values

/// Serves the internal line protocol: JSON-RPC lines over TCP, each call answered by a ``CallHandler`` in its own task.
///
/// As a `Service` it listens while ``run()`` runs. On a graceful shutdown it accepts no new connections, sends
/// `rpc.goaway` on the others and lets the calls in flight finish within the configuration's `drainTimeout`; on
/// cancellation it ends at once.
public final class RPCServer: Service {
    private let configuration: RPCServerConfiguration
    private let parts: ServerParts
    private let logger: Logger
    private let group: any EventLoopGroup
    private let bound = BoundAddress()

    /// Creates a server; ``run()`` starts it.
    ///
    /// - Parameters:
    ///   - handler: answers the calls. It runs on the event loops until it first suspends, so it must not block.
    ///   - observer: observes how calls end.
    ///   - group: the event loops of the connections; must outlive the server.
    ///   - clock: the time of day, for `rpc.hello`.
    ///   - seed: seeds each connection's generator of trace and span ids.
    public init(
        configuration: RPCServerConfiguration, handler: any CallHandler, observer: any CallObserver, logger: Logger,
        group: any EventLoopGroup,
        clock: @escaping @Sendable () -> Instant = { Instant(milliseconds: WallClock.milliseconds()) },
        seed: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        // The parameters are independent dependencies, and each process creates one server.
        self.configuration = configuration
        self.logger = logger
        self.group = group
        parts = ServerParts(
            configuration: configuration, handler: handler, observer: observer,
            connections: ConnectionRegistry(
                maximum: configuration.maximumConnections, strangers: configuration.maximumStrangers), clock: clock,
            seed: seed)
    }

    /// Waits until the server listens, and returns its address.
    ///
    /// - Throws: the reason the server cannot listen.
    public func boundAddress() async throws -> SocketAddress { try await bound.get() }

    /// Listens, and returns when the shutdown is complete.
    ///
    /// - Throws: ``RPCServerFault``, or the system's error if the server cannot listen on the address.
    public func run() async throws {
        let listener: any Channel
        do {
            listener = try await listen()
        } catch {
            bound.settle(.failure(error))
            throw error
        }
        if let address = listener.localAddress { bound.settle(.success(address)) }
        let isGraceful = await waitForEnd(of: listener)
        listener.close(promise: nil)
        await end(gracefully: isGraceful)
    }

    private func listen() async throws -> any Channel {
        let address = try await NIOThreadPool.singleton.runIfActive { [configuration] in
            try SocketAddress.makeAddressResolvingHost(configuration.host, port: configuration.port)
        }
        guard configuration.tls != nil || configuration.allowPlaintextOffLoopback || address.isLoopback else {
            throw RPCServerFault.plaintextOffLoopback
        }
        let parts = parts
        let limits = configuration.writes
        return try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: CInt(clamping: configuration.backlog))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(
                .writeBufferWaterMark,
                value: .init(low: limits.resume, high: max(limits.pause, 1))
            )
            // With TLS, connections cannot be half-closed: the end of the input closes both directions.
            .childChannelOption(.allowRemoteHalfClosure, value: configuration.tls == nil)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try Self.initialize(channel, parts) }
            }
            .bind(to: address).get()
    }

    private static func initialize(_ channel: any Channel, _ parts: ServerParts) throws {
        let pipeline = channel.pipeline.syncOperations
        guard parts.connections.enter(channel) else {
            try pipeline.addHandler(
                ConnectionRejectionHandler(retryAfter: parts.configuration.retryAfter, seed: parts.seed))
            return parts.observer.connectionClosed(.tooManyConnections, peer: .anonymous)
        }
        let now = channel.eventLoop.now
        if let tls = parts.configuration.tls {
            try pipeline.addHandler(NIOSSLServerHandler(context: tls.server))
            try pipeline.addHandler(
                ServerConnection(parts, at: now, readPeer: ProcessName.ofPeer))
        } else {
            try pipeline.addHandler(ServerConnection(parts, at: now, readPeer: nil))
        }
    }

    /// Waits for the shutdown; returns true if it is a graceful one.
    private func waitForEnd(of listener: any Channel) async -> Bool {
        do {
            try await gracefulShutdown()
            return true
        } catch {
            return false
        }
    }

    private func end(gracefully isGraceful: Bool) async {
        let connections = parts.connections
        let loop = group.any()
        // The time for cancelled calls to finish.
        let notice = TimeAmount(configuration.closeTimeout)
        if isGraceful {
            await withTaskCancellationHandler {
                connections.broadcast(.drain)
                let limit = TimeAmount(configuration.drainTimeout) + notice
                _ = try? await connections.emptied(within: limit, on: loop).get()
            } onCancel: {
                connections.broadcast(.close)
            }
        }
        connections.broadcast(.close)
        let isEmpty = try? await connections.emptied(within: notice, on: loop).get()
        if isEmpty != true {
            logger.warning("calls did not end after cancellation", metadata: ["calls": "\(connections.running)"])
        }
    }
}

/// The reason why a server does not start.
public enum RPCServerFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address is reachable from other machines, and there is no certificate.
    case plaintextOffLoopback

    /// The fault as a text for the operator.
    public var description: String {
        switch self {
        case .plaintextOffLoopback:
            "links without certificates are limited to loopback addresses; configure certificates, or allow plaintext explicitly"
        }
    }
}
