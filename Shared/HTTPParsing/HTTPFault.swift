/// The reason why a request cannot be read.
///
/// The request is answered with an error and the connection closed, since the start of the next request is unknown.
package enum HTTPFault: String, Error, Equatable, Sendable {
    case requestLine = "the request line is malformed"
    case version = "only HTTP/1.1 and HTTP/1.0 are supported"
    case lineBreak = "lines must end with CR LF"
    case field = "a header field is malformed"
    case folded = "header fields must not be folded"
    case repeated = "a header field that must be unique is repeated"
    case host = "exactly one Host is required"
    case hostMalformed = "Host is neither a name nor an address"
    case hostDiffers = "the target and Host name different hosts"
    case length = "Content-Length is malformed"
    case lengthAndEncoding = "Content-Length and Transfer-Encoding exclude each other"
    case encoding = "the only transfer encoding is chunked"
    case expectation = "the only expectation is 100-continue"
    case chunk = "a chunk is malformed"
    case headTooLarge = "the head is too large"
    case tooManyFields = "there are too many header fields"
    case lineTooLong = "the request line is too long"
    case bodyTooLarge = "the body is too large"
}
