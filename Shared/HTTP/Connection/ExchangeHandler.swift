import NIOCore
import NIOHTTP1
import NIOTLS

/// Carries one ``HTTPExchange`` after the other on a connection; each is written to the channel as a message.
///
/// The promise of that write succeeds once the handler has accepted the exchange, and fails if the connection is
/// already closed.
final class ExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPExchange
    typealias OutboundOut = HTTPClientRequestPart

    /// The settings of a connection.
    struct Settings: Sendable {
        var isSecure: Bool
        /// The time limit for making the connection, TLS included.
        var connectTime: TimeAmount
        /// The time that an idle connection is kept open; `nil` to close it after one exchange.
        var idleTime: TimeAmount?
    }

    private enum State {
        /// TCP or TLS is not ready yet; an exchange may be waiting.
        case opening(HTTPExchange?)
        case idle
        case busy(HTTPExchange, ResponseReader)
        /// The response is complete; any further bytes make the connection unusable.
        case complete(HTTPExchange, HTTPResponse, keepsConnection: Bool)
        /// The head has been delivered; the body follows as it arrives, and the connection ends with it.
        case streaming(HTTPBodyStream)
        case closed
    }

    private let settings: Settings
    private let released: @Sendable () -> Void
    private var state = State.opening(nil)
    private var isWritingHead = false
    private var isWritten = false
    private var timeout: Scheduled<Void>?

    /// Creates the handler of a new connection.
    ///
    /// - Parameter released: called when the connection becomes idle again.
    init(_ settings: Settings, released: @escaping @Sendable () -> Void) {
        self.settings = settings
        self.released = released
    }

    func handlerAdded(context: ChannelHandlerContext) {
        schedule(settings.connectTime, context) { $0.fail(.notConnected("no connection in time"), $1) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        if !settings.isSecure { opened(context) }
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { opened(context) }
        context.fireUserInboundEventTriggered(event)
    }

    private func opened(_ context: ChannelHandlerContext) {
        guard case .opening(let exchange) = state else { return }
        idle(context)
        if let exchange { send(exchange, context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let exchange = unwrapOutboundIn(data)
        switch state {
        case .opening(nil):
            state = .opening(exchange)
            follow(exchange, context)
        case .idle where context.channel.isActive:
            follow(exchange, context)
            send(exchange, context)
        default:
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        promise?.succeed()
    }

    /// Closes the connection if the exchange fails for another reason, such as a timeout or a cancelled caller.
    private func follow(_ exchange: HTTPExchange, _ context: ChannelHandlerContext) {
        let channel = context.channel
        exchange.outcome.whenFailure { _ in channel.close(promise: nil) }
    }

    private func send(_ exchange: HTTPExchange, _ context: ChannelHandlerContext) {
        // An exchange that has ended has also closed the connection.
        guard exchange.beginSending() else { return }
        timeout?.cancel()
        state = .busy(exchange, ResponseReader(maximumBytes: exchange.request.limits.maximumBytes))
        isWritten = false
        let request = exchange.request.request
        let head = request.head(keepsConnection: settings.idleTime != nil)
        isWritingHead = true
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        isWritingHead = false
        if !request.body.isEmpty {
            let body = context.channel.allocator.buffer(bytes: request.body)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        }
        let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { result in
            switch result {
            case .success: handler.value.0.isWritten = true
            case .failure(let error): handler.value.0.fail(.init(error, isConnected: true), handler.value.1)
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .streaming(let stream) = state { return receive(part, stream, context) }
        guard case .busy(let exchange, var reader) = state else {
            return fail(.malformed("it does not speak HTTP"), context)
        }
        // Makes the reader the only owner of the body while it appends, which avoids a copy.
        state = .closed
        let step = reader.read(part)
        state = .busy(exchange, reader)
        switch step {
        case .more:
            exchange.request.limits.progress?(reader.received)
            if case .head = part, let stream = exchange.request.stream, reader.response.isSuccess {
                begin(stream, exchange, reader.response, context)
            }
        case .complete(let response, let keepsConnection):
            state = .complete(exchange, response, keepsConnection: keepsConnection)
        case .tooLarge: fail(.tooLarge, context)
        }
    }

    /// Delivers the head of a response whose body is read as it arrives.
    private func begin(
        _ stream: HTTPBodyStream, _ exchange: HTTPExchange, _ response: HTTPResponse, _ context: ChannelHandlerContext
    ) {
        state = .streaming(stream)
        guard stream.attach(context.channel) else { return close(context) }
        expectBytes(of: stream, context)
        exchange.succeed(response)
    }

    private func receive(
        _ part: HTTPClientResponsePart, _ stream: HTTPBodyStream, _ context: ChannelHandlerContext
    ) {
        switch part {
        case .head: break
        case .body(let bytes):
            guard stream.receive(bytes) else { return fail(.tooLarge, context) }
            expectBytes(of: stream, context)
        case .end:
            stream.finish(nil)
            close(context)
        }
    }

    private func expectBytes(of stream: HTTPBodyStream, _ context: ChannelHandlerContext) {
        schedule(stream.silence, context) { $0.fail(.timedOut, $1) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        finish(context)
        context.fireChannelReadComplete()
    }

    /// Releases the connection and then delivers the response, so that the caller's next request finds it idle.
    private func finish(_ context: ChannelHandlerContext) {
        guard case .complete(let exchange, let response, let keepsConnection) = state else { return }
        if keepsConnection, isWritten, settings.idleTime != nil, context.channel.isActive {
            idle(context)
            released()
        } else {
            close(context)
        }
        exchange.succeed(response)
    }

    private func idle(_ context: ChannelHandlerContext) {
        state = .idle
        schedule(settings.idleTime ?? settings.connectTime, context) { $0.close($1) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(context)
        let detail = "the connection was closed"
        fail(isConnected ? .broken(detail) : .notConnected(detail), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The pipeline rejects header fields that would corrupt the request.
        let isMalformed = isWritingHead && error is HTTPParserError
        let reason = HTTPFailure.Reason(error, isConnected: isConnected)
        fail(isMalformed ? .malformed("the request is malformed") : reason, context)
    }

    private var isConnected: Bool {
        if case .opening = state { false } else { true }
    }

    private func fail(_ reason: HTTPFailure.Reason, _ context: ChannelHandlerContext) {
        switch state {
        case .opening(let exchange): exchange?.fail(reason)
        case .busy(let exchange, _): exchange.fail(reason)
        case .complete(let exchange, let response, _):
            // Nothing that follows a complete response can change it.
            state = .complete(exchange, response, keepsConnection: false)
            return finish(context)
        case .streaming(let stream): stream.finish(reason)
        case .idle, .closed: break
        }
        close(context)
    }

    private func close(_ context: ChannelHandlerContext) {
        timeout?.cancel()
        if case .closed = state { return }
        state = .closed
        context.close(promise: nil)
    }

    private func schedule(
        _ time: TimeAmount, _ context: ChannelHandlerContext,
        _ action: @escaping @Sendable (ExchangeHandler, ChannelHandlerContext) -> Void
    ) {
        timeout?.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timeout = context.eventLoop.scheduleTask(in: time) { action(bound.value.0, bound.value.1) }
    }
}
