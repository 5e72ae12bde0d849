import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPParsing

@Suite struct HTTPReadersTests {
    private static func head(_ text: String) throws(HTTPFault) -> RequestHead {
        try RequestReader.head(Array(text.utf8))
    }

    @Test func `A head yields its verb, target, framing and relevant fields, in any case and trimmed`() throws {
        let text =
            "POST /v1/x?q=1 HTTP/1.1\r\nhOST: a\r\nAuthorization:Bearer t\r\nContent-LENGTH: \t12 \r\nAccept-Language: be\r\n"
            + "If-None-Match: \"x\"\r\nIdempotency-Key: k\r\nContent-Type: application/json\r\nX-Else: \u{e9}\r\n\r\n"
        let head = try Self.head(text)
        func value(_ range: Range<Int>?) -> String? {
            range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
        }
        #expect(head.method == .post)
        #expect(value(head.target) == "/v1/x?q=1")
        #expect(head.framing == .length(12))
        #expect(value(head.host) == "a")
        #expect(value(head.authorization) == "Bearer t")
        #expect(value(head.acceptLanguage) == "be")
        #expect(value(head.ifNoneMatch) == "\"x\"")
        #expect(value(head.idempotencyKey) == "k")
        #expect(value(head.contentType) == "application/json")
        #expect(head.keepsAlive)
    }

