import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization
import Values

/// An HTTP/1.1 client that opens one connection a request, which is enough for a few messages a second.
struct HTTPExchange: ProviderTransport {
    /// The most bytes of an answer that are read.
    static let maximumAnswer = 256 * 1024
    private let tls: NIOSSLContext
    private let group: any EventLoopGroup

    /// Makes a client.
    /// - Parameter authorityFile: a PEM file with the authority of the server's certificate; `nil` for the system's
    ///   authorities.
    init(authorityFile: String?, group: any EventLoopGroup) throws {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.minimumTLSVersion = .tlsv12
        settings.trustRoots = authorityFile.map { .file($0) } ?? .default
        settings.certificateVerification = .fullVerification
        settings.applicationProtocols = ["http/1.1"]
        tls = try NIOSSLContext(configuration: settings)
        self.group = group
    }

    func reply(to request: ProviderRequest, within limit: Duration) async throws(ProviderFailure) -> ProviderReply {
        let loop = group.next()
        let outcome = loop.makePromise(of: ProviderReply.self)
        let mark = SentMark()
        let limit = TimeAmount.nanoseconds(limit.wholeMilliseconds &* 1_000_000)
        let timer = loop.scheduleTask(in: limit) { outcome.fail(mark.failure("did not answer in time")) }
        defer { timer.cancel() }
        connect(request, on: loop, limit: limit, mark: mark, outcome: outcome)
        do {
            return try await outcome.futureResult.get()
        } catch {
            throw error as? ProviderFailure ?? mark.failure(Self.reason(of: error))
        }
    }

    private func connect(
        _ request: ProviderRequest, on loop: any EventLoop, limit: TimeAmount, mark: SentMark,
        outcome: EventLoopPromise<ProviderReply>
    ) {
        let (tls, address) = (tls, request.address)
        ClientBootstrap(group: loop)
            .connectTimeout(limit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if address.isSecure {
                        // An IP address has no server name to send; the certificate must hold the address itself.
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

    /// Names the kind of an error; the error's own text might quote the server.
    static func reason(of error: any Error) -> String {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "cannot be trusted: TLS failed"
        case is NIOConnectionError, is ChannelError, is IOError: "cannot be reached"
        case is HTTPParserError, is NIOHTTPObjectAggregatorError: "does not speak HTTP"
        default: "failed: \(type(of: error))"
        }
    }
}

/// A mark that the request may have reached the server.
private final class SentMark: Sendable {
    private let isSent = Atomic(false)

    func set() { isSent.store(true, ordering: .releasing) }

    func failure(_ reason: String) -> ProviderFailure {
        isSent.load(ordering: .acquiring) ? .unanswered(reason) : .notSent(reason)
    }
}

/// Sends one request once the connection is ready, and takes its answer.
private final class ExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = NIOHTTPClientResponseFull
    typealias OutboundOut = HTTPClientRequestPart

    private let request: ProviderRequest
    private let mark: SentMark
    private let outcome: EventLoopPromise<ProviderReply>

    init(_ request: ProviderRequest, mark: SentMark, outcome: EventLoopPromise<ProviderReply>) {
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
        var headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        headers.replaceOrAdd(name: "Host", value: request.address.authority)
        headers.replaceOrAdd(name: "Content-Length", value: "\(request.body.count)")
        headers.replaceOrAdd(name: "Connection", value: "close")
        let head = HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue), uri: request.address.target,
            headers: headers)
        // From here on only an answer tells whether the server has acted on the request.
        mark.set()
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: request.body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let answer = unwrapInboundIn(data)
        let body = answer.body.map { Array($0.readableBytesView) } ?? []
        outcome.succeed(ProviderReply(status: Int(answer.head.status.code), body: body))
    }

    func channelInactive(context: ChannelHandlerContext) {
        outcome.fail(mark.failure("closed the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        outcome.fail(mark.failure(HTTPExchange.reason(of: error)))
        context.close(promise: nil)
    }
}
