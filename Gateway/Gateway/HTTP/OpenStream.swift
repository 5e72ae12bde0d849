import Contract
import NIOCore
import RPC
import ServiceRuntime

/// An open event stream: the answer to `GET /v1/events`, which goes on until the token ends.
///
/// A stream is not a call in flight: neither a call's deadline nor the clocks of requests end it. The exchange owns
/// its stream and gives it up with ``end(_:)`` or ``abandon(_:)``.
final class OpenStream: EventListener {
    private let exchange: any RequestExchange
    private let topics: [EventHub.WatchedTopic]
    private let place: StreamLimits.Place
    /// The caller, whose token ends the stream; `nil` without one.
    private let caller: VerifiedToken?
    /// The end of a stream without a token.
    private let endsAt: NIODeadline
    private var state: EventStream

    init(
        on exchange: any RequestExchange, topics: [TopicTable.Request], caller: VerifiedToken?,
        place: StreamLimits.Place
    ) {
        let (gate, now) = (exchange.edge.gate, exchange.edge.now)
        self.exchange = exchange
        self.caller = caller
        self.place = place
        self.topics = topics.map { topic in
            let isShared = topic.entry.allAccounts.map { gate.accessFault($0, caller) == nil } ?? true
            return EventHub.WatchedTopic(topic: topic.text, subject: isShared ? nil : caller?.principal.sub)
        }
        endsAt = now + .seconds(Int64(EventRules.anonymousSeconds))
        state = EventStream(at: now)
    }

    private var edge: EdgeLoop { exchange.edge }

    /// Writes the head of the answer and the first event, and starts to listen.
    func begin(answering request: EdgeRequest) {
        edge.hub.add(self, watching: topics)
        edge.metrics.events.streams.add(1)
        exchange.writeEventsHead(of: request, isWhole: false)
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
        exchange.endEvents()
    }

    /// Ends the stream without writing.
    func abandon(_ reason: EventMetrics.Ending) {
        edge.hub.remove(self, watching: topics)
        edge.streams.end(place)
        edge.metrics.events.end(reason)
    }

    private func writeDue(at now: NIODeadline) {
        let events = state.due(at: now, isReading: exchange.takesEvents)
        if !events.isEmpty { write(events) }
    }

    private func write(_ events: [EventStream.Event]) {
        var text = edge.takeBuffer(capacity: 64 * events.count)
        for event in events {
            state.write(event, into: &text)
            if let kind = event.kind { edge.metrics.events.send(kind) }
        }
        exchange.write(events: text)
        edge.giveBack(text)
    }
}

extension HeadWriter {
    /// Writes the fields of an event stream's head but those of the connection.
    mutating func writeEventFields(of request: EdgeRequest, date: ByteBuffer) {
        write(date)
        write("Content-Type: text/event-stream\r\n")
        write(ResponseFields.noStore)
        // Proxies such as nginx would collect events otherwise.
        write("X-Accel-Buffering: no\r\n")
        writeTraceFields(request.trace)
        if let quota = request.quota { ResponseFields.writeRateLimit(quota.policy, quota.decision, into: &self) }
        if request.dependsOnOrigin { ResponseFields.writeReader(request.reader, of: request.bytes, into: &self) }
        write(ResponseFields.security)
    }
}
