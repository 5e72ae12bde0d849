import Lines
import NIOCore
import NIOTLS

/// The protocol of a client.
enum EdgeProtocol: Equatable, Sendable {
    case lines
    case http
    case http2

    /// Returns the protocols that a client may choose in the TLS handshake, in order of preference.
    static func offered(http2: Bool) -> [String] { http2 ? [lineALPN, http2ALPN, httpALPN] : [lineALPN, httpALPN] }

    static let lineALPN = "ndjson-rpc/1"
    static let httpALPN = "http/1.1"
    static let http2ALPN = "h2"

    /// Returns the protocol agreed in the TLS handshake, or `nil` if none was.
    init?(alpn: String?) {
        switch alpn {
        case Self.lineALPN: self = .lines
        case Self.httpALPN: self = .http
        case Self.http2ALPN: self = .http2
        default: return nil
        }
    }

    /// Detects the protocol by the first byte: a line begins with `{` or white space, a request with neither.
    init(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "{"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            self = .lines
        default:
            self = .http
        }
    }
}

/// Waits for the handshake, detects the client's protocol, and installs its handler.
final class ProtocolChooser: ChannelInboundHandler, RemovableChannelHandler, EdgeConnection {
    typealias InboundIn = ByteBuffer

    private let edge: EdgeLoop
    private let client: ClientAddress
    private let connections: Connections
    private var context: ChannelHandlerContext?
    private var deadline: NIODeadline
    private var isHandshaking = true

    init(edge: EdgeLoop, client: ClientAddress, connections: Connections) {
        self.edge = edge
        self.client = client
        self.connections = connections
        deadline = edge.now + edge.limits.handshakeTime
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        edge.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        endHandshake()
        edge.remove(self)
        self.context = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // An undecided connection has no call in flight.
        if event is YieldRequest { return displaced(context: context) }
        guard case .handshakeCompleted(let alpn)? = event as? TLSUserEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        endHandshake()
        deadline = edge.now + edge.limits.unusedTime
        if edge.isDraining { drain() }
        if let choice = EdgeProtocol(alpn: alpn) { choose(choice, context: context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        guard let first = buffer.readableBytesView.first else { return }
        choose(EdgeProtocol(firstByte: first), context: context, firstRead: data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isHandshaking { edge.metrics.end(.handshakeFailed) }
        context.close(promise: nil)
    }

    func tick(at now: NIODeadline) {
        guard now >= deadline else { return }
        edge.metrics.end(isHandshaking ? .handshakeSlow : .unused)
        context?.channel.abort()
    }

    func flushAnswers() {}

    /// Lets a client finish connecting: it may have sent a request already, and does not know of the shutdown.
    ///
    /// The protocol's handler tells it to go elsewhere.
    func drain() { deadline = min(deadline, edge.now + edge.limits.handshakeTime) }

    func closeNow() { context?.channel.abort() }

    private func endHandshake() {
        guard isHandshaking else { return }
        isHandshaking = false
        if let context { connections.handshakeEnded(context.channel) }
    }

    private func displaced(context: ChannelHandlerContext) {
        edge.metrics.end(.displaced)
        context.channel.abort()
    }

    private func choose(_ choice: EdgeProtocol, context: ChannelHandlerContext, firstRead: NIOAny? = nil) {
        let pipeline = context.pipeline.syncOperations
        let handler: ClientConnection =
            switch choice {
            case .lines: LineHandler(edge: edge, client: client)
            case .http: HTTPHandler(edge: edge, client: client)
            case .http2: HTTP2Handler(edge: edge, client: client)
            }
        handler.unusedUntil = deadline
        do {
            try pipeline.addHandler(handler, position: .after(self))
        } catch {
            return context.close(promise: nil)
        }
        if let firstRead { context.fireChannelRead(firstRead) }
        pipeline.removeHandler(context: context, promise: nil)
    }
}
