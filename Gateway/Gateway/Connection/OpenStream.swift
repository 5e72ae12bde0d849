import Contract
import NIOCore
import RPC
import ServiceRuntime
import Values

/// The connection or request that a stream's events are written to.
protocol EventSink: AnyObject {
    var edge: EdgeLoop { get }
    /// True unless earlier events wait for the client.
    var takesEvents: Bool { get }
    func write(events: ByteBuffer)
    /// Writes the end of the stream.
    func endEvents(_ reason: EventMetrics.Ending)
}

/// An open event stream: the answer to `GET /v1/events`, or the subscription of a line connection.
///
/// It goes on until the token ends. A stream is not a call in flight: neither a call's deadline nor the clocks of
/// requests end it. The sink owns its stream and gives it up with ``end(_:)`` or ``abandon(_:)``.
final class OpenStream: EventListener {
    private let sink: any EventSink
    private var format: EventFormat
    private var watch: EventHub.Watch
    private var place: StreamLimits.Place
    /// The caller, whose token ends the stream; `nil` without one.
    private var caller: VerifiedToken?
    /// The end of a stream without a token.
    private var anonymousEnd: NIODeadline
    private var state: EventStream

    /// Starts to listen, unless a limit on streams is reached; writes nothing.
    ///
    /// - Parameters:
    ///   - caller: the caller, who may watch the topics (``fault(of:for:gate:)``).
    ///   - client: the address that a stream without a caller counts against.
    /// - Throws: `overloaded` with the reason `too-many-streams`.
    init(
        to sink: any EventSink, as format: EventFormat, _ topics: [TopicTable.Request], caller: VerifiedToken?,
        client: AddressKeys
    ) throws(RPCError) {
        let edge = sink.edge
        place = try Self.place(caller, client, on: edge)
        self.sink = sink
        self.format = format
        self.caller = caller
        watch = Self.watch(topics, caller, edge.gate)
        anonymousEnd = Self.anonymousEnd(at: edge.now)
        state = EventStream(at: edge.now)
        edge.hub.add(self, watching: watch)
        edge.metrics.events.streams.add(1)
    }

    private var edge: EdgeLoop { sink.edge }

    /// The end of the stream as a time of day, if nothing ends it before.
    var expiresAt: Instant {
        caller?.expiresAt
            ?? edge.wallClock().advanced(bySeconds: (anonymousEnd - edge.now).nanoseconds / 1_000_000_000)
    }

    /// Returns the error for topics that a caller may not watch; `nil` if all are allowed.
    static func fault(
        of topics: [TopicTable.Request], for caller: VerifiedToken?, gate: CallGate
    ) -> RPCError? {
        for topic in topics {
            if let error = gate.accessFault(topic.entry.route, caller) { return error }
        }
        return nil
    }

    /// Watches other topics from now on; news that wait are kept for topics that stay.
    ///
    /// - Throws: as ``init(to:as:_:caller:client:)``; the stream stays as it was.
    func replace(_ topics: [TopicTable.Request], caller: VerifiedToken?, client: AddressKeys) throws(RPCError) {
        let key = caller?.userKey ?? client.narrow
        if place.key != key {
            let new = try Self.place(caller, client, on: edge)
            edge.streams.end(place)
            place = new
        }
        edge.hub.remove(self, watching: watch)
        watch = Self.watch(topics, caller, edge.gate)
        edge.hub.add(self, watching: watch)
        state.keep { topic in watch.topics.contains { $0.topic == topic } }
        self.caller = caller
        anonymousEnd = Self.anonymousEnd(at: edge.now)
    }

    /// Continues the stream with the caller's next token.
    ///
    /// - Returns: false if the token is of another account, has other roles or newly lacks a second factor, so that the
    ///   rights have to be checked again.
    func renew(_ new: VerifiedToken) -> Bool {
        guard let caller else { return true }
        guard caller.principal.sub == new.principal.sub, caller.roles == new.roles,
            caller.principal.isLimited == new.principal.isLimited
        else { return false }
        self.caller = new
        return true
    }

    func changed(_ topic: String, version: Int64) {
        let dropped = state.changed(topic, version: version)
        if dropped > 0 { edge.metrics.events.overflows.add(UInt64(dropped)) }
        writeDue(at: edge.now)
    }

    func resync() {
        state.resync()
        writeDue(at: edge.now)
    }

    /// Writes the events that are due.
    ///
    /// - Returns: the reason to end the stream, if its time is over.
    func timePassed(at now: NIODeadline) -> EventMetrics.Ending? {
        if let caller {
            if edge.gate.tokens.fault(of: caller, at: edge.wallClock()) != nil { return .token }
        } else if now >= anonymousEnd {
            return .age
        }
        writeDue(at: now)
        return nil
    }

    /// Ends the stream and writes its end.
    func end(_ reason: EventMetrics.Ending) {
        abandon(reason)
        sink.endEvents(reason)
    }

    /// Ends the stream without writing.
    func abandon(_ reason: EventMetrics.Ending) {
        edge.hub.remove(self, watching: watch)
        edge.streams.end(place)
        edge.metrics.events.end(reason)
    }

    func write(_ events: [EventStream.Event]) {
        var text = edge.takeBuffer(capacity: 128 * events.count)
        for event in events {
            format.write(event, into: &text)
            edge.metrics.events.send(event.kind)
        }
        sink.write(events: text)
        edge.giveBack(text)
    }

    private func writeDue(at now: NIODeadline) {
        let events = state.due(at: now, isReading: sink.takesEvents)
        if !events.isEmpty { write(events) }
    }

    private static func anonymousEnd(at now: NIODeadline) -> NIODeadline {
        now + .seconds(Int64(EventRules.anonymousSeconds))
    }

    private static func place(
        _ caller: VerifiedToken?, _ client: AddressKeys, on edge: EdgeLoop
    ) throws(RPCError) -> StreamLimits.Place {
        switch edge.streams.begin(user: caller?.userKey, client: client) {
        case .success(let place): return place
        case .failure(let reason):
            edge.metrics.events.refuse(reason)
            throw RPCError(
                ErrorReason.tooManyStreams, retryAfterMilliseconds: Int64(10 * EventRules.retryMilliseconds))
        }
    }

    private static func watch(
        _ topics: [TopicTable.Request], _ caller: VerifiedToken?, _ gate: CallGate
    ) -> EventHub.Watch {
        EventHub.Watch(
            topics: topics.map { topic in
                let hearsAll =
                    topic.entry.allAccounts.map { gate.accessFault($0, caller) == nil } ?? !topic.entry.isOfAccount
                return EventHub.WatchedTopic(topic: topic.text, subject: hearsAll ? nil : caller?.principal.sub)
            }, services: Set(topics.map { $0.entry.topic.service }))
    }
}
