import CZlib
import Contract
import Foundation
import NIOCore
import RPC
import Testing

@testable import Gateway

@Suite struct ContentCodingTests {
    @Test(
        arguments: [
            ("gzip", .gzip), ("br, gzip", .gzip), ("GZIP;q=0.1", .gzip), ("x-gzip", .gzip), ("*", .gzip),
            ("gzip;q=0", .identity), ("identity", .identity), ("", .identity), ("gzip;q=0.5, identity", .identity),
            ("*;q=0", .identity), ("gzip;q=0, *", .identity), ("deflate, br", .identity),
            ("identity;q=0, gzip;q=0.1", .gzip),
        ] as [(String, ContentCoding)])
    func `Accept-Encoding chooses gzip or nothing`(field: String, coding: ContentCoding) {
        let best = Array(field.utf8).withUnsafeBytes { ContentCoding.best(of: [.gzip, .identity], for: $0) }
        #expect(best == coding)
    }

    @Test func `Without Accept-Encoding nothing is compressed`() {
        #expect(ContentCoding.best(of: ContentCoding.allCases, for: nil) == .identity)
    }
}

@Suite struct CompressionTests {
    /// Returns what gzip decompresses, read by zlib's own functions for files.
    private static func decompressed(_ bytes: [UInt8]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "gz-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        let file = try #require(gzopen(path, "rb"))
        defer { gzclose(file) }
        // Without this, zlib hands out what is not compressed.
        var room = [UInt8](repeating: 0, count: 1 << 20)
        let count = gzread(file, &room, UInt32(room.count))
        #expect(gzdirect(file) == 0)
        return String(decoding: room.prefix(Int(max(count, 0))), as: UTF8.self)
    }

    @Test func `Answers are compressed one after the other, and decompress to what they were`() throws {
        let compressor = GzipCompressor()
        for text in [String(repeating: "museum ", count: 400), String(repeating: "weather ", count: 60_000)] {
            let compressed = try #require(compressor.compress(ByteBuffer(string: text)))
            #expect(compressed.readableBytes < text.utf8.count / 10)
            #expect(try Self.decompressed(Array(compressed.readableBytesView)) == text)
        }
    }

    @Test func `Content that would not become shorter is not compressed`() {
        var state: UInt64 = 1
        let noise = (0..<2_000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let compressor = GzipCompressor()
        #expect(compressor.compress(ByteBuffer(bytes: noise)) == nil)
        #expect(compressor.compress(ByteBuffer(string: String(repeating: "a", count: 2_000))) != nil)
    }

    private static let long = #"{"items":[\#((0..<200).map { "\"item \($0)\"" }.joined(separator: ","))]}"#

    /// Calls a method that everyone may call, and answers it.
    private static func ask(
        _ client: WebConnection, _ result: String, _ fields: [String], path: String = "/v1/park"
    ) throws -> WebConnection.Answer {
        _ = try client.get(path, fields)
        client.fixture.link(of: .booking).answer(.result(ByteBuffer(string: result)))
        return try client.answer()
    }

    @Test func `A long result is compressed for a client that accepts it, and its tag is weak`() throws {
        let client = try WebConnection()
        let plain = try Self.ask(client, Self.long, [])
        #expect(plain.text == Self.long && plain["Vary"] == "Accept-Language" && plain["Content-Encoding"] == nil)
        let strong = try #require(plain["ETag"])
        #expect(strong.hasPrefix("\""))

        let short = try Self.ask(client, Self.long, ["Accept-Encoding: gzip, deflate, br"])
        #expect(short.status == 200 && short["Content-Encoding"] == "gzip")
        #expect(short["Vary"].map { $0.contains("Accept-Encoding") && $0.contains("Accept-Language") } == true)
        #expect(short["Content-Length"] == "\(short.body.count)" && short.body.count < Self.long.utf8.count)
        #expect(short["ETag"] == "W/\(strong)")
        #expect(try Self.decompressed(short.body) == Self.long)

        for (encoding, tag) in [("gzip", "W/\(strong)"), ("identity", strong)] {
            for known in [strong, "W/\(strong)"] {
                let fields = ["Accept-Encoding: \(encoding)", "If-None-Match: \(known)"]
                let answer = try Self.ask(client, Self.long, fields)
                #expect(answer.status == 304 && answer["ETag"] == tag && answer.body.isEmpty)
                #expect(answer["Content-Encoding"] == nil)
                #expect(answer["Vary"]?.contains("Accept-Encoding") == (encoding == "gzip"))
            }
        }
    }

    @Test func `A short result is not compressed`() throws {
        let answer = try Self.ask(WebConnection(), #"{"items":[]}"#, ["Accept-Encoding: gzip"])
        #expect(answer.text == #"{"items":[]}"# && answer["Content-Encoding"] == nil)
        #expect(answer["Vary"] == "Accept-Language" && answer["ETag"]?.hasPrefix("\"") == true)
        for (count, coding) in [(GzipCompressor.minimumBytes - 1, nil), (GzipCompressor.minimumBytes, "gzip")] {
            let result = #"{"items":["\#(String(repeating: "a", count: count - 14))"]}"#
            #expect(result.utf8.count == count)
            let answer = try Self.ask(WebConnection(), result, ["Accept-Encoding: gzip"])
            #expect(answer["Content-Encoding"] == coding, "\(count) bytes")
        }
    }

    @Test func `The answer to HEAD has the length of the compressed one`() throws {
        let client = try WebConnection()
        let get = try Self.ask(client, Self.long, ["Accept-Encoding: gzip"])
        _ = try client.get("/v1/park", ["Accept-Encoding: gzip"], verb: "HEAD")
        client.fixture.link(of: .booking).answer(.result(ByteBuffer(string: Self.long)))
        let head = try client.answer()
        #expect(head.body.isEmpty && head["Content-Length"] == get["Content-Length"])
    }

    @Test func `Results with tokens are never compressed, on any path`() throws {
        let client = try WebConnection()
        try client.post("/v1/sessions", "{}", ["Accept-Encoding: gzip"])
        let answer = try client.serve(Self.long)
        #expect(answer.text == Self.long && answer["Content-Encoding"] == nil)
        try client.post(
            "/rpc", #"{"jsonrpc":"2.0","id":1,"method":"auth.login","params":{}}"#, ["Accept-Encoding: gzip"])
        let wrapped = try client.serve(Self.long)
        #expect(wrapped.status == 200 && wrapped["Content-Encoding"] == nil && wrapped.text.contains(Self.long))
    }

    @Test func `The document of the methods is compressed`() throws {
        let client = try WebConnection()
        let plain = try client.get("/openapi.json")
        let answer = try client.get("/openapi.json", ["Accept-Encoding: gzip"])
        #expect(answer["Content-Encoding"] == "gzip" && answer.body.count < plain.body.count / 5)
        #expect(try Self.decompressed(answer.body) == plain.text)
        let strong = try #require(plain["ETag"])
        #expect(strong.hasPrefix("\"") && answer["ETag"] == "W/\(strong)")
    }
}
