import Contract
import NIOCore
import RPC
import Testing
import Values
import Wire

@testable import Gateway

/// Tests of results that HTTP carries as bytes.
@Suite struct RawResultTests {
    private static let path = "/v1/pictures/" + String(repeating: "0a", count: 32)
    /// Bytes that compress well, with some that are no text.
    private static let bytes = [0xFF, 0x00, 0x0A, 0xFE] + [UInt8](repeating: 7, count: 3_000)
    private static let result = String(
        decoding: (try? JSONCoding.encode(RawResult(.webp, bytes))) ?? [], as: UTF8.self)

    private func ask(
        _ client: WebConnection, _ fields: [String] = [], verb: String = "GET", _ result: String = Self.result
    ) throws -> WebConnection.Answer {
        _ = try client.get(Self.path, fields, verb: verb)
        client.fixture.link(of: .museums).answer(.result(ByteBuffer(string: result)))
        return try client.answer()
    }

    @Test func `The bytes come as they are, with their type, and may be kept for a year`() throws {
        let client = try WebConnection()
        let answer = try ask(client, ["Accept-Encoding: gzip"])
        #expect(answer.status == 200 && answer.body == Self.bytes)
        #expect(answer["Content-Type"] == "image/webp" && answer["Content-Length"] == "3004")
        #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(answer["Content-Encoding"] == nil && answer["Vary"] == nil && answer["Content-Language"] == nil)
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        let tag = try #require(answer["ETag"])
        let known = try ask(client, ["If-None-Match: \(tag)"])
        #expect(known.status == 304 && known.body.isEmpty && known["Content-Type"] == nil && known["ETag"] == tag)
        let head = try ask(client, verb: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty && head["Content-Length"] == "3004")
    }

    @Test func `A calendar is text that is compared at each use, and kept by the caller alone`() throws {
        let client = try WebConnection()
        let path = "/v1/calendars/" + String(repeating: "a", count: 43) + ".ics"
        let result = String(
            decoding: try JSONCoding.encode(RawResult(.calendar, Array("BEGIN:VCALENDAR\r\n".utf8))), as: UTF8.self)
        func ask(_ fields: [String] = []) throws -> WebConnection.Answer {
            _ = try client.get(path, fields)
            client.fixture.link(of: .schedule).answer(.result(ByteBuffer(string: result)))
            return try client.answer()
        }
        let answer = try ask()
        #expect(answer.status == 200 && answer.text == "BEGIN:VCALENDAR\r\n")
        #expect(answer["Content-Type"] == "text/calendar; charset=utf-8")
        #expect(answer["Cache-Control"] == "private, no-cache")
        #expect(try ask(["If-None-Match: \(try #require(answer["ETag"]))"]).status == 304)
    }

    @Test func `Bytes for a signed-in caller are never cached`() throws {
        let client = try WebConnection()
        let fields = ["Authorization: Bearer \(try client.fixture.tokens.token(roles: ["park.admin"]))"]
        _ = try client.get("/v1/board/report.csv?from=2026-11-21&days=2", fields)
        let result = String(
            decoding: try JSONCoding.encode(RawResult(.csv, Array("date\r\n".utf8))), as: UTF8.self)
        client.fixture.link(of: .booking).answer(.result(ByteBuffer(string: result)))
        let answer = try client.answer()
        #expect(answer.status == 200 && answer.text == "date\r\n")
        #expect(answer["Content-Type"] == "text/csv; charset=utf-8" && answer["Cache-Control"] == "no-store")
        #expect(answer["ETag"] == nil)
        #expect(try client.get("/v1/board/report.csv?from=2026-11-21&days=2").status == 401)
    }

    @Test func `A call in an envelope gets the object with the bytes in base64`() throws {
        let client = try WebConnection()
        let hash = String(Self.path.suffix(64))
        try client.post(
            "/rpc", #"{"jsonrpc":"2.0","id":1,"method":"museums.pictureBytes","params":{"hash":"\#(hash)"}}"#)
        client.fixture.link(of: .museums).answer(.result(ByteBuffer(string: Self.result)))
        let answer = try client.answer()
        #expect(answer["Content-Type"] == "application/json" && answer.text.contains(#""bodyBase64":"_wAK_gcHBw"#))
    }

    @Test(arguments: [
        #"{"mediaType":"text/html","bodyBase64":"AAAA"}"#, #"{"mediaType":"image/jpeg","bodyBase64":"A"}"#,
        #"{"mediaType":"image/jpeg"}"#, #"{"bodyBase64":"AAAA"}"#, "{}",
    ])
    func `A type that the method does not declare, or no base64, is a bad upstream`(result: String) throws {
        let answer = try ask(WebConnection(), [], result)
        #expect(answer.status == 502 && answer["Content-Type"] == "application/problem+json")
        #expect(answer["Cache-Control"] == "no-store")
    }

    @Test func `The largest result fits an answer of a service`() throws {
        let largest = RawResult(.jpeg, [UInt8](repeating: 0xFF, count: RawResult.maximumBytes))
        #expect(try JSONCoding.encode(largest).count <= 1 << 20)
    }

    @Test func `A page of pictures counts against the limit on open services, not on sign-ins`() throws {
        let client = try WebConnection()
        let answer = try ask(client)
        #expect(answer["RateLimit-Policy"]?.hasPrefix(#""open";"#) == true)
    }
}
