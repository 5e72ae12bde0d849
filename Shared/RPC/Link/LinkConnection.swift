import Lines
public import NIOCore
import NIOPosix
import NIOSSL

/// One connection to a service, with many calls in flight at a time.
///
/// It belongs to one event loop, on which all closures are called. It must be closed with ``close()``; when the service
/// drains, it also closes by itself, once the calls in flight have ended.
public final class LinkConnection {
    private let handler: LinkHandler

    init(_ handler: LinkHandler) { self.handler = handler }

    /// Opens a connection; must be called on `loop`.
    ///
    /// - Parameters:
    ///   - onClose: called once when an established connection ends.
    ///   - onGoaway: called once when the service drains; ``isUsable`` is `false` by then.
    /// - Returns: the connection, ready for calls; fails with a ``LinkFault``.
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

    /// The number of unanswered calls.
    public var inFlight: Int { handler.inFlight }

    /// True if calls can be sent: `false` once the service drains, and after the end of the connection.
    public var isUsable: Bool { handler.isUsable }

    /// Counters of lines that either side could not read, and of answers without a waiting call.
    public var counters: LinkCounters { handler.counters }

    /// Sends a call.
    ///
    /// - Returns: its id, for ``cancel(_:)``; `nil`, without notifying the call, if the link is full or not usable.
    public func send(_ call: LinkCall, at now: NIODeadline) -> LinkCallID? { handler.send(call, at: now) }

    /// Called with signs of the service's health, from within the events of the connection.
    public var onSignal: ((LinkSignal) -> Void)? {
        get { handler.onSignal }
        set { handler.onSignal = newValue }
    }

    /// Passes every unanswered call to `body`, which must neither send nor cancel.
    public func forEachCall(_ body: (LinkCall) -> Void) { handler.calls.forEach(body) }

    /// Cancels a call here and at the service; the call is not notified.
    ///
    /// Does nothing if the call has ended.
    public func cancel(_ id: LinkCallID) { handler.cancel(id) }

    /// Passes the extra cost of a call to `charge`, if the service still reports it after the call's end here.
    ///
    /// To be called when the call has expired, or before it is cancelled. At most 1,024 calls are kept, and each until
    /// the service has answered it.
    public func awaitCost(of id: LinkCallID, _ charge: @escaping LateCharge) { handler.awaitCost(of: id, charge) }

    /// Ends the connection; calls in flight end as `lost`.
    public func close() { handler.closeNow(.local) }
}
