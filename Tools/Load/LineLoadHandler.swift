import Lines
import NIOCore
import NIOTLS
import Wire

/// Sends prepared lines and matches answers to them by id.
final class LineLoadHandler: ChannelInboundHandler, LoadConnection {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let maximumBytes = (1 << 20) + 4_096
    /// The id of the sign-in line; calls have higher ids.
    private static let signInID: UInt64 = 0

    /// The last bytes of every prepared line.
    private static let lineEnd = "}\n"

    private let targets: [LoadTarget]
    /// The prefix of this connection's idempotency keys, needed because several connections may share an account.
    private let keyPrefix = String(UInt64.random(in: 0...(.max)), radix: 16)
    private let token: String?
    private let events: LoadEvents
    private var context: ChannelHandlerContext?
    private var framer = LineFramer(limit: LineLoadHandler.maximumBytes)
    private var pending: [UInt64: DueCall] = [:]
    private var lastID: UInt64 = LineLoadHandler.signInID
    private(set) var isOpen = false

    init(targets: [LoadTarget], token: String?, events: LoadEvents) {
        self.targets = targets
        self.token = token
        self.events = events
    }

    var pendingCalls: [DueCall] { Array(pending.values) }

    func send(_ call: DueCall, now: UInt64) {
        guard let context, isOpen else { return events.finished(call, .notConnected) }
        lastID += 1
        pending[lastID] = call
        let target = targets[call.target]
        let tail = target.lines[call.variant]
        var line = context.channel.allocator.buffer(capacity: tail.count + 128)
        line.writeStaticString("{\"jsonrpc\":\"2.0\",\"id\":")
        line.writeString(String(lastID))
        if target.isKeyed {
            line.writeBytes(tail.dropLast(Self.lineEnd.utf8.count))
            line.writeString(",\"meta\":{\"idempotencyKey\":\"\(keyPrefix)-\(lastID)\"}\(Self.lineEnd)")
        } else {
            line.writeBytes(tail)
        }
        context.writeAndFlush(wrapOutboundOut(line), promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? TLSUserEvent, case .handshakeCompleted = event { begin(context) }
        context.fireUserInboundEventTriggered(event)
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard let token else { return open() }
        let line =
            "{\"jsonrpc\":\"2.0\",\"id\":\(Self.signInID),\"method\":\"rpc.authenticate\",\"params\":{\"token\":\"\(token)\"}}\n"
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: line)), promise: nil)
    }

    private func open() {
        isOpen = true
        events.opened()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let lines = framer.lines(in: unwrapInboundIn(data)) else { return context.close(promise: nil) }
        for line in lines { take(line, context) }
    }

    private func take(_ line: ByteBuffer, _ context: ChannelHandlerContext) {
        // A copy, because the scanner replaces raw line breaks by spaces in place.
        var line = line
        let envelope = line.withUnsafeMutableReadableBytes { bytes in
            try? EnvelopeScanner(profile: .client).scanResponse(bytes)
        }
        // Notifications such as rpc.hello are not answers.
        guard let envelope, envelope.id != nil || envelope.error != nil else {
            return answerPing(line, context)
        }
        guard let id = envelope.id else {
            // The server rejected a line unread, for example over the address quota; perhaps the sign-in line.
            if !isOpen { context.close(promise: nil) }
            return
        }
        if id == Self.signInID, token != nil, !isOpen {
            if envelope.error == nil { return open() }
            context.close(promise: nil)
            return
        }
        guard let call = pending.removeValue(forKey: id) else { return }
        events.finished(call, envelope.error == nil ? .answered : .failed(envelope.errorCode ?? 0))
    }

    private func answerPing(_ line: ByteBuffer, _ context: ChannelHandlerContext) {
        guard String(buffer: line).contains("\"rpc.ping\"") else { return }
        let pong = context.channel.allocator.buffer(string: "{\"jsonrpc\":\"2.0\",\"method\":\"rpc.pong\"}\n")
        context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) {
        isOpen = false
        self.context = nil
        let lost = pending
        pending = [:]
        for call in lost.values { events.finished(call, .lost) }
        events.closed()
        context.fireChannelInactive()
    }
}
