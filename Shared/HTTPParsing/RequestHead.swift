/// The head of a request, reduced to what the gateway needs, as offsets into its bytes.
///
/// Follows RFC 9112 without its leniencies: rejects anything that two parsers could interpret differently.
package struct RequestHead: Equatable, Sendable {
    /// The way in which the length of the body is determined.
    package enum Framing: Equatable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    package struct Limits: Equatable, Sendable {
        /// The maximum length of the request line without its CR LF, in bytes.
        package var lineBytes: Int
        package var fields: Int

        package init(lineBytes: Int = 8 * 1024, fields: Int = 64) {
            self.lineBytes = lineBytes
            self.fields = fields
        }
    }

    package var method = RequestMethod.other
    package var target = 0..<0
    package var isVersion10 = false
    package var framing = Framing.none
    /// True if the connection stays open for another request.
    package var keepsAlive = true
    /// True if the client waits for `100 Continue` before it sends the body.
    package var expectsContinue = false
    /// True if the head has `Access-Control-Request-Method`, as in a browser's question before a request (CORS).
    package var asksForMethod = false

    /// The values of fields, without surrounding white space; `nil` if the field is missing.
    package var authorization: Range<Int>?
    package var contentType: Range<Int>?
    package var acceptLanguage: Range<Int>?
    package var idempotencyKey: Range<Int>?
    package var ifNoneMatch: Range<Int>?
    package var traceparent: Range<Int>?
    package var host: Range<Int>?
    /// The last value if there are several, which is the nearest proxy's.
    package var forwardedFor: Range<Int>?
    package var accept: Range<Int>?
    package var acceptEncoding: Range<Int>?
    package var cookie: Range<Int>?
    package var origin: Range<Int>?
    /// The value of `Sec-Fetch-Site`.
    package var fetchSite: Range<Int>?
    /// The value of `X-Vokol-Session`.
    package var session: Range<Int>?
    private(set) var contentLength: Int?
    private var hasTransferEncoding = false
    private var wantsClose = false
    private var wantsKeepAlive = false

    /// Creates a head without fields.
    init() {}

    /// Parses a head.
    ///
    /// - Parameter bytes: the head, including its empty line.
    package init(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) throws(HTTPFault) {
        var lines = HTTPLines(bytes)
        try readRequestLine(try lines.next(), of: bytes, limits)
        var fields = 0
        while true {
            let line = try lines.next()
            if line.isEmpty { break }
            fields += 1
            guard fields <= limits.fields else { throw .tooManyFields }
            try readField(line, of: bytes)
        }
        try checkHost(in: bytes)
        try conclude()
    }

    private mutating func readRequestLine(
        _ line: Range<Int>, of bytes: UnsafeRawBufferPointer, _ limits: Limits
    ) throws(HTTPFault) {
        guard line.count <= limits.lineBytes else { throw .lineTooLong }
        guard let first = HTTPBytes.firstIndex(of: 0x20, in: line, of: bytes),
            let second = HTTPBytes.firstIndex(of: 0x20, in: (first + 1)..<line.upperBound, of: bytes)
        else { throw .requestLine }
        target = (first + 1)..<second
        guard line.lowerBound < first, !target.isEmpty, bytes[line.lowerBound..<first].allSatisfy(HTTPBytes.isToken),
            bytes[target].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .requestLine }
        method = Self.method(UnsafeRawBufferPointer(rebasing: bytes[line.lowerBound..<first]))
        let version = UnsafeRawBufferPointer(rebasing: bytes[(second + 1)..<line.upperBound])
        if HTTPBytes.equal(version, "HTTP/1.1") { return }
        guard HTTPBytes.equal(version, "HTTP/1.0") else {
            throw version.starts(with: "HTTP/".utf8) ? .version : .requestLine
        }
        isVersion10 = true
    }

    static func method(_ name: UnsafeRawBufferPointer) -> RequestMethod {
        if HTTPBytes.equal(name, "GET") { return .get }
        if HTTPBytes.equal(name, "POST") { return .post }
        if HTTPBytes.equal(name, "HEAD") { return .head }
        if HTTPBytes.equal(name, "PUT") { return .put }
        if HTTPBytes.equal(name, "DELETE") { return .delete }
        if HTTPBytes.equal(name, "OPTIONS") { return .options }
        return .other
    }

    private mutating func readField(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(HTTPFault) {
        guard bytes[line.lowerBound] != 0x20, bytes[line.lowerBound] != 0x09 else { throw .folded }
        guard let (name, value) = HTTPLines.field(line, of: bytes), bytes[name].allSatisfy(HTTPBytes.isToken) else {
            throw .field
        }
        let text = UnsafeRawBufferPointer(rebasing: bytes[value])
        guard HTTPBytes.isFieldValue(text) else { throw .field }
        try take(UnsafeRawBufferPointer(rebasing: bytes[name]), value, text)
    }

    /// Stores the value of a relevant field; the first letter of the name rules out most fields.
    mutating func take(
        _ name: UnsafeRawBufferPointer, _ range: Range<Int>, _ value: UnsafeRawBufferPointer
    ) throws(HTTPFault) {
        func isCalled(_ text: StaticString) -> Bool { HTTPBytes.equalIgnoringCase(name, text) }
        switch name[0] | 0x20 {
        case UInt8(ascii: "h") where isCalled("host"):
            guard host == nil else { throw .host }
            host = range
        case UInt8(ascii: "a") where isCalled("authorization"): try Self.once(&authorization, range)
        case UInt8(ascii: "a") where isCalled("accept-language"): acceptLanguage = acceptLanguage ?? range
        case UInt8(ascii: "a") where isCalled("accept-encoding"): acceptEncoding = acceptEncoding ?? range
        case UInt8(ascii: "a") where isCalled("access-control-request-method"): asksForMethod = true
        case UInt8(ascii: "a") where isCalled("accept"): accept = accept ?? range
        case UInt8(ascii: "c") where isCalled("content-length"): try takeLength(value)
        case UInt8(ascii: "c") where isCalled("content-type"): try Self.once(&contentType, range)
        case UInt8(ascii: "c") where isCalled("connection"): takeConnection(value)
        case UInt8(ascii: "c") where isCalled("cookie"): try Self.once(&cookie, range)
        case UInt8(ascii: "t") where isCalled("transfer-encoding"):
            guard !hasTransferEncoding else { throw .repeated }
            guard HTTPBytes.equalIgnoringCase(value, "chunked") else { throw .encoding }
            hasTransferEncoding = true
        case UInt8(ascii: "t") where isCalled("traceparent"): try Self.once(&traceparent, range)
        case UInt8(ascii: "i") where isCalled("if-none-match"): ifNoneMatch = ifNoneMatch ?? range
        case UInt8(ascii: "i") where isCalled("idempotency-key"): try Self.once(&idempotencyKey, range)
        case UInt8(ascii: "e") where isCalled("expect"):
            guard HTTPBytes.equalIgnoringCase(value, "100-continue") else { throw .expectation }
            expectsContinue = true
        case UInt8(ascii: "x") where isCalled("x-forwarded-for"): forwardedFor = range
        case UInt8(ascii: "x") where isCalled("x-vokol-session"): try Self.once(&session, range)
        case UInt8(ascii: "o") where isCalled("origin"): try Self.once(&origin, range)
        case UInt8(ascii: "s") where isCalled("sec-fetch-site"): try Self.once(&fetchSite, range)
        default: break
        }
    }

    private static func once(_ field: inout Range<Int>?, _ range: Range<Int>) throws(HTTPFault) {
        guard field == nil else { throw .repeated }
        field = range
    }

    private mutating func takeLength(_ value: UnsafeRawBufferPointer) throws(HTTPFault) {
        guard contentLength == nil else { throw .repeated }
        // 15 digits exceed any permitted body and cannot overflow.
        guard (1...15).contains(value.count) else { throw .length }
        var length = 0
        for digit in value {
            guard digit >= 48, digit <= 57 else { throw .length }
            length = length * 10 + Int(digit - 48)
        }
        contentLength = length
    }

    private mutating func takeConnection(_ value: UnsafeRawBufferPointer) {
        for option in value.split(separator: UInt8(ascii: ",")) {
            var word = option
            while let byte = word.first, byte == 0x20 || byte == 0x09 { word = word.dropFirst() }
            while let byte = word.last, byte == 0x20 || byte == 0x09 { word = word.dropLast() }
            let text = UnsafeRawBufferPointer(rebasing: word)
            if HTTPBytes.equalIgnoringCase(text, "close") { wantsClose = true }
            if HTTPBytes.equalIgnoringCase(text, "keep-alive") { wantsKeepAlive = true }
        }
    }

    /// Checks that there is exactly one host (or none in HTTP/1.0), equal to that of an absolute target.
    func checkHost(in bytes: UnsafeRawBufferPointer) throws(HTTPFault) {
        let authority = HostName.authority(of: UnsafeRawBufferPointer(rebasing: bytes[target]))
        if let authority, !HostName.isValid(authority) { throw .hostMalformed }
        guard let range = host else {
            guard isVersion10 else { throw .host }
            return
        }
        let host = UnsafeRawBufferPointer(rebasing: bytes[range])
        guard HostName.isValid(host) else { throw .hostMalformed }
        if let authority, !HostName.areEqual(authority, host) { throw .hostDiffers }
    }

    private mutating func conclude() throws(HTTPFault) {
        if hasTransferEncoding {
            guard contentLength == nil else { throw .lengthAndEncoding }
            guard !isVersion10 else { throw .encoding }
            framing = .chunked
        } else if let contentLength, contentLength > 0 {
            framing = .length(contentLength)
        }
        keepsAlive = !wantsClose && (!isVersion10 || wantsKeepAlive)
        if framing == .none || isVersion10 { expectsContinue = false }
    }
}

/// The HTTP methods that Vokol's methods use, and that of a browser's question before a request.
package enum RequestMethod: Equatable, Sendable {
    case get, head, post, put, delete, options, other
}
