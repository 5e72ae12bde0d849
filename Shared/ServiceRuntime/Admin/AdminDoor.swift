import NIOCore
import Synchronization

/// The limits of the admin port: few and small, since one program asks it one short question at a time.
struct AdminLimits: Sendable {
    var connections = 64
    /// Of a request, its body included: none of ours has one.
    var requestBytes = 8 * 1024
    /// From a request's first byte to its answer.
    var requestTime: TimeAmount = .seconds(10)
    /// Without a request.
    var idleTime: TimeAmount = .seconds(30)
}

/// Closes the connections beyond those that may be open, before anything is spent on them.
final class AdminGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let maximum: Int
    private let open = Count()

    /// Connections are counted here and given back on event loops of their own.
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

/// Ends an admin connection that asks too much, too slowly, or nothing at all; stands in front of the HTTP codec.
final class AdminDoor: ChannelDuplexHandler {
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
        // Who asks on and on without reading would have the answers kept for it.
        guard received <= limits.requestBytes, context.channel.isWritable else { return context.close(promise: nil) }
        context.fireChannelRead(data)
    }

    /// An answer is written.
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
