import NIOCore

/// A command, and the promise of its reply.
struct StoreCommand: Sendable {
    let bytes: ByteBuffer
    let reply: EventLoopPromise<StoreReply>
}

/// Sends one command at a time, and fails it when the connection ends or its bytes make no sense.
final class StoreHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = StoreCommand
    typealias OutboundOut = ByteBuffer

    private var received = ByteBuffer()
    private var waiting: EventLoopPromise<StoreReply>?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let command = unwrapOutboundIn(data)
        guard waiting == nil, context.channel.isActive else {
            let fault = LimitStoreFault(waiting == nil ? "the connection is closed" : "a command is under way")
            command.reply.fail(fault)
            promise?.fail(fault)
            return
        }
        waiting = command.reply
        context.write(wrapOutboundOut(command.bytes), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        do throws(LimitStoreFault) {
            while let reply = try StoreProtocol.reply(from: &received) {
                guard let promise = waiting else { throw LimitStoreFault("a reply came without a command") }
                waiting = nil
                promise.succeed(reply)
            }
            received.discardReadBytes()
        } catch {
            end(error, context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(LimitStoreFault("the connection is closed"), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end(LimitStoreFault("\(error)"), context) }

    private func end(_ fault: LimitStoreFault, _ context: ChannelHandlerContext) {
        received = ByteBuffer()
        waiting?.fail(fault)
        waiting = nil
        context.close(promise: nil)
    }
}
