import Contract
import HTTPParsing
import Lines
import NIOCore
import RPC

/// Serves HTTP/1.1 to one client, one request at a time, in order of arrival.
///
/// A pipelined request waits unread until the previous one is answered. So nothing has to be reordered, and a client
/// cannot make the gateway hold more than one request and one read.
final class HTTPHandler: ClientConnection, RequestExchange {
    private(set) var request: EdgeRequest?
    var call: RoutedCall?
    var stream: OpenStream?
    var clocks: HTTPClocks

    private var framer: HTTPHeadFramer
    private var body: HTTPBodyReader?
    private var refusals: Strikes
    private var drainBegan: NIODeadline?
    /// The trusted proxy that opened this connection, if any.
    private let forwarder: ClientAddress?

    override init(edge: EdgeLoop, client: ClientAddress) {
        forwarder = edge.limits.http.forwarders.contains(client.bytes) ? client : nil
        framer = HTTPHeadFramer(limit: edge.limits.http.headBytes)
        refusals = Strikes(limit: edge.limits.refusals, window: edge.limits.refusalWindow)
        clocks = HTTPClocks(limits: edge.limits.http, now: edge.now)
        super.init(edge: edge, client: client)
    }

    override func take(_ bytes: UnsafeRawBufferPointer, at now: NIODeadline) -> Int {
        var position = 0
        do throws(HTTPFault) {
            while pauses.isEmpty, !isEnded {
                guard try body == nil ? takeHead(bytes, &position, at: now) : takeBody(bytes, &position) else { break }
            }
        } catch {
            refuse(error, at: now)
        }
        return position
    }

    override func timePassed(at now: NIODeadline) {
        if case .close(let reason) = clocks.tick(at: now) { close(because: reason) }
        if let reason = stream?.timePassed(at: now) { endStream(reason) }
        if let drainBegan, isBetweenRequests, now >= drainBegan + edge.limits.http.drainLinger { closeAfterAnswers() }
    }

    override var isBusy: Bool { call != nil || stream != nil }

    override var isBetweenRequests: Bool { request == nil && !framer.isInsideHead }

    override var receivingSince: NIODeadline? { clocks.receivingSince }

    /// Closes after the next answer, which says so, or after a time without a request.
    ///
    /// To close an idle connection at once would lose the request that is on its way.
    override func drain() {
        guard drainBegan == nil else { return }
        drainBegan = edge.now
        endStream(.drain)
    }

    override func ended() {
        abandon()
        request = nil
    }

    /// True if the connection stays open after the answer being written.
    var keepsAlive: Bool { drainBegan == nil && request?.head.keepsAlive ?? false && !pauses.contains(.closing) }

    func countRefusal() {
        guard refusals.strike(at: edge.now) else { return }
        edge.metrics.end(.refusals)
        request?.head.keepsAlive = false
    }

    /// Ends the request, then continues with the next one or closes.
    func answered(at now: NIODeadline) {
        let continues = keepsAlive
        if let request = request.take() { edge.giveBack(request.bytes) }
        body = nil
        guard continues else { return closeAfterAnswers() }
        clocks.answered(at: now)
        resume(.answering, at: now)
    }

    var connection: ClientConnection { self }

    func write(_ answer: EdgeResponse, _ request: EdgeRequest?, trace: TraceContext?) -> Int {
        var written = 0
        let (trace, date) = (trace ?? request?.trace, edge.dateField())
        write { out in
            let before = out.readableBytes
            out.writeHead { head in
                head.writeStatusLine(answer.status)
                answer.writeAllFields(for: request, trace, date: date, into: &head)
                if !keepsAlive {
                    head.write("Connection: close\r\n")
                } else if request?.head.isVersion10 == true {
                    head.write("Connection: keep-alive\r\n")
                }
                head.write("\r\n")
            }
            if let body = sentBody(of: answer) { out.writeImmutableBuffer(body) }
            written = out.readableBytes - before
        }
        return written
    }

    // MARK: Events

    /// True if events are chunks (RFC 9112 §7.1), so that the connection outlives the stream.
    private var hasChunks: Bool { request?.head.isVersion10 == false }

    func writeEventsHead(of request: EdgeRequest, isWhole: Bool) {
        let isChunked = hasChunks || isWhole
        if !isChunked { request.head.keepsAlive = false }
        let date = edge.dateField()
        write { out in
            out.writeHead { head in
                head.writeStatusLine(200)
                head.writeEventFields(of: request, date: date)
                head.write(isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Connection: close\r\n\r\n")
            }
        }
    }

    func write(events: ByteBuffer) {
        write { out in
            guard hasChunks else { return _ = out.writeImmutableBuffer(events) }
            out.writeString(String(events.readableBytes, radix: 16))
            out.writeStaticString("\r\n")
            out.writeImmutableBuffer(events)
            out.writeStaticString("\r\n")
        }
    }

    func endEvents(_ reason: EventMetrics.Ending) {
        if hasChunks { write { $0.writeStaticString("0\r\n\r\n") } }
    }

    // MARK: Bytes in

    private func takeHead(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int, at now: NIODeadline
    ) throws(HTTPFault) -> Bool {
        switch framer.next(in: bytes, from: &position) {
        case .head(let range): try begin(UnsafeRawBufferPointer(rebasing: bytes[range]), at: now)
        case .joined:
            let head = framer.takeJoined()
            try begin(head, at: now)
        case .tooLarge: throw .headTooLarge
        case nil:
            if framer.isInsideHead { clocks.headIncomplete(at: now) }
            return false
        }
        return true
    }

    private func begin(_ head: [UInt8], at now: NIODeadline) throws(HTTPFault) {
        var fault: HTTPFault?
        head.withUnsafeBytes { bytes in
            do throws(HTTPFault) { try begin(bytes, at: now) } catch { fault = error }
        }
        if let fault { throw fault }
    }

    private func begin(_ bytes: UnsafeRawBufferPointer, at now: NIODeadline) throws(HTTPFault) {
        let limits = edge.limits.http
        let head = try RequestHead(bytes, limits: .init(lineBytes: limits.requestLineBytes, fields: limits.fields))
        var copy = edge.takeBuffer(capacity: bytes.count)
        copy.writeBytes(bytes)
        let request = EdgeRequest(head: head, bytes: copy, edge: edge, at: now)
        self.request = request
        if let forwarder { client = Self.client(of: request, behind: forwarder, limits) }
        body = try HTTPBodyReader(head.framing, limit: request.maximumBodyBytes(edge.limits))
        clocks.bodyBegan(at: now)
        if head.expectsContinue { write { $0.writeStaticString("HTTP/1.1 100 Continue\r\n\r\n") } }
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) throws(HTTPFault) -> Bool {
        switch try body?.next(in: bytes, from: &position) {
        case .piece(let range):
            request?.body.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[range]))
            clocks.bodyReceived(range.count)
        case .end:
            clocks.requestEnded()
            if request?.head.framing != RequestHead.Framing.none { request?.began = edge.now }
            pause(.answering)
            receive()
        case nil: return false
        }
        return true
    }

    /// Answers an unreadable request and closes, since the start of the next one is unknown.
    private func refuse(_ fault: HTTPFault, at now: NIODeadline) {
        edge.metrics.end(.badHTTP)
        pause(.answering)
        request?.head.keepsAlive = false
        guard edge.gate.guardAdmits(client.keys, at: now) else { return answer(with: CallGate.guardExceeded, at: now) }
        answer(with: edge.gate.charged(fault.error, to: client.keys, at: now), at: now)
    }
}
