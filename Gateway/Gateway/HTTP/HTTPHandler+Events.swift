import Contract
import HTTPParsing
import NIOCore
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
        edge.gate.leave(caller)
        if let error = OpenStream.fault(of: topics, for: caller, gate: edge.gate) {
            return answer(with: error, at: request.began, caller: caller)
        }
        if request.head.method == .head {
            writeEventsHead(of: request, isChunked: true)
            return answered(at: edge.now)
        }
        do throws(RPCError) {
            let stream = try OpenStream(
                to: self, as: .serverSent(nextID: 0), topics, caller: caller, address: client.keys.narrow)
            self.stream = stream
            let isChunked = !request.head.isVersion10
            if !isChunked { self.request?.head.keepsAlive = false }
            writeEventsHead(of: request, isChunked: isChunked)
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

    /// Writes the head of a stream, which is also the whole answer to HEAD.
    private func writeEventsHead(of request: EdgeRequest, isChunked: Bool) {
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

extension HTTPHandler: EventSink {
    /// True if events are chunks (RFC 9112 §7.1), so that the connection outlives the stream.
    private var isChunked: Bool { !(request?.head.isVersion10 ?? false) }

    func write(events: ByteBuffer) {
        let isChunked = isChunked
        write { out in
            guard isChunked else { return _ = out.writeImmutableBuffer(events) }
            out.writeString(String(events.readableBytes, radix: 16))
            out.writeStaticString("\r\n")
            out.writeImmutableBuffer(events)
            out.writeStaticString("\r\n")
        }
    }

    func endEvents(_ reason: EventMetrics.Ending) {
        if isChunked { write { $0.writeStaticString("0\r\n\r\n") } }
    }
}
