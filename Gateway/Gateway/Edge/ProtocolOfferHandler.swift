import NIOCore

/// Refuses a client that offers only protocols that the gateway does not speak, with the alert that RFC 7301 §3.2 asks
/// for; a client that offers none is let through.
///
/// The TLS library would continue without a protocol, and the first byte would then be read as lines or HTTP: as
/// something that the client did not mean. The library has no way to refuse, so the offer is read before it gets the
/// bytes, which also spares the cost of the handshake. ``ProtocolChooser`` limits the time, and counts a failed
/// handshake.
final class ProtocolOfferHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A fatal alert (RFC 8446 §6): `no_application_protocol`.
    private static let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 120]

    /// The protocols that the gateway offers.
    private let offered: [String]
    private var received = ByteBuffer()
    private var reader = ClientHelloReader()
    private var isRefused = false

    init(offered: [String]) { self.offered = offered }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        received.writeImmutableBuffer(unwrapInboundIn(data))
        guard case .offer(let names) = reader.read(received.readableBytesView) else { return }
        guard names.isEmpty || names.contains(where: offered.contains) else {
            return refuse(context: context)
        }
        let bytes = received
        received = ByteBuffer()
        context.fireChannelRead(wrapInboundOut(bytes))
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func refuse(context: ChannelHandlerContext) {
        isRefused = true
        received = ByteBuffer()
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: Self.alert))).whenComplete { _ in
            context.value.close(promise: nil)
        }
    }
}
