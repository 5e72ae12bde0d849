import Contract
import HTTPParsing
import NIOCore
import RPC
import ServiceRuntime
import Values

/// An open event stream of a connection.
struct OpenStream {
    var state: EventStream
    let keys: [EventHub.Key]
    let place: StreamLimits.Place
    /// The caller, whose token ends the stream; `nil` without one.
    let caller: VerifiedToken?
    /// The end of a stream without a token.
    let endsAt: NIODeadline
    /// True if events are chunks (RFC 9112 §7.1), so that the connection outlives the stream.
    let isChunked: Bool
}

/// Event streams: answers to `GET /v1/events` that go on until the token ends.
///
/// A stream is not a call in flight: neither a call's deadline nor the clocks of requests end it.
extension HTTPHandler: EventListener {
    /// Handles a request for a stream.
    func receiveEvents(_ request: EdgeRequest) {
        let requests: [TopicTable.Request]
        do throws(RPCError) {
            requests = try topics(of: request)
        } catch {
            guard chargeAddress(for: request) else { return }
            return answer(with: error, at: request.began)
        }
        guard let first = requests.first,
            let admitted = admit(
                first.entry.route, token: request.head.authorization, of: request.bytes, request)
        else { return }
        let caller = admitted.token
        // The gate counts calls in flight, which a stream is not.
        edge.gate.leave(caller)
        for other in requests.dropFirst() {
            if let error = edge.gate.accessFault(other.entry.route, caller) {
                return answer(with: error, at: request.began, caller: caller)
            }
        }
        if request.head.method == .head {
            writeStreamHead(request, isChunked: true)
            return answered(at: edge.now)
        }
        switch edge.streams.begin(user: caller?.userKey, address: client.keys.narrow) {
        case .success(let place): open(requests, caller, place, request)
        case .failure(let reason):
            edge.metrics.events.refuse(reason)
            let error = RPCError(
                ErrorReason.tooManyStreams, retryAfterMilliseconds: Int64(10 * EventRules.retryMilliseconds))
            answer(with: error, at: request.began, caller: caller)
        }
    }

    /// Reads the query, which has the parameter `topics` only.
    private func topics(of request: EdgeRequest) throws(RPCError) -> [TopicTable.Request] {
        let list = request.bytes.withPart(request.head.target) { bytes in
            Result { () throws(RPCError) -> String in
                guard let query = RequestTarget(bytes)?.query, !query.isEmpty else {
                    throw RPCError(.required, at: TopicTable.pointer)
                }
                let pair = query.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                let isAlone = !query.contains(UInt8(ascii: "&"))
                guard pair.count == 2, isAlone, pair[0].elementsEqual("topics".utf8) else {
                    throw RPCError(.unknownMember, at: "")
                }
                let text = PercentCoding.withDecoded(UnsafeRawBufferPointer(rebasing: pair[1]), in: .query) {
                    String(decoding: $0, as: UTF8.self)
                }
                guard let text else { throw RPCError(.badlyEncoded, at: TopicTable.pointer) }
                return text
            }
        }
        return try edge.topics.read(try list.get())
    }

    private func open(
        _ topics: [TopicTable.Request], _ caller: VerifiedToken?, _ place: StreamLimits.Place, _ request: EdgeRequest
    ) {
        let keys = topics.map { topic in
            let isShared = topic.entry.allAccounts.map { edge.gate.accessFault($0, caller) == nil } ?? true
            return EventHub.Key(topic: topic.text, subject: isShared ? nil : caller?.principal.sub)
        }
        let now = edge.now
        let isChunked = !request.head.isVersion10
        if !isChunked { request.head.keepsAlive = false }
        stream = OpenStream(
            state: EventStream(at: now), keys: keys, place: place, caller: caller,
            endsAt: now + .seconds(Int64(EventRules.anonymousSeconds)), isChunked: isChunked)
        edge.hub.add(self, watching: keys)
        edge.metrics.events.streams.add(1)
        writeStreamHead(request, isChunked: isChunked)
        write([.ready])
        if edge.isDraining { endStream(.drain) }
    }

    func changed(_ topic: String?) {
        guard let dropped = stream?.state.changed(topic) else { return }
        if dropped > 0 { edge.metrics.events.overflows.add(UInt64(dropped)) }
        writeDue(at: edge.now)
    }

    /// Writes the events that are due, and ends the stream with its token.
    func streamTimePassed(at now: NIODeadline) {
        guard let stream else { return }
        if let caller = stream.caller {
            if edge.gate.tokens.fault(of: caller, at: edge.wallClock()) != nil { return endStream(.token) }
        } else if now >= stream.endsAt {
            return endStream(.age)
        }
        writeDue(at: now)
    }

    /// Ends the stream, and the answer with it.
    func endStream(_ reason: EventMetrics.Ending) {
        guard let stream else { return }
        leaveStream(reason)
        if stream.isChunked { write { $0.writeStaticString("0\r\n\r\n") } }
        answered(at: edge.now)
    }

    /// Gives up the stream without writing.
    func leaveStream(_ reason: EventMetrics.Ending) {
        guard let stream else { return }
        self.stream = nil
        edge.hub.remove(self, watching: stream.keys)
        edge.streams.end(stream.place)
        edge.metrics.events.end(reason)
    }

    private func writeDue(at now: NIODeadline) {
        guard let events = stream?.state.due(at: now, isReading: takesEvents), !events.isEmpty else { return }
        write(events)
    }

    /// True unless earlier events wait for the client.
    private var takesEvents: Bool { !isBehind && !pauses.contains(.slowReader) }

    private func write(_ events: [EventStream.Event]) {
        guard let stream else { return }
        var text = edge.takeBuffer(capacity: 64 * events.count)
        for event in events {
            self.stream?.state.write(event, into: &text)
            if let kind = event.kind { edge.metrics.events.send(kind) }
        }
        write { out in
            guard stream.isChunked else { return _ = out.writeImmutableBuffer(text) }
            out.writeString(String(text.readableBytes, radix: 16))
            out.writeStaticString("\r\n")
            out.writeImmutableBuffer(text)
            out.writeStaticString("\r\n")
        }
        edge.giveBack(text)
    }

    private func writeStreamHead(_ request: EdgeRequest, isChunked: Bool) {
        let date = edge.dateField()
        write { out in
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
