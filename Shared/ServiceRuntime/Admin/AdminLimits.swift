import NIOCore
import Synchronization

/// The limits of the admin port; they are small because its clients send single, short requests.
struct AdminLimits: Sendable {
    var connections = 64
    /// The maximum size of a request, in bytes, body included; none of our own requests has a body.
    var requestBytes = 8 * 1024
    /// The time limit from a request's first byte to its answer.
    var requestTime: TimeAmount = .seconds(10)
    /// The time after which a connection without a request is closed.
    var idleTime: TimeAmount = .seconds(30)
}

/// Closes connections beyond the maximum as soon as they are accepted.
final class AdminConnectionLimiter: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let maximum: Int
    private let open = Count()

    /// The number of open connections; each is counted at its opening and released on its own event loop.
    private final class Count: Sendable {
        private let number = Atomic<Int>(0)
        func change(by amount: Int) -> Int { number.wrappingAdd(amount, ordering: .relaxed).newValue }
    }

    init(maximum: Int) { self.maximum = maximum }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let open = open
        guard open.change(by: 1) <= maximum else {
            _ = open.change(by: -1)
            return channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in _ = open.change(by: -1) }
        context.fireChannelRead(data)
    }
}

/// Closes admin connections whose request is too large or too slow, or never comes; precedes the HTTP codec.
final class AdminRequestLimiter: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limits: AdminLimits
    private var received = 0
    private var timeout: Scheduled<Void>?

    init(limits: AdminLimits) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) { close(in: limits.idleTime, context) }

    func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if received == 0 { close(in: limits.requestTime, context) }
        received += unwrapInboundIn(data).readableBytes
        // The answers to a client that sends requests without reading would pile up in memory.
        guard received <= limits.requestBytes, context.channel.isWritable else { return context.close(promise: nil) }
        context.fireChannelRead(data)
    }

    /// Ends the request's time limit, because its answer is being sent.
    func flush(context: ChannelHandlerContext) {
        received = 0
        close(in: limits.idleTime, context)
        context.flush()
    }

    private func close(in time: TimeAmount, _ context: ChannelHandlerContext) {
        timeout?.cancel()
        let channel = context.channel
        timeout = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
