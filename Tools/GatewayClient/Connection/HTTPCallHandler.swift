package import NIOCore
package import NIOHTTP1

/// Carries one request after the other on an HTTP/1.1 connection.
package final class HTTPCallHandler: ChannelDuplexHandler {
    package struct Answer: Sendable {
        package var status: Int
        package var body: [UInt8]
    }
    package struct Request: Sendable {
        var head: HTTPRequestHead
        var body: [UInt8]?
        var answer: EventLoopPromise<Answer>
    }

    package typealias InboundIn = HTTPClientResponsePart
    package typealias OutboundIn = Request
    package typealias OutboundOut = HTTPClientRequestPart

    private var pending: EventLoopPromise<Answer>?
    private var answer = Answer(status: 0, body: [])
    private var failure: (any Error)?

    /// Adds the HTTP/1.1 codec and this handler to a pipeline.
    package static func add(to channel: any Channel) throws {
        try channel.pipeline.syncOperations.addHTTPClientHandlers()
        try channel.pipeline.syncOperations.addHandler(HTTPCallHandler())
    }

    /// Sends a request on a channel whose pipeline ends in this handler, and waits for the answer.
    package static func send(
        _ head: HTTPRequestHead, body: [UInt8]?, on channel: any Channel
    ) async throws -> Answer {
        let promise = channel.eventLoop.makePromise(of: Answer.self)
        channel.writeAndFlush(Request(head: head, body: body, answer: promise), promise: nil)
        return try await promise.futureResult.get()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let request = unwrapOutboundIn(data)
        if let failure { return request.answer.fail(failure) }
        pending = request.answer
        context.write(wrapOutboundOut(.head(request.head)), promise: nil)
        if let body = request.body {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): answer = Answer(status: Int(head.status.code), body: [])
        case .body(let bytes):
            guard answer.body.count + bytes.readableBytes <= GatewayAddress.maximumAnswerBytes else {
                return fail(ConnectionFailure.answerTooLong, context)
            }
            answer.body += bytes.readableBytesView
        case .end:
            pending?.succeed(answer)
            pending = nil
        }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        fail(ConnectionFailure.closed, context)
        context.fireChannelInactive()
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        if failure == nil { failure = error }
        pending?.fail(error)
        pending = nil
        context.close(promise: nil)
    }
}
