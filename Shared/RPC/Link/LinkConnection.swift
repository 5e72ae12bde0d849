import Lines
public import NIOCore
import NIOPosix
import NIOSSL

/// One connection to a service, with many calls in flight at a time.
///
/// It belongs to one event loop, which it does not leave: every closure is called there. It must be ended by ``close()``; it
/// also ends by itself when the service goes away, after what was in flight.
public final class LinkConnection {
    private let handler: LinkHandler

    init(_ handler: LinkHandler) { self.handler = handler }

    /// Connects; must be called on `loop`.
    /// - Parameters:
    ///   - onClose: called once if the connection ends after it was made.
    ///   - onGoaway: called once if the service asks to go elsewhere; ``isUsable`` is `false` by then.
    /// - Returns: the connection when calls can be sent; fails with a ``LinkFault``.
    public static func connect(
        to address: SocketAddress, on loop: any EventLoop, configuration: LinkConfiguration,
        onClose: @escaping (ConnectionEnd) -> Void = { _ in }, onGoaway: @escaping () -> Void = {}
    ) -> EventLoopFuture<LinkConnection> {
        let isPrivate = configuration.tls != nil || configuration.allowPlaintextOffLoopback || address.isLoopback
        guard isPrivate else { return loop.makeFailedFuture(LinkFault.plaintextOffLoopback) }
        let ready = loop.makePromise(of: LinkConnection.self)
        let handler = NIOLoopBound(
            LinkHandler(configuration, at: loop.now, ready: ready, onClose: onClose, onGoaway: onGoaway),
            eventLoop: loop)
        let limits = configuration.writes
        ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(configuration.connectTimeout))
            .channelOption(
                .writeBufferWaterMark,
                value: .init(low: limits.resume, high: max(limits.pause, 1))
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls = configuration.tls {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: tls.client, serverHostname: configuration.peer))
                    }
                    try channel.pipeline.syncOperations.addHandler(handler.value)
                }
            }
            .connect(to: address)
            .whenFailure { handler.value.couldNotConnect($0) }
        return ready.futureResult
    }

    /// How many calls wait for an answer.
    public var inFlight: Int { handler.inFlight }

    /// Whether calls can be sent: `false` after a goodbye of the service and after the end.
    public var isUsable: Bool { handler.isUsable }

    /// What was seen that is nobody's call.
    public var counters: LinkCounters { handler.counters }

    /// Sends a call.
    /// - Returns: its id, for ``cancel(_:)``; `nil`, and the call is not told anything, if the link is full or not usable.
    public func send(_ call: LinkCall, at now: NIODeadline) -> LinkCallID? { handler.send(call, at: now) }

    /// Gives a call up and tells the service; the call is not told anything.
    ///
    /// Does nothing if the call has ended.
    public func cancel(_ id: LinkCallID) { handler.cancel(id) }

    /// Ends the connection; calls in flight end as `lost`.
    public func close() { handler.closeNow(.local) }
}
