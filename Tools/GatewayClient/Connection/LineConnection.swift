import Contract
import Lines
import Machine
import NIOCore
import Wire

/// Makes calls as lines of JSON over TLS.
package struct LineConnection: GatewayConnection {
    private let channel: any Channel
    private let address: GatewayAddress

    /// Connects to a gateway.
    ///
    /// - Parameter source: the local IP address to connect from; `nil` for any.
    package static func open(_ address: GatewayAddress, from source: String? = nil) async throws -> LineConnection {
        let channel = try await address.connect(protocols: ["ndjson-rpc/1"], from: source) { channel in
            try channel.pipeline.syncOperations.addHandler(LineCallHandler())
        }
        return LineConnection(channel: channel, address: address)
    }

    package func answer(_ call: OutgoingCall) async throws -> GatewayAnswer {
        let promise = channel.eventLoop.makePromise(of: [UInt8].self)
        // A closed channel has no handler any more that fails the answer.
        channel.writeAndFlush(LineCallHandler.Request(line: Self.line(call), answer: promise))
            .whenFailure { promise.fail($0) }
        var line: [UInt8]
        do {
            line = try await promise.futureResult.get()
        } catch {
            throw address.noAnswer(error)
        }
        let envelope = try line.withUnsafeMutableBytes { bytes in
            try EnvelopeScanner(profile: .client).scanResponse(bytes)
        }
        if let result = envelope.result { return .result(Array(line[result])) }
        guard let error = envelope.error else { throw OperatorError("the answer has neither result nor error") }
        return .failure(try CallFailure(line: Array(line[error])))
    }

    package func close() async { try? await channel.close().get() }

    /// Returns the line of a call; the id is always 1, because only one call is in flight at a time.
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

/// Sends a line and returns the next line that is an answer to a call.
private final class LineCallHandler: ChannelDuplexHandler {
    struct Request: Sendable {
        var line: [UInt8]
        var answer: EventLoopPromise<[UInt8]>
    }

    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Request
    typealias OutboundOut = ByteBuffer

    private var pending: EventLoopPromise<[UInt8]>?
    private var framer = LineFramer(limit: GatewayAddress.maximumAnswerBytes)
    private var failure: (any Error)?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let request = unwrapOutboundIn(data)
        if let failure { return request.answer.fail(failure) }
        pending = request.answer
        context.write(wrapOutboundOut(context.channel.allocator.buffer(bytes: request.line)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let lines = framer.lines(in: unwrapInboundIn(data)) else {
            return fail(ConnectionFailure.answerTooLong, context)
        }
        for line in lines.map(Array.init(buffer:)) {
            if isNotice(line) { continue }
            pending?.succeed(line)
            pending = nil
        }
    }

    /// Returns true if a line is a notification from the server, such as `rpc.hello`.
    private func isNotice(_ line: [UInt8]) -> Bool {
        var line = line
        return line.withUnsafeMutableBytes { bytes in
            (try? EnvelopeScanner(profile: .client).scanRequest(bytes)) != nil
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(ConnectionFailure.closed, context)
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
