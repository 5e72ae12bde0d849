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
        case cacheable(Route, isOpen: Bool, EntityTag?)
        /// A result that holds the id of a created resource.
        case created(Route, ByteBuffer)
        case document(EntityTag)
        /// A text page, the same for everyone who reads its language.
        case page
        case problem(Problem, allow: [HTTPBinding.Verb]?)
        /// A file of the web client, with all its fields, those of security included.
        case file(ByteBuffer)
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

    /// Adds a field.
    ///
    /// - Parameter field: the field with its line break.
    mutating func add(_ field: StaticString) {
        var fields = more.take() ?? ByteBuffer()
        fields.writeStaticString(field)
        more = fields
    }

    /// Writes the fields of the answer's kind, and those of security.
    func writeFields(into out: inout ByteBuffer) {
        if let more { out.writeImmutableBuffer(more) }
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
        case .file(let fields):
            out.writeImmutableBuffer(fields)
            return
        }
        out.writeStaticString(ResponseFields.security)
    }
}

extension ByteBuffer {
    /// Writes `HTTP/1.1 200 OK` with its line break.
    mutating func writeStatusLine(_ status: Int) {
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
