import Contract
import HTTPParsing
import Lines
import NIOCore
import RPC
import Values

/// The answers to requests, each written with head and body at once.
extension RequestExchange {
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
            let isJSON = request.isCall || !call.route.sendsBytes
            if request.head.acceptEncoding != nil, !call.route.holdsTokens, isJSON {
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
        let bytes = write(response, request, trace: nil)
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
        whenAvailable(edge.openAPI.content(on: edge.loop), for: request) { exchange, result in
            switch result {
            case .success(let document): exchange.answer(withOpenAPI: document, request)
            case .failure(let error): exchange.answer(with: RPCError(ofDocument: error), at: request.began)
            }
        }
    }

    private func answer(withOpenAPI document: DocumentOnDemand.Content, _ request: EdgeRequest) {
        var answer = EdgeResponse(
            status: 200, contentType: ResponseFields.jsonType, body: document.body, fields: .document(document.tag),
            language: .english)
        if request.hasCurrent(document.tag) { (answer.status, answer.body, answer.contentType) = (304, nil, nil) }
        answer.compress(by: edge.gzip, for: request, of: document.body)
        _ = write(answer, request, trace: nil)
        answered(at: edge.now)
    }

    /// Answers a JSON-RPC call with a result of the gateway itself.
    func answer(withResult result: ByteBuffer) {
        guard let request else { return }
        var answer = wrapped(result, request.callID ?? ByteBuffer())
        answer.language = .english
        answer.compress(by: edge.gzip, for: request, of: result)
        _ = write(answer, request, trace: nil)
        answered(at: edge.now)
    }

    /// Answers with the page about an error code.
    func answer(about code: ErrorCode) {
        guard let request else { return }
        let answer = EdgeResponse(
            status: 200, contentType: ResponseFields.textType,
            body: ByteBuffer(string: ProblemText.text(of: code, in: request.language)), fields: .page)
        _ = write(answer, request, trace: nil)
        answered(at: edge.now)
    }

    /// Answers a CORS preflight request.
    ///
    /// - Parameter verbs: the verbs that the path supports.
    func answerPreflight(_ verbs: [HTTPBinding.Verb]) {
        _ = write(EdgeResponse(status: 204, fields: .preflight(verbs)), request, trace: nil)
        answered(at: edge.now)
    }

    // MARK: Results

    /// Returns a response with a result in a JSON-RPC envelope.
    private func wrapped(_ result: ByteBuffer, _ id: ByteBuffer) -> EdgeResponse {
        var body = edge.takeBuffer(capacity: result.readableBytes + id.readableBytes + 64)
        AnswerLine.write(id: id, result: result, end: "}", into: &body)
        return EdgeResponse(status: 200, contentType: ResponseFields.jsonType, body: body)
    }

    /// Returns the bytes of an answer's body that the client gets.
    func sentBody(of answer: EdgeResponse) -> ByteBuffer? { request?.head.method == .head ? nil : answer.body }
}

extension EdgeResponse {
    /// Writes all fields but those of the connection.
    ///
    /// - Parameter request: the answered request; `nil` if its head cannot be read.
    func writeAllFields(
        for request: EdgeRequest?, _ trace: TraceContext?, date: ByteBuffer, into head: inout HeadWriter
    ) {
        head.write(date)
        if let contentType {
            head.write(contentType)
            if !isBytes { head.write(ResponseFields.contentLanguage(language ?? request?.language ?? .english)) }
        }
        if status != 204, status != 304 {
            ResponseFields.writeContentLength(length ?? body?.readableBytes ?? 0, into: &head)
        }
        if let trace { head.writeTraceFields(trace) }
        if let quota = request?.quota { ResponseFields.writeRateLimit(quota.policy, quota.decision, into: &head) }
        if let request, request.dependsOnOrigin {
            ResponseFields.writeReader(request.reader, of: request.bytes, into: &head)
        }
        writeFields(into: &head)
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
