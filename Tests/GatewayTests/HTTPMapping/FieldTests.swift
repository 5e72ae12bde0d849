import Contract
import Contracts
import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

@Suite struct EntityTagTests {
    private func text(_ content: String) -> String {
        var bytes = ByteBuffer()
        bytes.writeHead { EntityTag(of: ByteBuffer(string: content)).write(into: &$0) }
        return String(buffer: bytes)
    }

    @Test func `A tag depends only on the bytes, and has a length and a hash`() {
        // Other gateways of the instance must compute the same tags. Changing these values invalidates every client's
        // cache.
        #expect(text("") == "\"0-d79c8ef497eec89\"")
        #expect(text(#"{"items":[]}"#) == "\"c-75442f904c817bdb\"")
        #expect(text(String(repeating: "x", count: 300)) == "\"12c-32c01828e8335906\"")
    }

    @Test func `Contents that differ in one bit, or in length alone, have different tags`() {
        var seen: Set<String> = []
        var count = 0
        for length in 0..<70 {
            let bytes = [UInt8](repeating: 0, count: length)
            for position in 0..<max(length, 1) {
                for bit in 0..<8 {
                    var copy = bytes
                    if length > 0 { copy[position] ^= 1 << UInt8(bit) }
                    if length == 0, bit > 0 { continue }
                    var tag = ByteBuffer()
                    tag.writeHead { EntityTag(of: ByteBuffer(bytes: copy)).write(into: &$0) }
                    // The hashes alone must differ.
                    seen.insert(String(String(buffer: tag).split(separator: "-")[1]))
                    count += 1
                }
            }
        }
        #expect(seen.count == count)
    }

    @Test func `Swapped blocks change the tag`() {
        let blocks = (0..<8).map { String(repeating: Character(Unicode.Scalar(UInt8(97 + $0))), count: 16) }
        #expect(Set((0..<8).map { text((blocks[$0...] + blocks[..<$0]).joined()) }).count == 8)
    }

    @Test func `A tag is never longer than its limit`() {
        for count in [0, 1, 15, 16, 17, 1 << 20] {
            #expect(text(String(repeating: "x", count: count)).utf8.count <= EntityTag.maximumBytes)
        }
    }

    @Test func `If-None-Match matches a tag in a list, weak or strong, and a star`() {
        let tag = EntityTag(of: ByteBuffer(string: "x"))
        let own = text("x")
        for field in [
            own, "W/" + own, "\"a\", " + own, "\"a\",W/\"b\" ,\t" + own + ",\"c\"", " " + own + " ", "*", " * ",
            "\"a,b\", " + own,
            "\"\", " + own, ",, " + own,
        ] {
            #expect(tag.isNamed(by: field), "\(field)")
        }
    }

    @Test func `If-None-Match without the tag, or malformed, matches nothing`() {
        let tag = EntityTag(of: ByteBuffer(string: "x"))
        let own = text("x")
        let bare = String(own.dropFirst().dropLast())
        for field in [
            "", " ", ",", bare, "\"" + bare, bare + "\"", "\"a\"", "w/" + own, "\"x" + own, "\"\(bare) \"", text("y"),
            "x, " + own,
            "\"" + own, "W/", "\"",
        ] {
            #expect(!tag.isNamed(by: field), "\(field)")
        }
    }
}

@Suite struct ResponseFieldsTests {
    private func written(_ body: (inout HeadWriter) -> Void) -> String {
        var head = ByteBuffer()
        head.writeHead(body)
        return String(buffer: head)
    }

