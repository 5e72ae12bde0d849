import Contract
import NIOCore
import Values

/// The variable part of a response.
struct EdgeResponse {
    /// The fields that depend on the kind of the answer.
    enum Fields {
        /// The response must not be cached.
        case noStore
        /// A result, cacheable as the method declares.
        case cacheable(Route, EntityTag?)
        /// A result that holds the id of a created resource.
        case created(Route, ByteBuffer)
        /// The bytes of a result, the same in every language.
        case bytes(Route, EntityTag?)
        case document(EntityTag)
        /// The answer to a CORS preflight request for a path that supports these verbs.
        indirect case preflight([HTTPBinding.Verb])
        /// A text page, the same for everyone who reads its language.
        case page
        /// Indirect, since problems are large and rare, and results should stay small.
        indirect case problem(ProblemDocument, allow: [HTTPBinding.Verb]?)
        /// A file of the web client, with security header fields of its own.
        indirect case file(WebAnswer)
    }

    var status: Int
    var contentType: StaticString?
    var body: ByteBuffer?
    var fields = Fields.noStore
    /// The language of the texts; `nil` for that of the request.
    var language: Language?
    /// More fields, each with its line break.
    var more: ByteBuffer?

    /// The length in `Content-Length`, which may announce a body that is not sent.
    var length: Int?

    /// True if the body has no texts.
    var isBytes: Bool { if case .bytes = fields { true } else { false } }

    /// Adds a field.
    ///
    /// - Parameter field: the field with its line break.
    mutating func add(_ field: StaticString) {
        var fields = more.take() ?? ByteBuffer()
        fields.writeStaticString(field)
        more = fields
    }

    /// Writes the header fields of the kind of answer, and the security header fields.
    func writeFields(into head: inout HeadWriter) {
        if let more { head.write(more) }
        switch fields {
        case .noStore: head.write(ResponseFields.noStore)
        case .cacheable(let route, let tag):
            if let tag {
                ResponseFields.writeETag(tag, into: &head)
                ResponseFields.writeCacheControl(of: route, isOpen: route.isShared, into: &head)
                head.write(ResponseFields.vary(isOpen: route.isShared))
            } else {
                ResponseFields.writeCacheControl(of: route, isOpen: route.isShared, into: &head)
            }
        case .created(let route, let result):
            ResponseFields.writeLocation(of: route, result: result, into: &head)
            head.write(ResponseFields.noStore)
        case .bytes(let route, let tag):
            if let tag { ResponseFields.writeETag(tag, into: &head) }
            ResponseFields.writeCacheControl(of: route, isOpen: route.isShared, into: &head)
        case .document(let tag):
            ResponseFields.writeETag(tag, into: &head)
            head.write("Cache-Control: public, max-age=300\r\n")
        case .preflight(let verbs):
            ResponseFields.writeAllowedRequests(verbs, into: &head)
            head.write(ResponseFields.noStore)
        case .page:
            head.write("Cache-Control: public, max-age=300\r\n")
            head.write("Vary: Accept-Language\r\n")
        case .problem(let problem, let allow):
            problem.writeFields(into: &head)
            head.write(ResponseFields.noStore)
            if let allow { ResponseFields.writeAllow(allow, into: &head) }
        case .file(let answer):
            answer.writeFields(into: &head)
            return
        }
        head.write(ResponseFields.security)
    }
}

extension HeadWriter {
    /// Writes `HTTP/1.1 200 OK` with its line break.
    mutating func writeStatusLine(_ status: Int) {
        switch status {
        case 200: write("HTTP/1.1 200 OK\r\n")
        case 304: write("HTTP/1.1 304 Not Modified\r\n")
        default:
            write("HTTP/1.1 ")
            writeDecimal(UInt64(max(status, 0)))
            write(" ")
            write(Self.phrase(status))
            write("\r\n")
        }
    }

    private static func phrase(_ status: Int) -> StaticString {
        switch status {
        case 201: "Created"
        case 204: "No Content"
        case 302: "Found"
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
}
