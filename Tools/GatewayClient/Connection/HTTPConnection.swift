import Contract
import NIOCore
import NIOHTTP1

/// Calls by HTTP/1.1 over TLS, each in its method's own form.
struct HTTPConnection: GatewayConnection {
    private let channel: any Channel
    private let address: GatewayAddress

    static func open(_ address: GatewayAddress) async throws -> HTTPConnection {
        let channel = try await address.connect(protocols: ["http/1.1"]) { channel in
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandler(HTTPCallHandler())
        }
        return HTTPConnection(channel: channel, address: address)
    }

    func answer(_ call: OutgoingCall) async throws -> CallAnswer {
        guard let binding = call.declaration.http else {
            throw OperatorError("\(call.declaration.name) has no HTTP form")
        }
        let form = try HTTPForm(binding, call.parameters)
        var head = HTTPRequestHead(version: .http1_1, method: .init(rawValue: form.verb), uri: form.target)
        head.headers.add(name: "host", value: "\(address.host):\(address.port)")
        if let token = call.token { head.headers.add(name: "authorization", value: "Bearer \(token)") }
        if let locale = call.locale { head.headers.add(name: "accept-language", value: locale) }
        if let key = call.idempotencyKey { head.headers.add(name: "idempotency-key", value: key) }
        if let body = form.body {
            for field in form.fields { head.headers.add(name: field.name, value: field.value) }
            head.headers.add(name: "content-length", value: "\(body.count)")
        }
        let promise = channel.eventLoop.makePromise(of: HTTPCallHandler.Answer.self)
        channel.writeAndFlush(HTTPCallHandler.Request(head: head, body: form.body, answer: promise), promise: nil)
        let answer: HTTPCallHandler.Answer
        do {
            answer = try await promise.futureResult.get()
        } catch {
            throw OperatorError("\(address.host):\(address.port) gave no answer (\(GatewayAddress.cause(of: error)))")
        }
        if (200..<300).contains(answer.status) { return .result(answer.body.isEmpty ? Array("{}".utf8) : answer.body) }
        return .failure(CallFailure(problem: answer.body, status: answer.status))
    }

    func close() async { try? await channel.close().get() }
}

/// Carries one request after the other on an HTTP/1.1 connection.
final class HTTPCallHandler: ChannelDuplexHandler {
    struct Answer: Sendable {
        var status: Int
        var body: [UInt8]
    }
    struct Request: Sendable {
        var head: HTTPRequestHead
        var body: [UInt8]?
        var answer: EventLoopPromise<Answer>
    }

    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = Request
    typealias OutboundOut = HTTPClientRequestPart

    private static let maximumBytes = (1 << 20) + 4_096

    private var pending: EventLoopPromise<Answer>?
    private var answer = Answer(status: 0, body: [])
    private var failure: (any Error)?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let request = unwrapOutboundIn(data)
        if let failure { return request.answer.fail(failure) }
        pending = request.answer
        context.write(wrapOutboundOut(.head(request.head)), promise: nil)
        if let body = request.body {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): answer = Answer(status: Int(head.status.code), body: [])
        case .body(let bytes):
            guard answer.body.count + bytes.readableBytes <= Self.maximumBytes else {
                return fail(OperatorError("the answer is too long"), context)
            }
            answer.body += bytes.readableBytesView
        case .end:
            pending?.succeed(answer)
            pending = nil
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
