import Contract
import HTTPParsing
import Lines
import NIOCore
import RPC
import Values

/// The answers to requests, each written with head and body at once.
extension HTTPHandler: CallOwner {
    /// The variable part of a response.
    private struct Response {
        var status: Int
        var contentType: StaticString?
        var body: ByteBuffer?
        var fields = Fields.noStore
        /// The language of the texts; `nil` for that of the request.
        var language: Language?
    }

    private enum Fields {
        /// The response must not be cached.
        case noStore
        /// A result, cacheable as the method declares.
        case cacheable(Route, isOpen: Bool, EntityTag?)
        /// A result that holds the id of a created resource.
        case created(Route, ByteBuffer)
        case document(EntityTag)
        /// A text page, the same for everyone who reads its language.
        case page
        case problem(Problem, allow: [HTTPBinding.Verb]?)
    }

    func callEnded(_ call: RoutedCall, _ answer: CallOutcome) {
        self.call = nil
        edge.gate.leave(call.caller)
        guard let request else { return }
        var record = JournalRecord(of: call, transport: .http, client: client, at: call.endedAt)
        switch answer {
        case .result(let result):
            let answer = Self.isCall(request) ? wrapped(result, call.id) : plain(result, of: call.route, request)
            record.status = answer.status
            record.bytesOut = write(answer, request)
        case .refusal(let code, let retryAfter, let object):
            let answer = refusal(code, retryAfter, object, request)
            record.code = code
            record.status = answer.status
            record.bytesOut = write(answer, request)
        case .failure(let error):
            let answer = refusal(error, request)
            record.code = error.code.number
            record.reason = error.reason
            record.status = answer.status
            record.bytesOut = write(answer, request)
        }
        edge.journal.record(record)
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
        let answer = refusal(error, request, trace: trace, allow: allow)
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
        var answer = Response(
            status: 200, contentType: ResponseFields.jsonType, body: document.body, fields: .document(document.tag),
            language: .english)
        if isKnown(document.tag, request) { (answer.status, answer.body, answer.contentType) = (304, nil, nil) }
        _ = write(answer, request)
        answered(at: edge.now)
    }

    /// Answers a JSON-RPC call with a result of the gateway itself.
    func answer(withResult result: ByteBuffer) {
        guard let request else { return }
        var answer = wrapped(result, request.callID ?? ByteBuffer())
        answer.language = .english
        _ = write(answer, request)
        answered(at: edge.now)
    }

    /// Answers with the page about an error code.
    func answer(about code: ErrorCode) {
        guard let request else { return }
        let answer = Response(
            status: 200, contentType: ResponseFields.textType,
            body: ByteBuffer(string: ProblemText.text(of: code, in: request.language)), fields: .page)
        _ = write(answer, request)
        answered(at: edge.now)
    }

    // MARK: Results

    private static func isCall(_ request: EdgeRequest) -> Bool {
        if case .call = request.destination { true } else { false }
    }

    /// Returns a response with a result in the form that the method declares.
    private func plain(_ result: ByteBuffer, of route: Route, _ request: EdgeRequest) -> Response {
        let isOpen = edge.gate.isOpen(route) && !route.dependsOnCaller
        switch route.http?.form {
        case .noContent: return Response(status: 204)
        case .created:
            return Response(
                status: 201, contentType: ResponseFields.jsonType, body: result, fields: .created(route, result))
        case .json, nil:
            guard route.isConditional else {
                return Response(
                    status: 200, contentType: ResponseFields.jsonType, body: result,
                    fields: .cacheable(route, isOpen: isOpen, nil))
            }
            let tag = EntityTag(of: result)
            let isKnown = isKnown(tag, request)
            return Response(
                status: isKnown ? 304 : 200, contentType: isKnown ? nil : ResponseFields.jsonType,
                body: isKnown ? nil : result, fields: .cacheable(route, isOpen: isOpen, tag))
        }
    }

    private func isKnown(_ tag: EntityTag, _ request: EdgeRequest) -> Bool {
        request.text(request.head.ifNoneMatch).map { tag.isNamed(by: $0) } ?? false
    }

    /// Returns a response with a result in a JSON-RPC envelope.
    private func wrapped(_ result: ByteBuffer, _ id: ByteBuffer) -> Response {
        var body = edge.takeBuffer(capacity: result.readableBytes + id.readableBytes + 64)
        AnswerLine.write(id: id, result: result, end: "}", into: &body)
        return Response(status: 200, contentType: ResponseFields.jsonType, body: body)
    }

    // MARK: Errors

    private func refusal(
        _ error: RPCError, _ request: EdgeRequest?, trace: TraceContext? = nil, allow: [HTTPBinding.Verb]? = nil
    ) -> Response {
        let trace = trace ?? request?.trace ?? TraceContext.root(using: &edge.random)
        let language = request?.language ?? .english
        let problem = Problem(error, trace: trace, in: language, status: allow == nil ? nil : 405)
        return refusal(problem, request, allow: allow) {
            ByteBuffer(bytes: error.encoded(traceID: trace.traceID, in: language))
        }
    }

    private func refusal(
        _ code: Int, _ retryAfter: Int64?, _ object: ByteBuffer, _ request: EdgeRequest
    ) -> Response {
        let problem = Problem(
            code: code, retryAfterMilliseconds: retryAfter, object: object, trace: request.trace, in: request.language)
        return refusal(problem, request) { object }
    }

