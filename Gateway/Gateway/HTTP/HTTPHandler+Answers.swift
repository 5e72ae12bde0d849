import Contract
import HTTPParsing
import Lines
import NIOCore
import RPC
import Values

/// The answers to requests, each written with head and body at once.
extension HTTPHandler: CallOwner {
    func callEnded(_ call: RoutedCall, _ answer: CallOutcome) {
        self.call = nil
        edge.gate.leave(call.caller, client.keys, call.route)
        if call.extraCost > 0 {
            self.request?.quota = edge.gate.settle(
                call.caller, client.keys, call.route, cost: call.extraCost, at: call.endedAt)
        }
        guard let request else { return }
        var (code, reason): (Int?, String?) = (nil, nil)
        let response: EdgeResponse
        switch answer {
        case .result(let result):
            var answer =
                request.isCall ? wrapped(result, call.id) : EdgeResponse.plain(result, of: call.route, request, edge)
            if request.head.acceptEncoding != nil, !call.route.holdsTokens {
                answer.compress(by: edge.gzip, for: request, of: result)
            }
            response = answer
        case .refusal(let number, let retryAfter, let object):
            code = number
            response = EdgeResponse(refusing: request, number, retryAfter, object)
        case .failure(let error):
            (code, reason) = (error.code.number, error.reason)
            response = EdgeResponse(refusing: request, with: error, request.trace)
        }
        let bytes = write(response, request)
        edge.journal.record(call, code: code) {
            var record = JournalRecord(of: call, transport: .http, client: client, at: call.endedAt)
            (record.code, record.reason, record.status, record.bytesOut) = (code, reason, response.status, bytes)
            return record
        }
        answered(at: call.endedAt)
    }

    /// Answers with an error of the gateway, without a call.
    ///
    /// - Parameter allow: the verbs that the path supports, if the request's is not one of them.
    func answer(
        with error: RPCError, at now: NIODeadline, route: Route? = nil, caller: VerifiedToken? = nil,
        allow: [HTTPBinding.Verb]? = nil
    ) {
        if error.code == .quotaExceeded || error.code == .overloaded { countRefusal() }
        let trace = request?.trace ?? TraceContext.root(using: &edge.random)
        let answer = EdgeResponse(refusing: request, with: error, trace, allow: allow)
        let bytes = write(answer, request, trace: trace)
        edge.journal.record(
            JournalRecord(
                transport: .http, route: route ?? request?.route, code: error.code.number, reason: error.reason,
                trace: trace, took: edge.now - now, remoteAddress: client.text, user: caller?.principal.sub,
                status: answer.status,
                bytesOut: bytes, attempts: 0))
        answered(at: edge.now)
    }

    /// Answers with the OpenAPI description.
    func answerOpenAPI() {
        guard let request else { return }
        let document: DocumentOnDemand.Content
        do throws(RPCError) {
            document = try edge.openAPI.content()
        } catch {
            return answer(with: error, at: request.began)
        }
        var answer = EdgeResponse(
            status: 200, contentType: ResponseFields.jsonType, body: document.body, fields: .document(document.tag),
            language: .english)
        if request.hasCurrent(document.tag) { (answer.status, answer.body, answer.contentType) = (304, nil, nil) }
        answer.compress(by: edge.gzip, for: request, of: document.body)
        _ = write(answer, request)
        answered(at: edge.now)
    }

    /// Answers a JSON-RPC call with a result of the gateway itself.
    func answer(withResult result: ByteBuffer) {
        guard let request else { return }
        var answer = wrapped(result, request.callID ?? ByteBuffer())
        answer.language = .english
        answer.compress(by: edge.gzip, for: request, of: result)
        _ = write(answer, request)
        answered(at: edge.now)
    }

    /// Answers with the page about an error code.
    func answer(about code: ErrorCode) {
        guard let request else { return }
        let answer = EdgeResponse(
            status: 200, contentType: ResponseFields.textType,
            body: ByteBuffer(string: ProblemText.text(of: code, in: request.language)), fields: .page)
        _ = write(answer, request)
        answered(at: edge.now)
    }

    // MARK: Results

    /// Returns a response with a result in a JSON-RPC envelope.
    private func wrapped(_ result: ByteBuffer, _ id: ByteBuffer) -> EdgeResponse {
        var body = edge.takeBuffer(capacity: result.readableBytes + id.readableBytes + 64)
        AnswerLine.write(id: id, result: result, end: "}", into: &body)
        return EdgeResponse(status: 200, contentType: ResponseFields.jsonType, body: body)
    }

    // MARK: Bytes

    /// Writes an answer.
    ///
    /// - Returns: the number of bytes written.
    func write(_ answer: EdgeResponse, _ request: EdgeRequest?, trace: TraceContext? = nil) -> Int {
        var written = 0
        let trace = trace ?? request?.trace
        let date = edge.dateField()
        write { out in
            let before = out.readableBytes
            out.writeHead { head in
                head.writeStatusLine(answer.status)
                head.write(date)
                if let type = answer.contentType {
                    head.write(type)
                    let language = answer.language ?? request?.language ?? .english
                    head.write(ResponseFields.contentLanguage(language))
                }
                if answer.status != 204, answer.status != 304 {
                    let length = answer.length ?? answer.body?.readableBytes ?? 0
                    ResponseFields.writeContentLength(length, into: &head)
                }
                if let trace { head.writeTraceFields(trace) }
                if let quota = request?.quota {
                    ResponseFields.writeRateLimit(quota.policy, quota.decision, into: &head)
                }
                answer.writeFields(into: &head)
                if !keepsAlive {
                    head.write("Connection: close\r\n")
                } else if request?.head.isVersion10 == true {
                    head.write("Connection: keep-alive\r\n")
                }
                head.write("\r\n")
            }
            if let body = answer.body, request?.head.method != .head { out.writeImmutableBuffer(body) }
            written = out.readableBytes - before
        }
        return written
    }
}

extension HeadWriter {
    /// Writes `X-Request-Id` and `traceparent`, each with its line break.
    mutating func writeTraceFields(_ trace: TraceContext) {
        withUnsafeTemporaryAllocation(byteCount: TraceContext.traceparentBytes, alignment: 1) { text in
            guard let base = text.baseAddress else { return }
            trace.writeTraceparent(to: base)
            write("X-Request-Id: ")
            // The trace's id stands between the version and the span.
            write(UnsafeRawBufferPointer(rebasing: text[3..<35]))
            write("\r\ntraceparent: ")
            write(UnsafeRawBufferPointer(text))
            write("\r\n")
        }
    }
}
