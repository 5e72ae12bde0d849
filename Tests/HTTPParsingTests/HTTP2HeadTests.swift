import Testing

@testable import HTTPParsing

/// The rules of RFC 9113 for requests.
@Suite struct HTTP2HeadTests {
    private static let usual = [(":method", "GET"), (":scheme", "https"), (":path", "/v1/x?q=1"), (":authority", "a")]

    private static func head(
        _ fields: [(String, String)], hasBody: Bool = false
    ) throws -> (head: RequestHead, bytes: [UInt8]) {
        var decoder = HPACKDecoder()
        var list = HTTP2FieldList(bytes: 16 * 1024, fields: 64)
        let block = fields.reduce(into: [UInt8]()) { $0 += [0] + literal($1.0) + literal($1.1) }
        try block.withUnsafeBytes { try decoder.decode($0, into: &list) }
        let head = try RequestHead(&list, hasBody: hasBody)
        return (head, list.bytes)
    }

    /// Returns a text as HPACK writes it, without Huffman's code.
    private static func literal(_ text: String) -> [UInt8] {
        var length: [UInt8] = [UInt8(min(text.utf8.count, 127))]
        if text.utf8.count >= 127 {
            var rest = text.utf8.count - 127
            while rest >= 128 {
                length.append(UInt8(rest & 127 | 128))
                rest >>= 7
            }
            length.append(UInt8(rest))
        }
        return length + Array(text.utf8)
    }

    @Test func `A request yields its verb, target, host, framing and relevant fields`() throws {
        let (head, bytes) = try Self.head(
            [(":authority", "a:1"), (":path", "/x"), (":scheme", "https"), (":method", "POST")] + [
                ("authorization", "Bearer t"), ("content-type", "application/json"), ("content-length", "5"),
                ("accept-language", "be"), ("te", "trailers"), ("x-else", "\u{e9}"), ("host", "a:1"),
            ], hasBody: true)
        func value(_ range: Range<Int>?) -> String? { range.map { String(decoding: bytes[$0], as: UTF8.self) } }
        #expect(head.method == .post && head.framing == .length(5) && head.keepsAlive && !head.isVersion10)
        #expect(value(head.target) == "/x")
        #expect(value(head.host) == "a:1")
        #expect(value(head.authorization) == "Bearer t")
        #expect(value(head.contentType) == "application/json")
        #expect(value(head.acceptLanguage) == "be")
        #expect(try Self.head(Self.usual, hasBody: true).head.framing == .chunked)
        #expect(try Self.head(Self.usual).head.framing == .none)
    }

    @Test func `The parts of a cookie are joined`() throws {
        let (head, bytes) = try Self.head(
            Self.usual + [("cookie", "a=b"), ("accept", "x"), ("cookie", "c=d"), ("cookie", "e=f")])
        #expect(head.cookie.map { String(decoding: bytes[$0], as: UTF8.self) } == "a=b; c=d; e=f")
    }

    private static func without(_ name: String, _ more: (String, String)...) -> [(String, String)] {
        usual.filter { $0.0 != name } + more
    }

    private static let malformed: [[(String, String)]] = [
        without(":method"), without(":scheme"), without(":path"), without(":path", (":path", "")),
        without(":path", (":path", "x")), without(":path", (":path", "https://a/")), without(":path", (":path", "*")),
        without(":method", (":method", "")), without(":method", (":method", "G T")),
        usual + [(":method", "GET")], usual + [(":path", "/")], usual + [(":scheme", "https")],
        usual + [(":authority", "a")], usual + [(":status", "200")], usual + [(":protocol", "x")],
        without(":path", ("accept", "x"), (":path", "/")),
        usual + [("Accept", "x")], usual + [("", "x")], usual + [("a b", "x")], usual + [("a:", "x")],
        usual + [("accept", "x\n")], usual + [("accept", "x\r\ny")], usual + [("accept", "\u{0}")],
        usual + [("accept", " x")], usual + [("accept", "x\t")],
        usual + [("connection", "close")], usual + [("keep-alive", "1")], usual + [("proxy-connection", "x")],
        usual + [("transfer-encoding", "chunked")], usual + [("upgrade", "h2c")], usual + [("te", "gzip")],
        usual + [("content-length", "1")],
        [(":method", "CONNECT"), (":authority", "a:1"), (":path", "/")], [(":method", "CONNECT")],
    ]

    @Test(arguments: 0..<malformed.count) func `A malformed request is a violation (RFC 9113, section 8)`(index: Int) {
        #expect(throws: HTTP2HeadFault.malformed, "\(Self.malformed[index])") { try Self.head(Self.malformed[index]) }
    }

    private static let refused: [([(String, String)], HTTPFault)] = [
        (without(":authority"), .host), (without(":authority", (":authority", "")), .hostMalformed),
        (without(":authority", (":authority", "u@a")), .hostMalformed), (usual + [("host", "b")], .hostDiffers),
        (without(":scheme", (":scheme", "ftp")), .requestLine), (without(":path", (":path", "/a b")), .requestLine),
        (without(":path", (":path", "/\u{e9}")), .requestLine),
        (without(":path", (":path", "/" + String(repeating: "a", count: 8 * 1024))), .lineTooLong),
        (usual + [("content-length", "1"), ("content-length", "1")], .repeated),
        (usual + [("content-length", "+1")], .length),
        (usual + [("authorization", "a"), ("authorization", "b")], .repeated),
        (usual + [("expect", "200-ok")], .expectation),
        (usual + [("x", String(repeating: "a", count: 17 * 1024))], .headTooLarge),
        (usual + (0..<65).map { _ in ("cookie", "a=b") }, .headTooLarge),
    ]

    @Test(arguments: 0..<refused.count) func `Faults that HTTP/1.1 refuses are refused over HTTP/2`(index: Int) {
        let (fields, fault) = Self.refused[index]
        #expect(throws: HTTP2HeadFault.refused(fault), "\(fields)") { try Self.head(fields, hasBody: true) }
    }

    @Test func `64 fields are a request, and so are an asterisk and an authority as targets`() throws {
        _ = try Self.head(Self.usual + (0..<64).map { _ in ("cookie", "a=b") })
        let options = [(":method", "OPTIONS"), (":scheme", "https"), (":path", "*"), (":authority", "a")]
        #expect(try Self.head(options).head.target.count == 1)
        #expect(try Self.head([(":method", "CONNECT"), (":authority", "a:1")]).head.target.count == 3)
    }
}