    @Test func `The fields that browsers send are found, apart from those with similar names`() throws {
        let text =
            "GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nAccept-Encoding: br\r\nAccept-Charset: x\r\n"
            + "Cookie: a=b\r\nOrigin: https://a\r\nSec-Fetch-Site: none\r\nSec-Fetch-Mode: x\r\n"
            + "X-Vokol-Session: cookie\r\nAccept: second\r\n\r\n"
        let head = try Self.head(text)
        let ranges = [
            head.accept, head.acceptEncoding, head.cookie, head.origin, head.fetchSite, head.session,
        ]
        let values = ranges.map { $0.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } }
        #expect(values == ["text/html", "br", "a=b", "https://a", "none", "cookie"])
        #expect(head.acceptLanguage == nil && head.authorization == nil)
    }

    @Test(arguments: ["Cookie", "Origin", "Sec-Fetch-Site", "X-Vokol-Session"])
    func `A field on which the use of the session's cookie depends must not be repeated`(name: String) {
        #expect(throws: HTTPFault.repeated) {
            try Self.head("GET / HTTP/1.1\r\nHost: a\r\n\(name): a\r\n\(name): b\r\n\r\n")
        }
    }

    @Test(
        arguments: [
            ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
            ("HTTP/1.1", "Connection: Keep-Alive, CLOSE\r\n", false), ("HTTP/1.0", "", false),
            ("HTTP/1.0", "Connection: keep-alive\r\n", true),
            ("HTTP/1.1", "Connection: x\r\nConnection: close\r\n", false),
        ])
    func `Version and Connection decide whether a connection is kept`(version: String, fields: String, keeps: Bool)
        throws
    {
        #expect(try Self.head("GET / \(version)\r\nHost: a\r\n\(fields)\r\n").keepsAlive == keeps)
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\nHost: a\n\n", HTTPFault.lineBreak),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: b\n\r\n", .lineBreak),
            ("GET / HTTP/1.1\r\nHost: a\r\n\n", .lineBreak),
            ("GET /\r\n\r\n", .requestLine), ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .requestLine),
            ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .version), ("GET / http/1.1\r\nHost: a\r\n\r\n", .requestLine),
            ("G\u{e9}T / HTTP/1.1\r\nHost: a\r\n\r\n", .requestLine),
            ("GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n", .requestLine),
            ("GET /\t HTTP/1.1\r\nHost: a\r\n\r\n", .requestLine), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .version),
            ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", .version), ("PRI * HTTP/2.0\r\n\r\n", .version),
            ("GET / HTTP/1.1\r\n\r\n", .host), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .host),
            ("GET / HTTP/1.1\r\nHost:\r\n\r\n", .hostMalformed), ("GET / HTTP/1.0\r\nHost:\r\n\r\n", .hostMalformed),
            ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .hostMalformed),
            ("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", .hostDiffers),
            ("GET http://a:80/ HTTP/1.1\r\nHost: a\r\n\r\n", .hostDiffers),
            ("GET https:///x HTTP/1.1\r\nHost: a\r\n\r\n", .hostMalformed),
            ("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n", .hostMalformed),
            ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", .folded), ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .folded),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .field), ("GET / HTTP/1.1\r\nHost a\r\n\r\n", .field),
            ("GET / HTTP/1.1\r\n: a\r\n\r\n", .field), ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n", .field),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", .field),
            ("GET / HTTP/1.1\r\nHo\u{0}st: a\r\n\r\n", .field),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{7f}\r\n\r\n", .field),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .repeated),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", .length),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", .length),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", .length),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", .length),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n", .length),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999999999999\r\n\r\n", .length),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                .lengthAndEncoding
            ),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
                .lengthAndEncoding
            ),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .encoding),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n", .encoding),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{b}chunked\r\n\r\n", .field),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
                .repeated
            ),
            ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .encoding),
            ("GET / HTTP/1.1\r\nHost: a\r\nAuthorization: x\r\nauthorization: y\r\n\r\n", .repeated),
            ("GET / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n", .expectation),
        ])
    func `Ambiguous heads are refused`(text: String, fault: HTTPFault) {
        #expect(throws: fault) { try Self.head(text) }
    }

    @Test(
        arguments: [
            ("vokol.by", true), ("vokol.by:8443", true), ("VOKOL", true), ("a_b-c.d.", true), ("127.0.0.1:1", true),
            ("[::1]", true), ("[2001:db8::1]:65535", true), ("[::ffff:192.0.2.1]", true), ("", false), (":80", false),
            ("a:", false), ("a:0x1", false), ("a:65536", false), ("a:123456", false), ("a:1:2", false), ("a b", false),
            ("a,b", false), ("a/b", false), ("u@a", false), ("a%20b", false), ("[]", false), ("[1]", false),
            ("[::1", false), ("[::1]x", false), ("[::g]", false), ("::1", false), ("\u{e9}", false), ("a\\b", false),
            ("a?b", false), ("a#b", false), ("a'b", false), (String(repeating: "a", count: 256), false),
        ])
    func `A host is a name or an address, with or without a port`(text: String, isValid: Bool) {
        #expect(Array(text.utf8).withUnsafeBytes { HostName.isValid($0) } == isValid)
    }

    @Test func `An absolute target must name the same host as Host, in any case`() throws {
        #expect(throws: Never.self) {
            try Self.head("GET HTTPS://Vokol.by:8443/a HTTP/1.1\r\nHost: vokol.BY:8443\r\n\r\n")
        }
        #expect(throws: Never.self) { try Self.head("GET http://a HTTP/1.0\r\n\r\n") }
    }

    @Test func `Request line, number of fields and size of the head are limited`() throws {
        let target = "/" + String(repeating: "a", count: 8 * 1024 - "GET / HTTP/1.1".count)
        #expect(throws: Never.self) { try Self.head("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") }
        #expect(throws: HTTPFault.lineTooLong) { try Self.head("GET \(target)a HTTP/1.1\r\nHost: a\r\n\r\n") }
        let fields = String(repeating: "X: y\r\n", count: 63)
        #expect(throws: Never.self) { try Self.head("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n") }
        #expect(throws: HTTPFault.tooManyFields) { try Self.head("GET / HTTP/1.1\r\nHost: a\r\n\(fields)X: y\r\n\r\n") }

        var reader = RequestReader()
        reader.feed("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8)
        for _ in 0..<1024 { reader.feed(String(repeating: "y", count: 17).utf8) }
        #expect(reader.fault == .headTooLarge)
    }

    private static let stream =
        "\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\nPOST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n12345"
        + "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0A;x=y\r\n0123456789\r\n0\r\nT: v\r\n\r\n"
        + "HEAD /d HTTP/1.0\r\n\r\n"

    @Test(arguments: [1, 2, 3, 7, 16, 64, 1000])
    func `Requests do not depend on how the bytes are split`(size: Int) {
        var reader = RequestReader()
        let bytes = Array(Self.stream.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.feed(bytes[start..<min(start + size, bytes.count)])
        }
        #expect(reader.fault == nil)
        #expect(
            reader.requests == [
                SeenRequest(verb: .get, target: "/a", keepsAlive: true, body: []),
                SeenRequest(verb: .post, target: "/b", keepsAlive: true, body: Array("12345".utf8)),
                SeenRequest(verb: .post, target: "/c", keepsAlive: true, body: Array("abc0123456789".utf8)),
                SeenRequest(verb: .head, target: "/d", keepsAlive: false, body: []),
            ])
    }

    @Test(
        arguments: [
            "x", "\r\n", " 3\r\nabc", "3 \r\nabc", "3\nabc", "3\r\nabcd", "3\r\nabc\n0\r\n\r\n", "123456789\r\n",
            "-1\r\n",
            "3;\u{1}\r\n", "3;a b\r\n", "3;\r\nabc", "3;a==b\r\n", "0\r\nX: y\n\r\n", "0\r\nX\r\n\r\n",
            "0\r\n: y\r\n\r\n", "0\r\nX,: y\r\n\r\n",
            "3\rabc", "0x3\r\nabc\r\n",
        ])
    func `Malformed chunks are refused`(body: String) {
        var reader = RequestReader()
        reader.feed("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(body)".utf8)
        #expect(reader.fault == .chunk)
    }

    @Test func `An oversized body is refused by its length, or by its chunk sizes before they are read`() {
        var byLength = RequestReader()
        byLength.feed("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n\r\n".utf8)
        #expect(byLength.fault == .bodyTooLarge)
        var byChunks = RequestReader()
        byChunks.feed("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n8000\r\n".utf8)
        byChunks.feed([UInt8](repeating: 65, count: 0x8000) + Array("\r\n8001\r\n".utf8))
        #expect(byChunks.fault == .bodyTooLarge)
        var endless = RequestReader()
        endless.feed("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1;".utf8)
        endless.feed(String(repeating: "x", count: 300).utf8)
        #expect(endless.fault == .chunk)
    }

    @Test(arguments: 0..<20)
    func `NIO's decoder reads every request that our readers accept alike`(seed: Int) throws {
        var random = FixedRandom(seed: UInt64(seed))
        let original = Array(Self.stream.utf8)
        let spice = Array("\r\n\t :;,0123456789abcdefxGETHTTP/1.\u{0}\u{7f}-+".utf8)
        for _ in 0..<100 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = spice[Int.random(in: 0..<spice.count, using: &random)]
                case 1: bytes.insert(spice[Int.random(in: 0..<spice.count, using: &random)], at: index)
                default: bytes.remove(at: index)
                }
            }
            #expect(HTTPOracle.violatedInvariant(bytes) == nil)
            var ours = RequestReader()
            ours.feed(bytes)
            let theirs = Self.decodeWithNIO(bytes)
            for (index, request) in ours.requests.enumerated() {
                // Verbs and targets that llhttp does not know are not ambiguous: the gateway answers them with 404 or
                // 405.
                guard index < theirs.count else {
                    #expect(
                        request.verb == .other || !request.target.hasPrefix("/"),
                        "\(String(decoding: bytes, as: UTF8.self))")
                    break
                }
                #expect(theirs[index].target == request.target && theirs[index].body == request.body)
                // The connection ends here: NIO's decoder reads no further, and neither does the gateway's handler.
                if !request.keepsAlive { break }
            }
        }
    }

    private static func decodeWithNIO(_ bytes: [UInt8]) -> [(target: String, body: [UInt8])] {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
        var requests: [(target: String, body: [UInt8])] = []
        var current: (target: String, body: [UInt8])?
        while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
            switch part {
            case .head(let head): current = (head.uri, [])
            case .body(let body): current?.body += body.readableBytesView
            case .end:
                if let current { requests.append(current) }
                current = nil
            }
        }
        _ = try? channel.finish()
        return requests
    }
}

/// A generator of reproducible random numbers (the upper bits of Knuth's MMIX).
struct FixedRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        func step() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 32
        }
        return step() << 32 | step()
    }
}
