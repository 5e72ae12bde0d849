import Contract
import NIOCore
import RPC
import ServiceRuntime

/// An open event stream of a connection: the answer to `GET /v1/events`, which goes on until the token ends.
///
/// A stream is not a call in flight: neither a call's deadline nor the clocks of requests end it. The connection owns
/// its stream and gives it up with ``end(_:)`` or ``abandon(_:)``.
final class OpenStream: EventListener {
    private let connection: ClientConnection
    private let topics: [EventHub.WatchedTopic]
    private let place: StreamLimits.Place
    /// The caller, whose token ends the stream; `nil` without one.
    private let caller: VerifiedToken?
    /// The end of a stream without a token.
    private let endsAt: NIODeadline
    /// True if events are chunks (RFC 9112 §7.1), so that the connection outlives the stream.
    private let isChunked: Bool
    private var state: EventStream

    init(
        on connection: ClientConnection, topics: [TopicTable.Request], caller: VerifiedToken?,
        place: StreamLimits.Place, isChunked: Bool
    ) {
        let (gate, now) = (connection.edge.gate, connection.edge.now)
        self.connection = connection
        self.caller = caller
        self.place = place
        self.isChunked = isChunked
        self.topics = topics.map { topic in
            let isShared = topic.entry.allAccounts.map { gate.accessFault($0, caller) == nil } ?? true
            return EventHub.WatchedTopic(topic: topic.text, subject: isShared ? nil : caller?.principal.sub)
        }
        endsAt = now + .seconds(Int64(EventRules.anonymousSeconds))
        state = EventStream(at: now)
    }

    private var edge: EdgeLoop { connection.edge }

    /// Writes the head of the answer and the first event, and starts to listen.
    func begin(answering request: EdgeRequest) {
        edge.hub.add(self, watching: topics)
        edge.metrics.events.streams.add(1)
        Self.writeHead(of: request, isChunked: isChunked, to: connection)
        write([.ready])
    }

    func changed(_ topic: String?) {
        let dropped = state.changed(topic)
        if dropped > 0 { edge.metrics.events.overflows.add(UInt64(dropped)) }
        writeDue(at: edge.now)
    }

    /// Writes the events that are due.
    ///
    /// - Returns: the reason to end the stream, if its time is over.
    func timePassed(at now: NIODeadline) -> EventMetrics.Ending? {
        if let caller {
            if edge.gate.tokens.fault(of: caller, at: edge.wallClock()) != nil { return .token }
        } else if now >= endsAt {
            return .age
        }
        writeDue(at: now)
        return nil
    }

    /// Ends the stream and writes the end of the answer.
    func end(_ reason: EventMetrics.Ending) {
        abandon(reason)
        if isChunked { connection.write { $0.writeStaticString("0\r\n\r\n") } }
    }

    /// Ends the stream without writing.
    func abandon(_ reason: EventMetrics.Ending) {
        edge.hub.remove(self, watching: topics)
        edge.streams.end(place)
        edge.metrics.events.end(reason)
    }

    private func writeDue(at now: NIODeadline) {
        let events = state.due(at: now, isReading: takesEvents)
        if !events.isEmpty { write(events) }
    }

    /// True unless earlier events wait for the client.
    private var takesEvents: Bool { !connection.isBehind && !connection.pauses.contains(.slowReader) }

    private func write(_ events: [EventStream.Event]) {
        var text = edge.takeBuffer(capacity: 64 * events.count)
        for event in events {
            state.write(event, into: &text)
            if let kind = event.kind { edge.metrics.events.send(kind) }
        }
        connection.write { out in
            guard isChunked else { return _ = out.writeImmutableBuffer(text) }
            out.writeString(String(text.readableBytes, radix: 16))
            out.writeStaticString("\r\n")
            out.writeImmutableBuffer(text)
            out.writeStaticString("\r\n")
        }
        edge.giveBack(text)
    }

    /// Writes the head of a stream, which is also the whole answer to HEAD.
    static func writeHead(of request: EdgeRequest, isChunked: Bool, to connection: ClientConnection) {
        let date = connection.edge.dateField()
        connection.write { out in
            out.writeHead { head in
                head.writeStatusLine(200)
                head.write(date)
                head.write("Content-Type: text/event-stream\r\n")
                head.write(ResponseFields.noStore)
                // Proxies such as nginx would collect events otherwise.
                head.write("X-Accel-Buffering: no\r\n")
                head.writeTraceFields(request.trace)
                if let quota = request.quota {
                    ResponseFields.writeRateLimit(quota.policy, quota.decision, into: &head)
                }
                head.write(ResponseFields.security)
                head.write(isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Connection: close\r\n\r\n")
            }
        }
    }
}
