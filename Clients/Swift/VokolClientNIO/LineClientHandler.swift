import HTTP
import Lines
import NIOCore
import NIOTLS
import VokolClient
import Wire

/// A call on a line connection and the promise of its answer.
typealias LineCall = Exchange<CallRequest, [UInt8]>

/// Carries calls on a line connection, up to 32 at a time; further ones wait in it.
///
/// The promise of a call's write succeeds once the handler has accepted the call. The connection takes no further calls
/// once the server is shutting down, or has not answered one in time; it closes after the last answer.
final class LineClientHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = LineCall
    typealias OutboundOut = ByteBuffer

    /// News of a connection besides its answers.
    enum News {
        case event(LineEventSubscription.Notice)
        /// The connection has ended.
        case closed(HTTPFailure.Reason)
    }

    /// Receives the events of a connection that is used for a subscription.
    typealias Receiver = @Sendable (News) -> Void

    /// The calls in flight that every server allows.
    private static let maximumInFlight = 32
    private static let maximumWaiting = 256

    /// The members by which a line is recognized.
    private struct Head: Decodable {
        var id: Int64?
        var method: String?
    }

    private struct Event: Decodable { var params: LineEventSubscription.Notice }

    private let retired: @Sendable ([LineCall]) -> Void
    private let receiver: Receiver?
    private var silence: Scheduled<Void>?
    private var framer = LineFramer(limit: CallRequest.maximumAnswerBytes)
    private var isReady = false
    private var isRetired = false
    private var isClosed = false
    private var lastID: Int64 = 0
    private var inFlight: [Int64: LineCall] = [:]
    private var waiting = CircularBuffer<LineCall>()

    /// Creates the handler of a new connection.
    ///
    /// - Parameters:
    ///   - receiver: receives events; with one, a connection on which nothing arrives is closed.
    ///   - retired: called when the connection takes no further calls, with those that it has not sent.
    init(receiver: Receiver?, retired: @escaping @Sendable ([LineCall]) -> Void) {
        (self.receiver, self.retired) = (receiver, retired)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            isReady = true
            expectLine(context)
            sendWaiting(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let call = unwrapOutboundIn(data)
        guard !isClosed else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        promise?.succeed()
        if isRetired { return retired([call]) }
        guard waiting.count < Self.maximumWaiting else { return call.fail(.notConnected("too many calls wait")) }
        waiting.append(call)
        let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        call.outcome.hop(to: context.eventLoop).whenFailure { error in
            handler.value.0.abandon(call, because: error, handler.value.1)
        }
        sendWaiting(context)
    }

    private func sendWaiting(_ context: ChannelHandlerContext) {
        while isReady, inFlight.count < Self.maximumInFlight, let call = waiting.popFirst() {
            guard call.beginSending() else { continue }
            lastID += 1
            let id = lastID
            inFlight[id] = call
            write(call.request.envelope(id: id), context)
        }
    }

    /// Tells the server that nobody waits for the answer of a call any more.
    private func abandon(_ call: LineCall, because error: any Error, _ context: ChannelHandlerContext) {
        guard !isClosed else { return }
        if let id = inFlight.first(where: { $0.value === call })?.key {
            // The call keeps its place until the server has answered it, because the server counts it as well.
            write(Array(#"{"jsonrpc":"2.0","method":"rpc.cancel","params":{"id":\#(id)}}"#.utf8), context)
        }
        // The server would have answered: the connection is probably dead.
        if (error as? HTTPFailure)?.reason == .timedOut { retire(context) } else { closeIfOver(context) }
    }

    /// Takes no further calls, and gives back those that were not sent.
    private func retire(_ context: ChannelHandlerContext) {
        guard !isRetired else { return }
        isRetired = true
        let unsent = Array(waiting)
        waiting = []
        retired(unsent)
        closeIfOver(context)
    }

    /// Closes a retired connection if nobody waits for an answer.
    private func closeIfOver(_ context: ChannelHandlerContext) {
        // The server of a subscription goes on sending events until it closes the connection.
        if isRetired, receiver == nil, inFlight.values.allSatisfy(\.isOver) { context.close(promise: nil) }
    }

    private func write(_ line: [UInt8], _ context: ChannelHandlerContext) {
        var buffer = context.channel.allocator.buffer(capacity: line.count + 1)
        buffer.writeBytes(line)
        buffer.writeInteger(UInt8(ascii: "\n"))
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let lines = framer.lines(in: unwrapInboundIn(data)) else {
            return fail(.tooLarge, context)
        }
        expectLine(context)
        for line in lines.map(Array.init(buffer:)) {
            guard let head = decode(Head.self, line)
            else { return fail(.malformed("it does not speak JSON-RPC"), context) }
            if head.method == "rpc.goaway" { retire(context) }
            if head.method == "rpc.event", let receiver, let event = decode(Event.self, line) {
                receiver(.event(event.params))
            }
            if let id = head.id, let call = inFlight.removeValue(forKey: id) { call.succeed(line) }
        }
        sendWaiting(context)
        closeIfOver(context)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) -> Value? {
        try? JSONCoding.decode(type, from: line, unknownMembers: .ignored, maximumDepth: 64)
    }

    /// Gives the server of a subscription the time for its next line.
    private func expectLine(_ context: ChannelHandlerContext) {
        guard receiver != nil else { return }
        silence?.cancel()
        let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        silence = context.eventLoop.scheduleTask(in: TimeAmount(EventSilence.limit)) {
            handler.value.0.fail(.timedOut, handler.value.1)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        let detail = "the connection was closed"
        fail(isReady ? .broken(detail) : .notConnected(detail), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(.init(error, isConnected: isReady), context)
    }

    private func fail(_ reason: HTTPFailure.Reason, _ context: ChannelHandlerContext) {
        guard !isClosed else { return }
        isClosed = true
        silence?.cancel()
        if !isRetired { retired([]) }
        isRetired = true
        receiver?(.closed(reason))
        for call in inFlight.values { call.fail(reason) }
        for call in waiting { call.fail(reason) }
        inFlight = [:]
        waiting = []
        context.close(promise: nil)
    }
}
