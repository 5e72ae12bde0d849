import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// A connection on which a test sends and receives bytes, with or without TLS.
final class Wire: Sendable {
    struct Failure: Error { var reason: String }

    private let channel: any Channel
    private let reader: Reader

    /// - Parameters:
    ///   - authority: the PEM file of the authority to trust; `nil` connects without TLS.
    ///   - protocols: the protocols offered by ALPN; empty for a client without ALPN.
    init(port: Int, authority: String?, protocols: [String] = []) async throws {
        let reader = Reader()
        self.reader = reader
        var tls: NIOSSLContext?
        if let authority {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .file(authority)
            configuration.applicationProtocols = protocols
            tls = try NIOSSLContext(configuration: configuration)
        }
        let context = tls
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                    }
                    try channel.pipeline.syncOperations.addHandler(reader.handler())
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// - Throws: ``Failure`` if the connection has ended.
    func send(_ bytes: [UInt8]) async throws {
        do {
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
        } catch {
            throw Failure(reason: "cannot be sent: \(error)")
        }
    }

    /// Reads the next line, without its line feed; returns `nil` if the connection ends first.
    func line() async throws -> String? {
        try await take { bytes in
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            return end + 1
        }.map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }

    /// Reads exactly `count` bytes; returns `nil` if the connection ends first.
    func bytes(_ count: Int) async throws -> [UInt8]? {
        try await take { $0.count >= count ? count : nil }
    }

    /// Reads everything until the connection ends.
    func rest() async throws -> String {
        let bytes = try await take { _ in nil }
        return String(decoding: bytes ?? reader.all(), as: UTF8.self)
    }

    func close() async { try? await channel.close().get() }

    private func take(_ length: @escaping @Sendable ([UInt8]) -> Int?) async throws -> [UInt8]? {
        let promise = channel.eventLoop.makePromise(of: [UInt8]?.self)
        reader.want(length, promise, on: channel.eventLoop)
        // A missing answer must fail the test, not hang it.
        let timeout = channel.eventLoop.scheduleTask(in: .seconds(60)) {
            promise.fail(Failure(reason: "nothing came for a minute"))
        }
        defer { timeout.cancel() }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            // The time limit of a test cancels it.
            promise.fail(CancellationError())
        }
    }
}

/// A buffer for received bytes, used on the channel's event loop only.
private final class Reader: @unchecked Sendable {
    private var received: [UInt8] = []
    private var isClosed = false
    private var wanted: (length: ([UInt8]) -> Int?, promise: EventLoopPromise<[UInt8]?>)?

    func handler() -> some ChannelHandler { Handler(reader: self) }

    func want(
        _ length: @escaping @Sendable ([UInt8]) -> Int?, _ promise: EventLoopPromise<[UInt8]?>, on loop: any EventLoop
    ) {
        loop.execute { [self] in
            wanted = (length, promise)
            check()
        }
    }

    func all() -> [UInt8] { received }

    private func check() {
        guard let (length, promise) = wanted else { return }
        if let count = length(received) {
            promise.succeed(Array(received.prefix(count)))
            received.removeFirst(count)
            wanted = nil
        } else if isClosed {
            promise.succeed(nil)
            wanted = nil
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let reader: Reader
        init(reader: Reader) { self.reader = reader }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            reader.received += unwrapInboundIn(data).readableBytesView
            reader.check()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        func channelInactive(context: ChannelHandlerContext) {
            reader.isClosed = true
            reader.check()
        }
    }
}
