import Contract
import HTTPParsing
import NIOCore
import RPC
import Values

/// A request, as far as it has arrived.
///
/// A class, since many places use it, and copies would be large.
final class EdgeRequest {
    /// The target of a request.
    enum Destination {
        case method(Route, PathValues)
        /// `POST /rpc`: the body names the method.
        case call
        case openAPI
        /// A stream of events.
        case events
        /// The page about an error code.
        case problem(ErrorCode)
        case web(WebTarget)
        case verbNotAllowed([HTTPBinding.Verb])
        case notFound
        /// The request target is malformed.
        case malformed
    }

    var head: RequestHead
    /// The bytes that ``head`` refers to.
    let bytes: ByteBuffer
    /// The head in HTTP/1.1's form if ``bytes`` is not in it; only for a method that takes the whole request.
    var lines: ByteBuffer?
    let destination: Destination
    let trace: TraceContext
    /// The request's origin if its pages may read the answer (``AllowedOrigins``).
    let reader: Range<Int>?
    /// True if answers differ by origin.
    let dependsOnOrigin: Bool
    /// The time at which the last byte arrived.
    var began: NIODeadline
    var body = ByteBuffer()
    /// The id of a JSON-RPC call as sent; `nil` if there is none or it is unreadable.
    var callID: ByteBuffer?
    /// The language of the answer's texts, as requested by `Accept-Language` or by `meta.locale` of the envelope.
    lazy var language = head.acceptLanguage.map { bytes.withPart($0) { Language(acceptLanguage: $0) } } ?? .english
    /// True once the request may use the session's cookie: it asked for that, and comes from a page of this instance.
    var usesSessionCookie = false
    /// The limit that the request was counted against, and what is left of it.
    var quota: CallGate.Quota?

    init(head: RequestHead, bytes: ByteBuffer, edge: EdgeLoop, at now: NIODeadline) {
        self.head = head
        self.bytes = bytes
        began = now
        let origins = edge.limits.http.origins
        dependsOnOrigin = !origins.isEmpty
        reader = dependsOnOrigin ? head.origin.flatMap { bytes.withPart($0, origins.contains) ? $0 : nil } : nil
        destination = bytes.withPart(head.target) { target in
            let known = Self.destination(target, head.method, edge.routes)
            guard case .notFound = known, let files = edge.web.files else { return known }
            return WebTarget.destination(of: target, head, bytes, files)
        }
        trace = edge.span(within: head.traceparent.flatMap { TraceContext(traceparent: bytes.bytes($0)) })
    }

    /// The called method, if the path names it.
    var route: Route? { if case .method(let route, _) = destination { route } else { nil } }

    /// True for a JSON-RPC call in the body.
    var isCall: Bool { if case .call = destination { true } else { false } }

    /// True for a CORS preflight request.
    var isPreflight: Bool { head.method == .options && head.asksForMethod && reader != nil }

    /// Returns the maximum length of the body.
    func maximumBodyBytes(_ limits: EdgeLimits) -> Int {
        min(limits.requestBytes, route?.maximumBodyBytes ?? limits.requestBytes)
    }

    /// Returns a field's value as text.
    func text(_ field: Range<Int>?) -> String? {
        field.map { bytes.withPart($0) { String(decoding: $0, as: UTF8.self) } }
    }

    /// Returns true if the client has the content with this tag, as `If-None-Match` says.
    func hasCurrent(_ tag: EntityTag) -> Bool {
        text(head.ifNoneMatch).map { tag.isNamed(by: $0) } ?? false
    }

    private static func destination(
        _ bytes: UnsafeRawBufferPointer, _ method: RequestMethod, _ routes: RouteTable
    ) -> Destination {
        guard let target = RequestTarget(bytes) else { return .malformed }
        switch routes.match(method.contractual, target.path) {
        case .route(let route, let values): return .method(route, values)
        case .verbNotAllowed(let verbs): return .verbNotAllowed(verbs)
        case .notFound: break
        }
        if HTTPBytes.equal(target.path, "/rpc") { return method == .post ? .call : .verbNotAllowed([.post]) }
        if target.path.elementsEqual(EventRules.path.utf8) {
            return method == .get || method == .head ? .events : .verbNotAllowed([.get])
        }
        if HTTPBytes.equal(target.path, OpenAPIAnswer.path) {
            return method == .get || method == .head ? .openAPI : .verbNotAllowed([.get])
        }
        if let code = ProblemText.code(of: target.path) {
            return method == .get || method == .head ? .problem(code) : .verbNotAllowed([.get])
        }
        return .notFound
    }
}

extension RequestMethod {
    /// The HTTP method as a binding declares it; HEAD is served as GET.
    fileprivate var contractual: HTTPBinding.Verb? {
        switch self {
        case .get, .head: .get
        case .post: .post
        case .put: .put
        case .delete: .delete
        case .options, .other: nil
        }
    }
}
