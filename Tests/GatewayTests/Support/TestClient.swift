import NIOCore
import NIOPosix
import NIOSSL

/// A client that sends and receives bytes, over TLS by default.
final class TestClient: Sendable {
    /// The error of a connection that ended before the expected bytes arrived.
    struct Ended: Error {
        var received: String
    }

    private let channel: any Channel
    private let bytes: AsyncThrowingStream<ByteBuffer, any Error>
    private let inbox: ClientInbox

    private init(channel: any Channel, bytes: AsyncThrowingStream<ByteBuffer, any Error>) {
        self.channel = channel
        self.bytes = bytes
        inbox = ClientInbox()
    }

    /// Connects to a port of the gateway.
    ///
    /// - Parameters:
    ///   - alpn: the protocols offered in the handshake; empty for none.
    ///   - preamble: the bytes sent before the handshake, as a load balancer does.
    ///   - source: the client's address, a loopback one.
    static func connect(
        port: Int, alpn: [String] = [], tls: Bool = true, maximumVersion: TLSVersion? = nil, preamble: [UInt8] = [],
        from source: String = "127.0.0.1"
    ) async throws -> TestClient {
        let (stream, continuation) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = alpn
        configuration.maximumTLSVersion = maximumVersion
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(to: SocketAddress(ipAddress: source, port: 0))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if !preamble.isEmpty { try channel.pipeline.syncOperations.addHandler(Preamble(preamble)) }
                    if tls {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: nil))
                    }
                    try channel.pipeline.syncOperations.addHandler(Collector(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return TestClient(channel: channel, bytes: stream)
    }

    /// Begins the handshake on a connection without TLS.
    func startTLS(alpn: [String]) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = alpn
        let context = try NIOSSLContext(configuration: configuration)
        try await channel.eventLoop.submit { [channel] in
            try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: context, serverHostname: nil), position: .first)
        }.get()
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    /// Reads the next line, without its line break.
    func line() async throws -> String { String(try await text(upTo: "\n").dropLast()) }

    /// Reads up to and including the next occurrence of a text.
    func text(upTo end: String) async throws -> String {
        let end = Array(end.utf8)
        var iterator = bytes.makeAsyncIterator()
        while true {
            if let found = inbox.take(upTo: end) { return found }
            guard let chunk = try await iterator.next() else { throw Ended(received: inbox.rest) }
            inbox.append(chunk)
        }
    }

    /// Reads exactly `count` bytes.
    func text(count: Int) async throws -> String {
        var iterator = bytes.makeAsyncIterator()
        while true {
            if let found = inbox.take(count: count) { return found }
            guard let chunk = try await iterator.next() else { throw Ended(received: inbox.rest) }
            inbox.append(chunk)
        }
    }

    /// Waits until the other side closes, and returns everything not read before.
    func untilClosed() async throws -> String {
        do {
            for try await chunk in bytes { inbox.append(chunk) }
        } catch {
            // An error ends the connection, too.
        }
        return inbox.rest
    }

    func close() async throws { try? await channel.close() }
}

/// The received bytes that have not been read yet.
///
/// Unsynchronized, because a test reads from one task at a time.
private final class ClientInbox: @unchecked Sendable {
    private var bytes: [UInt8] = []

    func append(_ chunk: ByteBuffer) { bytes += chunk.readableBytesView }

    var rest: String { String(decoding: bytes, as: UTF8.self) }

    func take(count: Int) -> String? {
        guard bytes.count >= count else { return nil }
        defer { bytes.removeFirst(count) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    func take(upTo end: [UInt8]) -> String? {
        guard bytes.count >= end.count else { return nil }
        for start in 0...(bytes.count - end.count) where bytes[start..<start + end.count].elementsEqual(end) {
            return take(count: start + end.count)
        }
        return nil
    }
}

private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation) { self.continuation = continuation }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { continuation.yield(unwrapInboundIn(data)) }
    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        continuation.finish(throwing: error)
        context.close(promise: nil)
    }
}

/// A handler that sends some bytes before everything else.
private final class Preamble: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        context.fireChannelActive()
    }
}
