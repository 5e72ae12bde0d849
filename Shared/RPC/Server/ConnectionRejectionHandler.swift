import Contract
import Lines
import NIOCore
import Values

/// Rejects a connection beyond the limit with an `overloaded` error, and closes it.
final class ConnectionRejectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let retryAfter: Duration
    private let seed: () -> UInt64

    init(retryAfter: Duration, seed: @escaping () -> UInt64) {
        self.retryAfter = retryAfter
        self.seed = seed
    }

    func channelActive(context: ChannelHandlerContext) {
        var random = SplitMix64(seed: seed())
        let error = RPCError(.tooManyConnections)
        var line = ByteBuffer()
        AnswerLine.write(
            id: nil as CallID?,
            error: error.encoded(
                traceID: TraceContext.root(using: &random).traceID, in: .english,
                defaultDelay: Int64(retryAfter / .milliseconds(1))), into: &line)
        context.writeAndFlush(wrapOutboundOut(line), promise: nil)
        context.close(promise: nil)
    }
}
