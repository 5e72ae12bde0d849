import Contract
import Lines
import NIOCore
import RPC
import Values
import Wire

/// The event subscription of a line connection.
extension LineHandler: EventSink {
    private struct Subscribe: Decodable {
        var topics: [String]
    }

    private struct Subscribed: Encodable {
        var topics: [String]
        var expiresAt: Instant
    }

    /// True while the connection has a subscription; it is then not idle.
    var isSubscribed: Bool { stream != nil }

    /// Answers `rpc.subscribe`, which costs as much as a call of the first topic's method.
    func subscribe(
        _ envelope: RequestEnvelope, id: ByteBuffer, in line: ByteBuffer, at now: NIODeadline
    ) throws(RPCError) {
        guard !isDraining else { throw RPCError(.draining) }
        let topics: [TopicTable.Request]
        do throws(RPCError) {
            topics = try edge.topics.read(try decode(Subscribe.self, envelope.params, of: line).topics)
        } catch {
            throw edge.gate.charged(error, to: client.keys, at: now)
        }
        let caller: VerifiedToken?
        let route = topics.first?.entry.route
        switch admit(route, envelope.meta, in: line, at: now) {
        case .refused(let error, _): throw error
        case .admitted(let token, _): caller = token
        }
        // The gate counts calls in flight, which a stream is not.
        if let route { edge.gate.leave(caller, client.keys, route) }
        used()
        if let fault = OpenStream.fault(of: topics, for: caller, gate: edge.gate) { throw fault }
        let stream = try open(topics, caller)
        let result = try encode(Subscribed(topics: topics.map(\.text), expiresAt: stream.expiresAt))
        write { AnswerLine.write(id: id, result: result, into: &$0) }
    }

    private func open(_ topics: [TopicTable.Request], _ caller: VerifiedToken?) throws(RPCError) -> OpenStream {
        if let stream {
            try stream.replace(topics, caller: caller, client: client.keys)
            return stream
        }
        let stream = try OpenStream(to: self, as: .lines, topics, caller: caller, client: client.keys)
        self.stream = stream
        return stream
    }

    /// Answers `rpc.unsubscribe`, which costs the client's address one call.
    func unsubscribe(
        _ envelope: RequestEnvelope, id: ByteBuffer, in line: ByteBuffer, at now: NIODeadline
    ) throws(RPCError) {
        let decision = edge.gate.charge(client.keys, at: now).decision
        guard decision.isAllowed else { throw CallGate.quotaExceeded(decision) }
        let empty = try encode(try decode(Empty.self, envelope.params, of: line))
        stream.take()?.abandon(.unsubscribed)
        write { AnswerLine.write(id: id, result: empty, into: &$0) }
    }

    /// Continues the subscription with the connection's next token, or ends it if that has other rights.
    func renewStream(with token: VerifiedToken) {
        if let stream, !stream.renew(token) { endStream(.token) }
    }

    /// Ends the subscription, if there is one, and tells the client.
    func endStream(_ reason: EventMetrics.Ending) { stream.take()?.end(reason) }

    func write(events: ByteBuffer) { write { $0.writeImmutableBuffer(events) } }

    func endEvents(_ reason: EventMetrics.Ending) {
        guard let told = EventEnding(rawValue: reason.rawValue) else { return }
        write { EventFormat.writeEnd(told, into: &$0) }
    }
}
