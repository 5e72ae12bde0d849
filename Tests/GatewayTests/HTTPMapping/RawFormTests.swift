import BookingContract
import Contract
import HTTPParsing
import NIOCore
import RPC
import Testing
import Wire

@testable import Gateway

@Suite struct RawFormTests {
    private static let method = Booking.NotifyPayment.self

    /// Returns the parameters of a request with these header lines.
    private func params(
        _ lines: [String], body: [UInt8] = [], query: String? = nil
    ) throws -> String {
        let head = (["POST /v1/payments/notifications HTTP/1.1", "Host: localhost"] + lines).map { $0 + "\r\n" }
        let bytes = ByteBuffer(string: head.joined() + "\r\n")
        _ = try bytes.withUnsafeReadableBytes { try RequestHead($0) }
        let route = try Route(Self.method, index: 0)
        return try Array((query ?? "").utf8).withUnsafeBytes { text in
            String(
                buffer: try RawForm.params(
                    of: route, query: query.map { _ in text }, head: bytes, body: ByteBuffer(bytes: body)))
        }
    }

    private func fault(_ lines: [String], body: [UInt8] = [], query: String? = nil) throws -> String? {
        let error = #expect(throws: RPCError.self) { try params(lines, body: body, query: query) }
        return error.map { "\($0.code.name) \($0.reason ?? "-") \($0.faults.map(\.pointer))" }
    }

    @Test func `Header fields and body are forwarded byte for byte, names in lower case and in order`() throws {
        #expect(
            try params(
                ["Content-Type: text/plain; charset=x", "X-Signature:  a\"b\\c/ d \t", "Content-Length: 4"],
                body: [0xFF, 0x00, 0x0A, 0xFE])
                == #"{"headers":{"content-type":"text/plain; charset=x","x-signature":"a\"b\\c/ d","content-length":"4"},"#
                + #""bodyBase64":"_wAK_g"}"#)
        #expect(try params([]) == #"{"headers":{},"bodyBase64":""}"#)
    }

    @Test(arguments: [0, 1, 2, 3, 255, 256])
    func `The service reads the bytes unchanged`(count: Int) throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167) }
        let request = try JSONCoding.decode(RawRequest.self, from: Array(try params(["A: b"], body: body).utf8))
        #expect(request == RawRequest(headers: ["a": "b"], body: body))
        #expect(request.body == body)
    }

    @Test func `A repeated field has all its values in order, at the position of the first`() throws {
        #expect(
            try params(["X-One: 1", "X-Two: 2", "x-one: 3,4", "X-ONE:"])
                == #"{"headers":{"x-one":"1, 3,4, ","x-two":"2"},"bodyBase64":""}"#)
    }

    @Test(arguments: [
        "Authorization: Basic c2hvcDprZXk=", "Cookie: a=b", "Connection: keep-alive", "Keep-Alive: timeout=5",
        "TE: trailers", "Trailer: Expires", "Transfer-Encoding: chunked", "Upgrade: h2c",
        "Proxy-Authorization: Basic x", "Proxy-Authenticate: Basic", "Proxy-Connection: close", "cookie: \u{E9}",
    ])
    func `Fields of this connection and credentials are left out`(line: String) throws {
        #expect(try params([line, "X-Kept: 1"]) == #"{"headers":{"x-kept":"1"},"bodyBase64":""}"#)
    }

    @Test func `Fields named by Connection are left out in any position`() throws {
        #expect(
            try params(["X-Hop: 1", "Connection: close, X-Hop\t,x-other", "X-Other: \u{E9}", "X-Kept: 2"])
                == #"{"headers":{"x-kept":"2"},"bodyBase64":""}"#)
    }

    @Test(arguments: ["caf\u{E9}", "a\tb", "a\u{80}"])
    func `A field that is not printable ASCII is refused by its name`(value: String) throws {
        #expect(try fault(["X-Name~1: \(value)"]) == #"invalid-request header-field ["/headers/x-name~01"]"#)
    }

    @Test func `The limit covers the body's base64 and the fields`() throws {
        let limit = Self.method.declaration.maximumRequestBytes
        let frame = #"{"headers":{},"bodyBase64":""}"#.utf8.count
        // Base64 encodes three bytes as four, and one byte as two.
        let longest = (limit - frame) / 4 * 3 + ((limit - frame) % 4 >= 2 ? 1 : 0)
        let body = [UInt8](repeating: 7, count: longest)
        #expect(try params([], body: body).utf8.count <= limit)
        #expect(try fault([], body: body + [7, 7]) == #"too-large - [""]"#)
        #expect(try fault(["X-A: \(String(repeating: "b", count: 100))"], body: body) == #"too-large - [""]"#)
        #expect(try Route(Self.method, index: 0).maximumBodyBytes == limit / 4 * 3)
    }

    @Test func `A query is refused as with every other body`() throws {
        #expect(try fault([], query: "id=1") == #"invalid-params - ["/id"]"#)
        #expect(try params([], query: "") == #"{"headers":{},"bodyBase64":""}"#)
    }

    private enum SignedIn: Method {
        typealias Params = RawRequest
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.raw", service: .museums, access: .signedIn, http: .post("/v1/raw", body: .raw),
            idempotency: .none)
    }

    private enum OtherParams: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.raw", service: .museums, access: .anyone, http: .post("/v1/raw", body: .raw),
            idempotency: .none)
    }

    private enum CachedBytes: Method {
        typealias Params = Empty
        typealias Result = RawResult
        static let declaration = MethodDeclaration(
            "sample.bytes", service: .museums, access: .signedIn, http: .get("/v1/bytes", .raw([.csv])),
            idempotency: .idempotent, caching: .private(seconds: 60))
    }

    private enum OtherResult: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.bytes", service: .museums, access: .signedIn, http: .get("/v1/bytes", .raw([.csv])),
            idempotency: .idempotent)
    }

    @Test func `Bytes come from a raw result, and caches keep none of a signed-in caller`() {
        #expect(throws: RouteFault.self) { try Route(CachedBytes.self, index: 0) }
        #expect(throws: RouteFault.self) { try Route(OtherResult.self, index: 0) }
    }

    @Test func `Only a method that is open to everyone and takes a raw request can have this form`() {
        #expect(throws: RouteFault.self) { try Route(SignedIn.self, index: 0) }
        #expect(throws: RouteFault.self) { try Route(OtherParams.self, index: 0) }
    }
}
