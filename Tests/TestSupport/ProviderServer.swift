import NIOCore
import NIOHTTP1
import NIOPosix
public import NIOSSL
import Synchronization

/// The HTTP server of a provider for tests: records every request and answers as the test decides.
public final class ProviderServer: Sendable {
    public struct Request: Sendable {
        public var method: String
        public var uri: String
        /// The names are in lower case.
        public var headers: [String: String]
        public var body: String
    }

    public enum Answer: Sendable {
        case reply(Int, String)
        /// Takes the request and stays silent.
        case silence
        /// Takes the request and closes the connection.
        case close
    }

    private let heard = Mutex<[Request]>([])
    private let silent = Atomic(0)
    private let decide: @Sendable (Request) -> Answer

    public var requests: [Request] { heard.withLock { $0 } }
    public var posts: [Request] { requests.filter { $0.method == "POST" } }
    /// The number of clients that still wait for an answer that does not come.
    public var waiting: Int { silent.load(ordering: .relaxed) }

    private init(_ decide: @escaping @Sendable (Request) -> Answer) { self.decide = decide }

    /// Starts a provider that answers until the test process ends, and returns it with its address.
    public static func start(
        answer: @escaping @Sendable (Request) -> Answer
    ) async throws -> (server: ProviderServer, address: String) {
        let (server, _, address) = try await listen(nil, answer)
        return (server, address)
    }

    /// Runs `body` with a provider and its address; over TLS if there is a context.
    public static func with(
        _ tls: NIOSSLContext? = nil, answer: @escaping @Sendable (Request) -> Answer,
        _ body: (ProviderServer, String) async throws -> Void
    ) async throws {
        let (server, channel, address) = try await listen(tls, answer)
        do {
            try await body(server, address)
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }

    private static func listen(
        _ tls: NIOSSLContext?, _ answer: @escaping @Sendable (Request) -> Answer
    ) async throws -> (ProviderServer, any Channel, String) {
        let server = ProviderServer(answer)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(NIOHTTPServerRequestAggregator(maxContentLength: 65_536))
                    try pipeline.addHandler(Handler(server))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        return (server, channel, "\(tls == nil ? "http" : "https")://localhost:\(port)")
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = NIOHTTPServerRequestFull
        typealias OutboundOut = HTTPServerResponsePart
        private let server: ProviderServer
        private var isSilent = false

        init(_ server: ProviderServer) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let full = unwrapInboundIn(data)
            let headers = full.head.headers.map { ($0.name.lowercased(), $0.value) }
            let request = Request(
                method: full.head.method.rawValue, uri: full.head.uri,
                headers: Dictionary(headers) { first, _ in first }, body: full.body.map { String(buffer: $0) } ?? "")
            server.heard.withLock { $0.append(request) }
            switch server.decide(request) {
            case .silence:
                isSilent = true
                server.silent.add(1, ordering: .relaxed)
            case .close: context.close(promise: nil)
            case .reply(let status, let body):
                let head = HTTPResponseHead(
                    version: .http1_1, status: HTTPResponseStatus(statusCode: status),
                    headers: ["Content-Length": "\(body.utf8.count)"])
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            if isSilent { server.silent.subtract(1, ordering: .relaxed) }
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
