import HTTPParsing
import NIOCore
import RPC

/// A stream of HTTP/2: one request and its answer.
///
/// An object instead of a channel of its own, which would cost as much as the rest of a call.
final class HTTP2Stream: RequestExchange {
    let id: UInt32
    private(set) var client: ClientAddress
    private(set) var request: EdgeRequest?
    var call: RoutedCall?
    var stream: OpenStream?

    /// True until the client has ended its part of the stream.
    var isReceiving: Bool
    /// True from the start of the answer being made until it is made; it then counts as in flight.
    var isInFlight = false
    private(set) var isClosed = false
    /// True once the answer is sent.
    var isAnswered = false
    /// The bytes of the body that count against the connection's window.
    var heldBytes = 0
    var receiveWindow: HTTP2ReceiveWindow
    private var clocks: HTTPClocks
    private var bodyLimit = 0

    var sendWindow: HTTP2SendWindow
    /// The bytes of the answer that wait to be sent.
    var outgoing = ByteBuffer()
    /// True if the answer ends with ``outgoing``.
    var endsAfterOutgoing = false
    /// True while the stream waits for its turn to send.
    var isQueued = false
    /// The time since which the client's window keeps the stream from sending.
    var blockedSince: NIODeadline?

    private let handler: HTTP2Handler

    init(_ id: UInt32, on handler: HTTP2Handler, isReceiving: Bool, sendWindow: Int) {
        self.id = id
        self.handler = handler
        self.isReceiving = isReceiving
        self.sendWindow = HTTP2SendWindow(sendWindow)
        client = handler.client
        receiveWindow = HTTP2ReceiveWindow(HTTP2Handler.streamWindow)
        clocks = HTTPClocks(limits: handler.edge.limits.http, now: handler.edge.now)
    }

    var connection: ClientConnection { handler }
    /// The arrival of the request's head, until the request is complete.
    var receivingSince: NIODeadline? { clocks.receivingSince }
    var isEnded: Bool { isClosed || handler.isEnded }

    // MARK: The request

    /// Starts to receive a request.
    func begin(_ request: EdgeRequest, behind forwarder: ClientAddress?, at now: NIODeadline) {
        self.request = request
        if let forwarder { client = Self.client(of: request, behind: forwarder, edge.limits.http) }
        bodyLimit = request.maximumBodyBytes(edge.limits)
        clocks.bodyBegan(at: now)
        if case .length(let length) = request.head.framing, length > bodyLimit { refuse(.bodyTooLarge) }
    }

    /// Adds bytes to the body.
    ///
    /// - Throws: a stream error if the body is longer than its declared length.
    func take(_ bytes: UnsafeRawBufferPointer) throws(HTTP2Fault) {
        guard let request else { return }
        let length = request.body.readableBytes + bytes.count
        if case .length(let declared) = request.head.framing, length > declared { throw .stream(id, .violation) }
        guard length <= bodyLimit else { return refuse(.bodyTooLarge) }
        request.body.writeBytes(bytes)
        clocks.bodyReceived(bytes.count)
    }

    /// Ends the request.
    ///
    /// - Throws: a stream error if the body is shorter than its declared length.
    func endRequest() throws(HTTP2Fault) {
        isReceiving = false
        if isAnswered { return handler.remove(self) }
        guard let request else { return }
        if case .length(let declared) = request.head.framing, request.body.readableBytes != declared {
            throw .stream(id, .violation)
        }
        clocks.requestEnded()
        handler.complete(self)
    }

    /// Answers a request that cannot be served.
    func refuse(_ fault: HTTPFault) {
        let now = edge.now
        guard edge.gate.guardAdmits(client.keys, at: now) else { return answer(with: CallGate.guardExceeded, at: now) }
        answer(with: edge.gate.charged(fault.error, to: client.keys, at: now), at: now)
    }

    /// True if the body arrives too slowly.
    func isTooSlow(at now: NIODeadline) -> Bool { isReceiving && clocks.tick(at: now) != .nothing }

    // MARK: The answer

    func write(_ answer: EdgeResponse, _ request: EdgeRequest?, trace: TraceContext?) -> Int {
        guard !isEnded else { return 0 }
        let body = sentBody(of: answer) ?? ByteBuffer()
        let (trace, date) = (trace ?? request?.trace, edge.dateField())
        let isWhole = body.readableBytes == 0
        let bytes = handler.writeHead(of: self, status: answer.status, isLast: isWhole) { head in
            answer.writeAllFields(for: request, trace, date: date, into: &head)
        }
        if isWhole { handler.sent(self) } else { handler.send(body, on: self, isLast: true) }
        return bytes + body.readableBytes
    }

    func answered(at now: NIODeadline) {
        if let request = request.take() { edge.giveBack(request.bytes) }
        handler.answered(self)
    }

    func countRefusal() { handler.countRefusal() }

    func writeEventsHead(of request: EdgeRequest, isWhole: Bool) {
        let date = edge.dateField()
        _ = handler.writeHead(of: self, status: 200, isLast: isWhole) { $0.writeEventFields(of: request, date: date) }
        if isWhole { handler.sent(self) } else { handler.answered(self) }
    }

    func write(events: ByteBuffer) { if !isEnded { handler.send(events, on: self, isLast: false) } }

    func endEvents(_ reason: EventMetrics.Ending) {
        if !isEnded { handler.send(ByteBuffer(), on: self, isLast: true) }
    }

    var takesEvents: Bool { outgoing.readableBytes == 0 && handler.room > 0 }

    /// Gives up what is left of the request and the answer.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        abandon()
        if let request = request.take() { edge.giveBack(request.bytes) }
        outgoing = ByteBuffer()
    }
}
