import Contract
import HTTPParsing
import NIOCore
import RPC

/// The admission of requests for event streams.
extension RequestExchange {
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
        if let error = OpenStream.fault(of: topics, for: caller, gate: edge.gate) {
            return answer(with: error, at: request.began, caller: caller)
        }
        if request.head.method == .head {
            writeEventsHead(of: request, isWhole: true)
            return answered(at: edge.now)
        }
        do throws(RPCError) {
            let stream = try OpenStream(
                to: self, as: .serverSent(nextID: 0), topics, caller: caller, client: client.keys)
            self.stream = stream
            writeEventsHead(of: request, isWhole: false)
            stream.write([.ready])
            if edge.isDraining { endStream(.drain) }
        } catch {
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
