import Contract
import Lines
import NIOCore
import RPC
import Values

/// The answers to calls that fail.
extension EdgeResponse {
    /// Creates the answer of an error of the gateway.
    ///
    /// - Parameters:
    ///   - request: `nil` if its head cannot be read.
    ///   - allow: the verbs that the path supports, if the request's is not one of them.
    init(refusing request: EdgeRequest?, with error: RPCError, _ trace: TraceContext, allow: [HTTPBinding.Verb]? = nil)
    {
        let language = request?.language ?? .english
        let problem = ProblemDocument(error, trace: trace, in: language, status: allow == nil ? nil : 405)
        self.init(problem, request, allow: allow) {
            ByteBuffer(bytes: error.encoded(traceID: trace.traceID, in: language))
        }
    }

    /// Creates the answer of a service's error object.
    init(refusing request: EdgeRequest, _ code: Int, _ retryAfter: Int64?, _ object: ByteBuffer) {
        let problem = ProblemDocument(
            code: code, retryAfterMilliseconds: retryAfter, object: object, trace: request.trace, in: request.language)
        self.init(problem, request) { object }
    }

    /// Creates a JSON-RPC error for a JSON-RPC call, and a problem for any other request, with the same header fields.
    private init(
        _ problem: ProblemDocument, _ request: EdgeRequest?, allow: [HTTPBinding.Verb]? = nil, object: () -> ByteBuffer
    ) {
        self.init(
            status: problem.status, contentType: ResponseFields.problemType, body: problem.body,
            fields: .problem(problem, allow: allow))
        if let request, request.isCall {
            var body = ByteBuffer()
            AnswerLine.write(id: request.callID, error: object(), end: "}", into: &body)
            (contentType, self.body) = (ResponseFields.jsonType, body)
        }
        // The service rejected the cookie, which is of no more use.
        if let request, request.usesSessionCookie, problem.status == 401, request.route?.readsSession == true {
            add(SessionCookie.clearing)
        }
    }
}
