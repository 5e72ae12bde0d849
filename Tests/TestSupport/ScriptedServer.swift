import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server that sends exactly the bytes that a test scripts, and records the requests.
public final class ScriptedServer: Sendable {
    /// The reply to one request, and what happens to the connection afterwards.
    public struct Reply: Sendable {
        public enum End: Sendable { case keep, close, reset }
        public var bytes: [UInt8]
        public var end: End

        public init(bytes: [UInt8], end: End) {
            self.bytes = bytes
            self.end = end
        }

        /// Returns an answer with the correct `Content-Length`.
        public static func answer(
            _ status: Int = 200, _ headers: [String] = [], _ body: String = "{}", end: End = .keep
        ) -> Reply {
            raw(
                ["HTTP/1.1 \(status) X"] + headers + ["Content-Length: \(body.utf8.count)"], Array(body.utf8), end: end)
        }

        /// Returns a reply with these lines and this body, unchanged.
        public static func raw(_ lines: [String], _ body: [UInt8] = [], end: End = .keep) -> Reply {
            Reply(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, end: end)
        }

        /// No reply, on a connection that stays open.
        public static let silence = Reply(bytes: [], end: .keep)
    }

    private struct State {
        var script: [Reply] = []
        var otherwise = Reply.answer()
        var requests: [String] = []
        var connections = 0
    }

    private let state = Mutex(State())
    private let channel: Mutex<(any Channel)?> = Mutex(nil)
    private let scheme: String

    /// Starts a server on loopback that replies 200 and `{}` by default.
    public init(_ certificate: TestCertificates.Identity? = nil) async throws {
        scheme = certificate == nil ? "http" : "https"
        let tls = try certificate.map { certificate in
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: try NIOSSLCertificate.fromPEMFile(certificate.certificateChainFile)
                        .map { .certificate($0) },
                    privateKey: .privateKey(try NIOSSLPrivateKey(file: certificate.privateKeyFile, format: .pem))))
        }
        let bound = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    self.state.withLock { $0.connections += 1 }
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(Handler(self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = bound }
    }

    public var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }
    public var base: String { "\(scheme)://127.0.0.1:\(port)" }

    /// The number of connections so far.
    public var connections: Int { state.withLock { $0.connections } }
    /// The heads of the requests so far.
    public var requests: [String] { state.withLock { $0.requests } }
    /// The first lines of the requests so far.
    public var targets: [String] { requests.map { String($0.prefix { $0 != "\r\n" }) } }

    /// Appends replies to the script, one for each of the next requests.
    public func next(_ replies: Reply...) { state.withLock { $0.script += replies } }
    /// Clears the script.
    public func forget() { state.withLock { $0.script = [] } }
    /// Sets the reply to requests that the script does not cover.
    public func always(_ reply: Reply) { state.withLock { $0.otherwise = reply } }

    public func stop() async throws {
        let bound = channel.withLock { $0 }
        try await bound?.close()
    }

    fileprivate func reply(to head: String) -> Reply {
        state.withLock { state in
            state.requests.append(head)
            return state.script.isEmpty ? state.otherwise : state.script.removeFirst()
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let server: ScriptedServer
        private var received = ""

        init(_ server: ScriptedServer) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += String(buffer: unwrapInboundIn(data))
            while let end = received.firstRange(of: "\r\n\r\n") {
                let head = String(received[..<end.lowerBound])
                received.removeSubrange(..<end.upperBound)
                let reply = server.reply(to: head)
                let written = context.channel.writeAndFlush(ByteBuffer(bytes: reply.bytes))
                switch reply.end {
                case .keep: break
                case .close:
                    let channel = context.channel
                    written.whenComplete { _ in channel.close(promise: nil) }
                case .reset:
                    let channel = context.channel
                    written.whenComplete { _ in
                        let option = (channel as? any SocketOptionProvider)?
                            .setSoLinger(linger(l_onoff: 1, l_linger: 0))
                        option?.whenComplete { _ in channel.close(promise: nil) }
                    }
                }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
