import Contract
import HTTPParsing
import RPC

/// The admission of requests for event streams.
extension HTTPHandler {
    /// Handles a request for a stream.
    func receiveEvents(_ request: EdgeRequest) {
        let topics: [TopicTable.Request]
        do throws(RPCError) {
            topics = try request.topics(in: edge.topics)
        } catch {
            guard chargeAddress(for: request) else { return }
            return answer(with: error, at: request.began)
        }
        guard let first = topics.first,
            let admitted = admit(
                first.entry.route, token: request.head.authorization, of: request.bytes, request)
        else { return }
        let caller = admitted.token
        // The gate counts calls in flight, which a stream is not.
        edge.gate.leave(caller, client.keys, first.entry.route)
        for other in topics.dropFirst() {
            if let error = edge.gate.accessFault(other.entry.route, caller) {
                return answer(with: error, at: request.began, caller: caller)
            }
        }
        if request.head.method == .head {
            OpenStream.writeHead(of: request, isChunked: true, to: self)
            return answered(at: edge.now)
        }
        switch edge.streams.begin(user: caller?.userKey, address: client.keys.narrow) {
        case .success(let place):
            let isChunked = !request.head.isVersion10
            if !isChunked { request.head.keepsAlive = false }
            let stream = OpenStream(on: self, topics: topics, caller: caller, place: place, isChunked: isChunked)
            self.stream = stream
            stream.begin(answering: request)
            if edge.isDraining { endStream(.drain) }
        case .failure(let reason):
            edge.metrics.events.refuse(reason)
            let error = RPCError(
                ErrorReason.tooManyStreams, retryAfterMilliseconds: Int64(10 * EventRules.retryMilliseconds))
            answer(with: error, at: request.began, caller: caller)
        }
    }

    /// Ends the stream, if there is one, and the answer with it.
    func endStream(_ reason: EventMetrics.Ending) {
        guard let stream = stream.take() else { return }
        stream.end(reason)
        answered(at: edge.now)
    }
}
