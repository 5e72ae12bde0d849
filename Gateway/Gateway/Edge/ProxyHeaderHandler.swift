import NIOCore

/// Reads a load balancer's header, then installs the handlers for the client behind it.
final class ProxyHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let balancer: ClientAddress
    private let timeLimit: TimeAmount
    private let metrics: EdgeMetrics
    /// Decides whether the client is admitted.
    private let admit: (ClientAddress) -> Bool
    private let addHandlers: (ClientAddress) throws -> Void
    private var received = ByteBuffer()
    private var timeout: Scheduled<Void>?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - balancer: the peer that opened the connection.
    ///   - timeLimit: the maximum time for the header to arrive.
    ///   - addHandlers: adds the client's handlers at the end of the pipeline.
    init(
        balancer: ClientAddress, timeLimit: TimeAmount, metrics: EdgeMetrics, admit: @escaping (ClientAddress) -> Bool,
        addHandlers: @escaping (ClientAddress) throws -> Void
    ) {
        self.balancer = balancer
        self.timeLimit = timeLimit
        self.metrics = metrics
        self.admit = admit
        self.addHandlers = addHandlers
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        let metrics = metrics
        timeout = context.eventLoop.scheduleTask(in: timeLimit) {
            metrics.end(.handshakeSlow)
            channel.abort()
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        switch ProxyHeader.read(received.readableBytesView) {
        case .incomplete: break
        case .broken:
            metrics.end(.handshakeFailed)
            context.channel.abort()
        case .whole(let length, let client):
            received.moveReaderIndex(forwardBy: length)
            serve(client.map { ClientAddress($0) } ?? balancer, context: context)
        }
    }

    private func serve(_ client: ClientAddress, context: ChannelHandlerContext) {
        guard admit(client) else { return context.close(promise: nil) }
        do {
            try addHandlers(client)
        } catch {
            return context.close(promise: nil)
        }
        let rest = received
        received = ByteBuffer()
        if rest.readableBytes > 0 {
            context.fireChannelRead(wrapInboundOut(rest))
            context.fireChannelReadComplete()
        }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }
}
