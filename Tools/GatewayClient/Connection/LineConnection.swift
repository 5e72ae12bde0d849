import Contract
import NIOCore
import Wire

/// Calls by lines of JSON over TLS.
struct LineConnection: GatewayConnection {
    private let channel: any Channel
    private let address: GatewayAddress

    static func open(_ address: GatewayAddress) async throws -> LineConnection {
        let channel = try await address.connect(protocols: ["ndjson-rpc/1"]) { channel in
            try channel.pipeline.syncOperations.addHandler(LineCallHandler())
        }
        return LineConnection(channel: channel, address: address)
    }

    func answer(_ call: OutgoingCall) async throws -> CallAnswer {
        let promise = channel.eventLoop.makePromise(of: [UInt8].self)
        channel.writeAndFlush(LineCallHandler.Request(line: Self.line(call), answer: promise), promise: nil)
        var line: [UInt8]
        do {
            line = try await promise.futureResult.get()
        } catch {
            throw OperatorError("\(address.host):\(address.port) gave no answer (\(GatewayAddress.cause(of: error)))")
        }
        let envelope = try line.withUnsafeMutableBytes { bytes in
            try EnvelopeScanner(profile: .client).scanResponse(bytes)
        }
        if let result = envelope.result { return .result(Array(line[result])) }
        guard let error = envelope.error else { throw OperatorError("the answer has neither result nor error") }
        return .failure(try CallFailure(line: Array(line[error])))
    }

    func close() async { try? await channel.close().get() }

    /// The call as one line with its line feed; its id is always 1, as it goes alone.
    private static func line(_ call: OutgoingCall) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        writer.key("id")
        writer.integer(1)
        writer.key("method")
        writer.string(call.declaration.name)
        writer.key("params")
        writer.raw(call.parameters.json)
        writer.key("meta")
        writer.beginObject()
        for (name, value) in [
            ("token", call.token), ("locale", call.locale), ("idempotencyKey", call.idempotencyKey),
        ] {
            guard let value else { continue }
            writer.key(name)
            writer.string(value)
        }
        if let timeout = call.timeoutMilliseconds {
            writer.key("timeoutMs")
            writer.integer(timeout)
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

/// Sends a line and hands back the first line that answers a call.
private final class LineCallHandler: ChannelDuplexHandler {
    struct Request: Sendable {
        var line: [UInt8]
        var answer: EventLoopPromise<[UInt8]>
    }

    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Request
    typealias OutboundOut = ByteBuffer

    /// The longest answer there is, and some room for the envelope.
    private static let maximumBytes = (1 << 20) + 4_096

    private var pending: EventLoopPromise<[UInt8]>?
    private var received = ByteBuffer()
    private var failure: (any Error)?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let request = unwrapOutboundIn(data)
        if let failure { return request.answer.fail(failure) }
        pending = request.answer
        context.write(wrapOutboundOut(context.channel.allocator.buffer(bytes: request.line)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        while let end = received.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            let length = end - received.readerIndex
            guard let line = received.readBytes(length: length) else { return }
            received.moveReaderIndex(forwardBy: 1)
            if isNotice(line) { continue }
            pending?.succeed(line)
            pending = nil
        }
        if received.readableBytes > Self.maximumBytes { fail(OperatorError("the answer is too long"), context) }
    }

    /// Whether the server says something of its own, such as `rpc.hello`.
    private func isNotice(_ line: [UInt8]) -> Bool {
        var line = line
        return line.withUnsafeMutableBytes { bytes in
            (try? EnvelopeScanner(profile: .client).scanRequest(bytes)) != nil
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(OperatorError("the connection was closed"), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        if failure == nil { failure = error }
        pending?.fail(error)
        pending = nil
        context.close(promise: nil)
    }
}
