import DequeModule
import NIOCore
import NIOTLS

/// Sends prepared HTTP/1.1 requests, one after the other; what is due meanwhile waits, and its time runs.
final class HTTPLoadHandler: ChannelInboundHandler, LoadConnection {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Calls that wait for the connection; beyond it they are told as not connected.
    private static let maximumQueue = 10_000

    private let targets: [LoadTarget]
    private let authorization: String
    private let events: LoadEvents
    private var context: ChannelHandlerContext?
    private var reader = HTTPResponseReader()
    private var received = ByteBuffer()
    private var queue = Deque<DueCall>()
    private var inFlight: DueCall?
    private(set) var isOpen = false

    init(targets: [LoadTarget], token: String?, events: LoadEvents) {
        self.targets = targets
        authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
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
        var bytes = context.channel.allocator.buffer(
            capacity: request.before.count + authorization.utf8.count + request.after.count)
        bytes.writeBytes(request.before)
        bytes.writeString(authorization)
        bytes.writeBytes(request.after)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
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
        var bytes = unwrapInboundIn(data)
        if received.readableBytes == 0 { received = bytes } else { received.writeBuffer(&bytes) }
        do {
            while let answer = try reader.next(&received) {
                guard let call = inFlight else { return context.close(promise: nil) }
                inFlight = nil
                events.finished(call, answer.status < 400 ? .answered : .failed(Self.code(answer.status)))
                if answer.closes { return context.close(promise: nil) }
                if let next = queue.popFirst() { write(next, context) }
            }
        } catch {
            if let call = inFlight { events.finished(call, .nonsense) }
            inFlight = nil
            return context.close(promise: nil)
        }
        if received.readableBytes == 0 { received.clear() } else { received.discardReadBytes() }
    }

    /// The number in the registry where a status stands for one error alone, else the status.
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

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

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
