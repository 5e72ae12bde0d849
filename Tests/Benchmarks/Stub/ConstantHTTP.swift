import NIOCore
import NIOPosix

/// A minimal HTTP/1.1 server that sends the same answer to every request without a body.
enum ConstantHTTP {
    static func run(port: Int, body: ByteBuffer, group: any EventLoopGroup) async throws {
        var answer = ByteBuffer(
            string: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.readableBytes)\r\n\r\n"
        )
        answer.writeImmutableBuffer(body)
        let bytes = answer
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(answer: bytes))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        try await channel.closeFuture.get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let answer: ByteBuffer
        private var rest = ByteBuffer()

        init(answer: ByteBuffer) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = unwrapInboundIn(data)
            if rest.readableBytes == 0 { rest = bytes } else { rest.writeBuffer(&bytes) }
            while let end = endOfHead() {
                rest.moveReaderIndex(forwardBy: end)
                context.write(wrapOutboundOut(answer), promise: nil)
            }
            if rest.readableBytes == 0 { rest.clear() } else { rest.discardReadBytes() }
        }

        func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func endOfHead() -> Int? {
            rest.withUnsafeReadableBytes { bytes in
                var start = 0
                while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                    if end - start <= 1, end > 0 { return end + 1 }
                    start = end + 1
                }
                return nil
            }
        }
    }
}
