import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization
import Values

/// A request with everything that it holds.
struct HTTPRequest: Sendable {
    var method: HTTPMethod
    var address: HTTPAddress
    var headers: HTTPHeaders
    var body: [UInt8] = []
}

/// An answer with everything that it holds.
struct HTTPReply: Sendable {
    var status: Int
    var body: [UInt8]
}

/// Why there is no answer, in words of ours.
enum HTTPTrouble: Error, Hashable {
    /// The server has seen nothing of the request.
    case notSent(String)
    /// It may have done what the request asks for.
    case unanswered(String)
}

/// Makes requests over HTTP/1.1, one connection each: what a few messages a second need.
struct HTTPExchange: Sendable {
    /// The longest answer that is read, in bytes.
    static let maximumAnswer = 256 * 1024
    private let tls: NIOSSLContext
    private let group: any EventLoopGroup

    /// - Parameter authorityFile: a PEM file with the authority whose certificates are believed; `nil`: those that the
    ///   system believes.
    init(authorityFile: String?, group: any EventLoopGroup) throws {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.minimumTLSVersion = .tlsv12
        settings.trustRoots = authorityFile.map { .file($0) } ?? .default
        settings.certificateVerification = .fullVerification
        settings.applicationProtocols = ["http/1.1"]
        tls = try NIOSSLContext(configuration: settings)
        self.group = group
    }

    /// Sends a request and gives its answer.
    func answer(to request: HTTPRequest, within limit: Duration) async throws(HTTPTrouble) -> HTTPReply {
        let loop = group.next()
        let outcome = loop.makePromise(of: HTTPReply.self)
        let mark = SentMark()
        let limit = TimeAmount.nanoseconds(limit.wholeMilliseconds &* 1_000_000)
        let timer = loop.scheduleTask(in: limit) { outcome.fail(mark.trouble("did not answer in time")) }
        defer { timer.cancel() }
        connect(request, on: loop, limit: limit, mark: mark, outcome: outcome)
        do {
            return try await outcome.futureResult.get()
        } catch {
            throw error as? HTTPTrouble ?? mark.trouble(Self.reason(of: error))
        }
    }

    private func connect(
        _ request: HTTPRequest, on loop: any EventLoop, limit: TimeAmount, mark: SentMark,
        outcome: EventLoopPromise<HTTPReply>
    ) {
        let (tls, address) = (tls, request.address)
        ClientBootstrap(group: loop)
            .connectTimeout(limit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if address.isSecure {
                        // An address has no name to send or to verify by: its certificate must hold the address itself.
                        let isNumber = (try? SocketAddress(ipAddress: address.host, port: 0)) != nil
                        try pipeline.addHandler(
                            try NIOSSLClientHandler(context: tls, serverHostname: isNumber ? nil : address.host))
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(NIOHTTPClientResponseAggregator(maxContentLength: Self.maximumAnswer))
                    try pipeline.addHandler(ExchangeHandler(request, mark: mark, outcome: outcome))
                }
            }
            .connect(host: address.host, port: address.port)
            .whenComplete { result in
                switch result {
                case .success(let channel): outcome.futureResult.whenComplete { _ in channel.close(promise: nil) }
                case .failure(let error): outcome.fail(error)
                }
            }
    }

    /// Which kind of trouble it was; the error's own words might repeat what a server said.
    static func reason(of error: any Error) -> String {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "cannot be trusted: TLS failed"
        case is NIOConnectionError, is ChannelError, is IOError: "cannot be reached"
        case is HTTPParserError, is NIOHTTPObjectAggregatorError: "speaks something else"
        default: "failed: \(type(of: error))"
        }
    }
}

/// Whether a request may have reached the server.
private final class SentMark: Sendable {
    private let isSent = Atomic(false)

    func set() { isSent.store(true, ordering: .releasing) }

    func trouble(_ reason: String) -> HTTPTrouble {
        isSent.load(ordering: .acquiring) ? .unanswered(reason) : .notSent(reason)
    }
}

/// Sends one request once the connection is there, and takes its answer.
private final class ExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = NIOHTTPClientResponseFull
    typealias OutboundOut = HTTPClientRequestPart

    private let request: HTTPRequest
    private let mark: SentMark
    private let outcome: EventLoopPromise<HTTPReply>

    init(_ request: HTTPRequest, mark: SentMark, outcome: EventLoopPromise<HTTPReply>) {
        self.request = request
        self.mark = mark
        self.outcome = outcome
    }

    func channelActive(context: ChannelHandlerContext) {
        if !request.address.isSecure { send(context: context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { send(context: context) }
        context.fireUserInboundEventTriggered(event)
    }

    private func send(context: ChannelHandlerContext) {
        var headers = request.headers
        headers.replaceOrAdd(name: "Host", value: request.address.authority)
        headers.replaceOrAdd(name: "Content-Length", value: "\(request.body.count)")
        headers.replaceOrAdd(name: "Connection", value: "close")
        let head = HTTPRequestHead(
            version: .http1_1, method: request.method, uri: request.address.target, headers: headers)
        // From here on only the server's answer tells whether it did what it was asked.
        mark.set()
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: request.body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let answer = unwrapInboundIn(data)
        let body = answer.body.map { Array($0.readableBytesView) } ?? []
        outcome.succeed(HTTPReply(status: Int(answer.head.status.code), body: body))
    }

    func channelInactive(context: ChannelHandlerContext) {
        outcome.fail(mark.trouble("closed the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        outcome.fail(mark.trouble(HTTPExchange.reason(of: error)))
        context.close(promise: nil)
    }
}
