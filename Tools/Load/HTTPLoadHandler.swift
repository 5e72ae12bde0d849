import DequeModule
import NIOCore
import NIOHTTP1
import NIOTLS

/// Sends prepared HTTP/1.1 requests, one at a time.
///
/// Calls that become due meanwhile wait, and the wait counts towards their latency. `HTTPClient` is unsuitable: a load
/// generator measures many connections, each at its own pace, and must not allocate an exchange per call.
final class HTTPLoadHandler: ChannelInboundHandler, LoadConnection {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    /// The maximum queue length of a connection; calls beyond it count as not connected.
    private static let maximumQueue = 10_000

    private let targets: [LoadTarget]
    private let authorization: String?
    private let events: LoadEvents
    private var context: ChannelHandlerContext?
    private var queue = Deque<DueCall>()
    private var inFlight: DueCall?
    private var answer: HTTPResponseHead?
    private(set) var isOpen = false

    init(targets: [LoadTarget], token: String?, events: LoadEvents) {
        self.targets = targets
        authorization = token.map { "Bearer \($0)" }
        self.events = events
    }

    var pendingCalls: [DueCall] { (inFlight.map { [$0] } ?? []) + queue }

    func send(_ call: DueCall, now: UInt64) {
        guard let context, isOpen, queue.count < Self.maximumQueue else { return events.finished(call, .notConnected) }
        guard inFlight == nil else { return queue.append(call) }
        write(call, context)
    }

    private func write(_ call: DueCall, _ context: ChannelHandlerContext) {
        inFlight = call
        let request = targets[call.target].requests[call.variant]
        var head = request.head
        if let authorization { head.headers.add(name: "authorization", value: authorization) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body = request.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? TLSUserEvent, case .handshakeCompleted = event {
            isOpen = true
            events.opened()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): answer = head
        case .body: break
        case .end:
            guard let call = inFlight, let answer else { return context.close(promise: nil) }
            inFlight = nil
            let status = Int(answer.status.code)
            events.finished(call, status < 400 ? .answered : .failed(Self.code(status)))
            if !answer.isKeepAlive { return context.close(promise: nil) }
            if inFlight == nil, let next = queue.popFirst() { write(next, context) }
        }
    }

    /// Returns the error code that a status stands for, or the status itself if it is ambiguous.
    private static func code(_ status: Int) -> Int {
        switch status {
        case 401: -32001
        case 403: -32003
        case 404: -32004
        case 429: -32005
        case 504: -32008
        default: status
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let call = inFlight, error is HTTPParserError { events.finished(call, .invalid) }
        if error is HTTPParserError { inFlight = nil }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        isOpen = false
        self.context = nil
        if let call = inFlight { events.finished(call, .lost) }
        inFlight = nil
        let waiting = queue
        queue = []
        for call in waiting { events.finished(call, .lost) }
        events.closed()
        context.fireChannelInactive()
    }
}