    /// Returns a JSON-RPC error to a JSON-RPC call, and a problem to any other request, with the same header fields.
    private func refusal(
        _ problem: Problem, _ request: EdgeRequest?, allow: [HTTPBinding.Verb]? = nil, object: () -> ByteBuffer
    ) -> Response {
        var answer = Response(
            status: problem.status, contentType: ResponseFields.problemType, body: problem.body,
            fields: .problem(problem, allow: allow))
        if let request, Self.isCall(request) {
            var body = ByteBuffer()
            AnswerLine.write(id: request.callID, error: object(), end: "}", into: &body)
            (answer.contentType, answer.body) = (ResponseFields.jsonType, body)
        }
        return answer
    }

    // MARK: Bytes

    /// Writes an answer.
    ///
    /// - Returns: the number of bytes written.
    private func write(_ answer: Response, _ request: EdgeRequest?, trace: TraceContext? = nil) -> Int {
        var written = 0
        let trace = trace ?? request?.trace
        let date = edge.dateField()
        write { out in
            let before = out.readableBytes
            out.reserveCapacity(minimumWritableBytes: Self.usualHeadBytes + (answer.body?.readableBytes ?? 0))
            out.writeStatusLine(answer.status)
            out.writeImmutableBuffer(date)
            if let type = answer.contentType {
                out.writeStaticString(type)
                let language = answer.language ?? request?.language ?? .english
                out.writeStaticString(ResponseFields.contentLanguage(language))
            }
            if answer.status != 204, answer.status != 304 {
                ResponseFields.writeContentLength(answer.body?.readableBytes ?? 0, into: &out)
            }
            if let trace { out.writeTraceFields(trace) }
            if let quota = request?.quota {
                ResponseFields.writeRateLimit(quota.policy, quota.decision, into: &out)
            }
            Self.write(answer.fields, into: &out)
            out.writeStaticString(ResponseFields.security)
            if !keepsAlive {
                out.writeStaticString("Connection: close\r\n")
            } else if request?.head.isVersion10 == true {
                out.writeStaticString("Connection: keep-alive\r\n")
            }
            out.writeStaticString("\r\n")
            if let body = answer.body, request?.head.method != .head { out.writeImmutableBuffer(body) }
            written = out.readableBytes - before
        }
        return written
    }

    /// The bytes reserved for a response's head, enough for most.
    private static let usualHeadBytes = 1024

    private static func write(_ fields: Fields, into out: inout ByteBuffer) {
        switch fields {
        case .noStore: out.writeStaticString(ResponseFields.noStore)
        case .cacheable(let route, let isOpen, let tag):
            if let tag {
                ResponseFields.writeETag(tag, into: &out)
                ResponseFields.writeCacheControl(of: route, isOpen: isOpen, into: &out)
                out.writeStaticString(ResponseFields.vary(isOpen: isOpen))
            } else {
                ResponseFields.writeCacheControl(of: route, isOpen: isOpen, into: &out)
            }
        case .created(let route, let result):
            ResponseFields.writeLocation(of: route, result: result, into: &out)
            out.writeStaticString(ResponseFields.noStore)
        case .document(let tag):
            ResponseFields.writeETag(tag, into: &out)
            out.writeStaticString("Cache-Control: public, max-age=300\r\n")
        case .page:
            out.writeStaticString("Cache-Control: public, max-age=300\r\n")
            out.writeStaticString("Vary: Accept-Language\r\n")
        case .problem(let problem, let allow):
            problem.writeFields(into: &out)
            out.writeStaticString(ResponseFields.noStore)
            if let allow { ResponseFields.writeAllow(allow, into: &out) }
        }
    }
}

extension ByteBuffer {
    /// Writes `HTTP/1.1 200 OK` with its line break.
    fileprivate mutating func writeStatusLine(_ status: Int) {
        switch status {
        case 200: writeStaticString("HTTP/1.1 200 OK\r\n")
        case 304: writeStaticString("HTTP/1.1 304 Not Modified\r\n")
        default:
            writeStaticString("HTTP/1.1 ")
            writeDecimal(UInt64(max(status, 0)))
            writeStaticString(" ")
            writeStaticString(Self.phrase(status))
            writeStaticString("\r\n")
        }
    }

    private static func phrase(_ status: Int) -> StaticString {
        switch status {
        case 201: "Created"
        case 204: "No Content"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 499: "Client Closed Request"
        case 500: "Internal Server Error"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        default: "Other"
        }
    }

    /// Writes `X-Request-Id` and `traceparent`, each with its line break.
    mutating func writeTraceFields(_ trace: TraceContext) {
        withUnsafeTemporaryAllocation(byteCount: TraceContext.traceparentBytes, alignment: 1) { text in
            guard let base = text.baseAddress else { return }
            trace.writeTraceparent(to: base)
            writeStaticString("X-Request-Id: ")
            // The trace's id stands between the version and the span.
            writeBytes(UnsafeRawBufferPointer(rebasing: text[3..<35]))
            writeStaticString("\r\ntraceparent: ")
            writeBytes(UnsafeRawBufferPointer(text))
            writeStaticString("\r\n")
        }
    }
}