    @Test func `The limit that a call was counted against is reported as in draft 10`() {
        let policy = LimitPolicy(name: "user", rate: 20, burst: 40)
        let allowed = LimitDecision(isAllowed: true, remaining: 39, resetAfter: 50_000_000, retryAfter: 0)
        #expect(
            written { ResponseFields.writeRateLimit(policy, allowed, into: &$0) }
                == "RateLimit-Policy: \"user\";q=40;w=2\r\nRateLimit: \"user\";r=39;t=1\r\n")
        let refused = LimitDecision(
            isAllowed: false, remaining: 0, resetAfter: 2_000_000_000, retryAfter: 1_000_000_001)
        #expect(
            written { ResponseFields.writeRateLimit(policy, refused, into: &$0) }
                == "RateLimit-Policy: \"user\";q=40;w=2\r\nRateLimit: \"user\";r=0;t=2\r\n")
        let full = LimitDecision(isAllowed: true, remaining: 40, resetAfter: 0, retryAfter: 0)
        #expect(written { ResponseFields.writeRateLimit(policy, full, into: &$0) }.hasSuffix("r=40;t=0\r\n"))
    }

    @Test func `The declaration and the required sign-in determine what may be cached`() throws {
        let table = try RouteTable(Sample.methods)
        func field(_ name: String, isOpen: Bool) throws -> String {
            let route = try #require(table.routes.first { $0.declaration.name == name })
            return written { ResponseFields.writeCacheControl(of: route, isOpen: isOpen, into: &$0) }
        }
        #expect(try field("sample.find", isOpen: false) == "Cache-Control: private, max-age=60\r\n")
        #expect(try field("sample.find", isOpen: true) == "Cache-Control: private, max-age=60\r\n")
        #expect(try field("sample.get", isOpen: false) == "Cache-Control: private, max-age=300\r\n")
        #expect(try field("sample.get", isOpen: true) == "Cache-Control: public, max-age=300\r\n")
        #expect(try field("sample.latest", isOpen: true) == "Cache-Control: public, no-cache\r\n")
        #expect(try field("sample.part", isOpen: true) == "Cache-Control: no-store\r\n")
        #expect(try field("sample.create", isOpen: true) == "Cache-Control: no-store\r\n")
    }

    @Test func `A result depends on the token only where a sign-in is needed`() {
        #expect(ResponseFields.vary(isOpen: true).description == "Vary: Accept-Language\r\n")
        #expect(ResponseFields.vary(isOpen: false).description == "Vary: Accept-Language, Authorization\r\n")
    }

    @Test func `Only results of GETs that may be cached are conditional`() throws {
        let names = try RouteTable(Sample.methods).routes.filter(\.isConditional).map(\.declaration.name)
        #expect(names == ["sample.find", "sample.get", "sample.latest"])
    }

    @Test func `The verbs of a path include HEAD if they include GET`() {
        #expect(written { ResponseFields.writeAllow([.get, .post], into: &$0) } == "Allow: GET, HEAD, POST\r\n")
        #expect(written { ResponseFields.writeAllow([.delete], into: &$0) } == "Allow: DELETE\r\n")
    }

    @Test(arguments: [
        (#"{"name":"x","id":"a-1"}"#, "/v1/things/a-1"),
        (#"{"id":"a b/ä\"\r\n"}"#, "/v1/things/a%20b%2F%C3%A4%22%0D%0A"),
        (#"{"x":{"id":"no"},"id":"yes"}"#, "/v1/things/yes"), (#"{"id":"\u0041~._-"}"#, "/v1/things/A~._-"),
    ])
    func `The location of a created object is its path, with any id`(result: String, path: String) throws {
        let route = try #require(try RouteTable(Sample.methods).routes.first { $0.declaration.name == "sample.create" })
        let field = written { ResponseFields.writeLocation(of: route, result: ByteBuffer(string: result), into: &$0) }
        #expect(field == "Location: \(path)\r\n")
    }

    @Test(arguments: ["{}", #"{"id":5}"#, #"{"id":""}"#, #"{"id":{"id":"x"}}"#, "[]", ""])
    func `A result without an id has no location`(result: String) throws {
        let routes = try RouteTable(Sample.methods).routes
        let create = try #require(routes.first { $0.declaration.name == "sample.create" })
        #expect(
            written { ResponseFields.writeLocation(of: create, result: ByteBuffer(string: result), into: &$0) } == "")
        let find = try #require(routes.first { $0.declaration.name == "sample.find" })
        let field = written {
            ResponseFields.writeLocation(of: find, result: ByteBuffer(string: #"{"id":"x"}"#), into: &$0)
        }
        #expect(field.isEmpty)
    }

    @Test func `The fixed fields are whole lines, each with a name`() {
        for block in [
            ResponseFields.security, ResponseFields.noStore, ResponseFields.jsonType,
            ResponseFields.problemType,
        ] {
            let lines = block.description.components(separatedBy: "\r\n")
            #expect(lines.last == "")
            for line in lines.dropLast() {
                #expect(line.contains(": "))
                #expect(!line.contains("\n") && !line.contains("\r"))
            }
        }
        let names = ResponseFields.security.description.split(separator: "\r\n").map { $0.prefix { $0 != ":" } }
        #expect(names.contains("Strict-Transport-Security"))
        #expect(names.contains("X-Content-Type-Options"))
        #expect(names.contains("Content-Security-Policy"))
    }

    @Test(arguments: [0, 9, 10, 255, 256, 4095, 4096, 1 << 60, .max] as [UInt64])
    func `Numbers are written exactly`(value: UInt64) {
        #expect(written { $0.writeDecimal(value) } == String(value))
        #expect(written { $0.writeHexadecimal(value) } == String(value, radix: 16))
    }

    @Test(arguments: [0, 1, 1_000, 1_024, 5_000, 100_000])
    func `A head of any length is written whole, once, after what the buffer holds`(length: Int) {
        var bytes = ByteBuffer(string: "before ")
        let text = String(repeating: "x", count: length)
        bytes.writeHead { head in
            head.write("begin ")
            head.write(Array(text.utf8))
            head.writeDecimal(7)
        }
        #expect(String(buffer: bytes) == "before begin \(text)7")
    }
}

@Suite struct RequestFieldsTests {
    private func locale(_ field: String) -> String? {
        RequestFields.locale(field).map { String(decoding: $0, as: UTF8.self) }
    }

    private func key(_ field: String) -> String? {
        RequestFields.idempotencyKey(field).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("be", "be"), ("ru-RU, en;q=0.5", "ru-RU,en;q=0.5"), ("be;q=0.5,\tru, *;q=0.1", "be;q=0.5,ru,*;q=0.1"),
        ("de-CH-1996,de;q=0.9,be-BY;q=0.8,ru;q=0.3", "be"), ("aa,bb,cc,dd,ee,ff,gg,hh,ii,jj,kk,ll,mm,nn", "en"),
        ("abcdefghijklmnopqrstuvwxyzabcdefghi", "abcdefghijklmnopqrstuvwxyzabcdefghi"),
        ("abcdefghijklmnopqrstuvwxyzabcdefghij", "en"),
    ])
    func `Accept-Language is forwarded unchanged, or as the best of our languages if it is long`(
        field: String, locale: String
    ) {
        #expect(self.locale(field) == locale)
    }

    @Test(arguments: ["", " ", "\"", "be\"", "be\\", "b\u{1}e", "бе", "be\n", "be\u{7F}"])
    func `A locale that a line cannot carry is dropped`(field: String) {
        #expect(locale(field) == nil)
    }

    @Test func `A very long Accept-Language is shortened`() {
        #expect(locale(String(repeating: "be,", count: 5000)) == "be")
    }

    @Test func `An idempotency key is 1 to 128 printable characters, with or without quotes`() {
        #expect(key("a-1") == "a-1")
        #expect(key("\"a 1\"") == "a 1")
        #expect(key(String(repeating: "x", count: 128))?.count == 128)
        for field in [
            "", "\"\"", "\"", "a\"b", "a\\b", "\"a\"b\"", "ключ", "a\tb", "a\u{7F}", String(repeating: "x", count: 129),
        ] {
            #expect(key(field) == nil, "\(field)")
        }
    }
}

@Suite struct OpenAPIAnswerTests {
    private static func document(_ openServices: Set<ServiceName>) throws -> DocumentOnDemand.Content {
        let answer = OpenAPIAnswer(openServices: openServices, run: { $0() })
        let coming = answer.content(on: EmbeddedEventLoop())
        guard case .coming(let document) = coming else { throw ChannelError.eof }
        return try document.wait()
    }

    @Test func `The API description is one JSON text that names every public path and no internal method`()
        throws
    {
        let answer = try Self.document([])
        let text = String(buffer: answer.body)
        for method in Methods.all {
            if let http = method.declaration.http, !method.declaration.access.isInternal {
                #expect(text.contains("\"\(http.path)\""))
            } else {
                #expect(!text.contains(method.declaration.name))
            }
        }
        #expect(answer.tag == EntityTag(of: answer.body))
        #expect(try Self.document([]).tag == answer.tag)
    }

    @Test func `The API description says which methods need no sign-in on this instance`() throws {
        let closed = String(buffer: try Self.document([]).body)
        let open = String(buffer: try Self.document([.museums]).body)
        #expect(!closed.contains("Needs no sign-in on this instance."))
        #expect(open.contains("Needs no sign-in on this instance."))
    }
}
