import NIOCore
import NIOHPACK
import Testing

@testable import HTTPParsing

/// Compares our HPACK with NIO's.
@Suite struct HPACKTests {
    private static func decode(
        _ block: [UInt8], with decoder: inout HTTPParsing.HPACKDecoder, limit: Int = 1 << 20
    ) throws -> (list: HTTP2FieldList, fields: [String]) {
        var list = HTTP2FieldList(bytes: limit, fields: 1 << 10)
        try block.withUnsafeBytes { try decoder.decode($0, into: &list) }
        let fields = list.fields.map { field in
            String(decoding: list.bytes[field.name], as: UTF8.self) + ": "
                + String(decoding: list.bytes[field.value], as: UTF8.self)
        }
        return (list, fields)
    }

    @Test func `The examples of RFC 7541 are decoded, with and without Huffman's code`() throws {
        // C.4.1 to C.4.3, and C.3.1.
        let blocks: [([UInt8], [String])] = [
            (
                [0x82, 0x86, 0x84, 0x41, 0x8C, 0xF1, 0xE3, 0xC2, 0xE5, 0xF2, 0x3A, 0x6B, 0xA0, 0xAB, 0x90, 0xF4, 0xFF],
                [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"]
            ),
            (
                [0x82, 0x86, 0x84, 0xBE, 0x58, 0x86, 0xA8, 0xEB, 0x10, 0x64, 0x9C, 0xBF],
                [
                    ":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com",
                    "cache-control: no-cache",
                ]
            ),
            (
                [
                    0x82, 0x87, 0x85, 0xBF, 0x40, 0x88, 0x25, 0xA8, 0x49, 0xE9, 0x5B, 0xA9, 0x7D, 0x7F, 0x89, 0x25,
                    0xA8,
                    0x49, 0xE9, 0x5B, 0xB8, 0xE8, 0xB4, 0xBF,
                ],
                [
                    ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
                    "custom-key: custom-value",
                ]
            ),
            (
                [0x82, 0x86, 0x84, 0x01, 0x0F] + Array("www.example.com".utf8),
                [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"]
            ),
        ]
        var decoder = HTTPParsing.HPACKDecoder()
        for (block, fields) in blocks { #expect(try Self.decode(block, with: &decoder).fields == fields) }
    }

    @Test(arguments: 0..<8) func `Blocks of NIO's encoder are decoded alike`(seed: Int) throws {
        var random = FixedRandom(seed: UInt64(seed))
        var theirs = NIOHPACK.HPACKEncoder(allocator: ByteBufferAllocator(), useHuffmanEncoding: seed % 2 == 0)
        var decoder = HTTPParsing.HPACKDecoder()
        for _ in 0..<200 {
            var headers = HPACKHeaders()
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let name = "x-\(Int.random(in: 0..<30, using: &random))"
                // Single bytes are always valid texts here, and together need every code up to 0x7F.
                let value = String(
                    decoding: (0..<Int.random(in: 0..<90, using: &random)).map { _ in
                        UInt8.random(in: 0..<128, using: &random)
                    }, as: UTF8.self)
                let isKnown = Bool.random(using: &random)
                headers.add(
                    name: isKnown ? "etag" : name, value: isKnown ? "\(value.utf8.count % 3)" : value,
                    indexing: [.indexable, .nonIndexable, .neverIndexed][Int.random(in: 0..<3, using: &random)])
            }
            var buffer = ByteBuffer()
            try theirs.encode(headers: headers, to: &buffer)
            let fields = try Self.decode(Array(buffer.readableBytesView), with: &decoder).fields
            #expect(fields == headers.map { "\($0.name): \($0.value)" })
        }
    }

    @Test func `Every byte has its Huffman code`() throws {
        for byte in UInt8.min...UInt8.max {
            var theirs = NIOHPACK.HPACKEncoder(allocator: ByteBufferAllocator(), useHuffmanEncoding: true)
            var buffer = ByteBuffer()
            // Latin-1 letters become two bytes of UTF-8, which together cover every byte that a text can have.
            let text = String(UnicodeScalar(byte)) + String(UnicodeScalar(byte))
            try theirs.encode(headers: HPACKHeaders([("x", text)]), to: &buffer)
            var decoder = HTTPParsing.HPACKDecoder()
            #expect(try Self.decode(Array(buffer.readableBytesView), with: &decoder).fields == ["x: \(text)"])
        }
    }

    @Test func `Blocks of our encoder are decoded by NIO alike, and repeated lines take a byte each`() throws {
        var ours = HTTPParsing.HPACKEncoder()
        var theirs = NIOHPACK.HPACKDecoder(allocator: ByteBufferAllocator())
        var sizes: [Int] = []
        for round in 0..<300 {
            // The date changes now and then, so that entries are evicted.
            let lines =
                "Date: Tue, 24 Nov 2026 12:00:\(10 + round / 3 % 50) GMT\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(round)\r\nSet-Cookie: a=\(round)\r\nX-Content-Type-Options: nosniff\r\n"
                + "Content-Security-Policy: \(String(repeating: "x", count: round % 7 == 0 ? 900 : 20))\r\n"
            let status = [200, 204, 304, 413, 503][round % 5]
            var block: [UInt8] = []
            Array(lines.utf8).withUnsafeBytes { ours.encode(status: status, $0, into: &block) }
            var buffer = ByteBuffer(bytes: block)
            let fields = try theirs.decodeHeaders(from: &buffer).map { "\($0.name): \($0.value)" }
            let expected = lines.split(separator: "\r\n").map { line in
                let parts = line.split(separator: ": ", maxSplits: 1)
                return "\(parts[0].lowercased()): \(parts[1])"
            }
            #expect(fields == [":status: \(status)"] + expected)
            sizes.append(block.count)
        }
        #expect(sizes[0] > 900 && sizes[1] < 120 && sizes[2] < 60)
    }

    @Test func `A client may do without a table, and say so later`() throws {
        var ours = HTTPParsing.HPACKEncoder()
        var theirs = NIOHPACK.HPACKDecoder(allocator: ByteBufferAllocator(), maxDynamicTableSize: 4096)
        for limit in [4096, 0, 4096, 100] {
            ours.setTableLimit(limit)
            for _ in 0..<3 {
                var block: [UInt8] = []
                Array("Vary: Accept-Language\r\n".utf8).withUnsafeBytes {
                    ours.encode(status: 200, $0, into: &block)
                }
                var buffer = ByteBuffer(bytes: block)
                #expect(try theirs.decodeHeaders(from: &buffer).first(name: "vary") == "Accept-Language")
            }
            #expect(theirs.allowedDynamicTableLength == limit)
        }
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xFF, 0x80, 0x80, 0x80, 0x80, 0x80], [0xBE], [0x40], [0x40, 0x01], [0x40, 0x05, 0x61],
            // Padding of a zero, of eight ones, and the code of the end of the text.
            [0x00, 0x81, 0x1E, 0x00], [0x00, 0x82, 0x1F, 0xFF, 0x00], [0x00, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0x00],
            // A table size above the limit, and one after a field.
            [0x3F, 0xE2, 0x1F], [0x82, 0x20],
        ] as [[UInt8]])
    func `A malformed block is an error of the connection`(block: [UInt8]) {
        var decoder = HTTPParsing.HPACKDecoder()
        #expect(throws: HTTP2Fault.connection(.compression)) { try Self.decode(block, with: &decoder) }
    }

    @Test func `The table keeps the newest fields, up to 4,096 bytes`() throws {
        var decoder = HTTPParsing.HPACKDecoder()
        // Each counts 36 bytes, so that 113 fit, from 187 on.
        for number in 100..<300 {
            _ = try Self.decode([0x40, 0x01, 0x78, 0x03] + Array("\(number)".utf8), with: &decoder)
        }
        #expect(try Self.decode([0xBE, 0xFF, 0x2F], with: &decoder).fields == ["x: 299", "x: 187"])
        var other = decoder
        #expect(throws: HTTP2Fault.connection(.compression)) { try Self.decode([0xFF, 0x30], with: &other) }
        // A field that exceeds the table leaves it empty.
        let value = [UInt8](repeating: UInt8(ascii: "a"), count: 4_064)
        _ = try Self.decode([0x40, 0x01, 0x78, 0x7F, 0xE1, 0x1E] + value, with: &decoder)
        #expect(throws: HTTP2Fault.connection(.compression)) { try Self.decode([0xBE], with: &decoder) }
    }

    @Test(arguments: [(3, 0), (0, 5), (0, 0)])
    func `The size of a list counts the name, the value and 32 bytes of each field`(name: Int, value: Int) throws {
        let field =
            [UInt8(name)] + [UInt8](repeating: UInt8(ascii: "n"), count: name)
            + [UInt8(value)] + [UInt8](repeating: UInt8(ascii: "v"), count: value)
        let literals: [UInt8] = (0..<4).flatMap { _ in [0x00] + field }
        let references: [UInt8] = [0x40] + field + [0xBE, 0xBE, 0xBE]
        for block in [literals, references] {
            let size = 4 * (name + value + 32)
            for (limit, isTooLarge) in [(size, false), (size - 1, true)] {
                var decoder = HTTPParsing.HPACKDecoder()
                #expect(try Self.decode(block, with: &decoder, limit: limit).list.isTooLarge == isTooLarge)
            }
        }
    }

    @Test func `A bomb of references takes no more memory than the limit, and leaves the table right`() throws {
        var decoder = HTTPParsing.HPACKDecoder()
        let value = [UInt8](repeating: UInt8(ascii: "a"), count: 4000)
        let bomb: [UInt8] = [0x40, 0x01, 0x78, 0x7F, 0xA1, 0x1E] + value + [UInt8](repeating: 0xBE, count: 12_000)
        let list = try Self.decode(bomb, with: &decoder, limit: 16 * 1024).list
        #expect(list.isTooLarge)
        #expect(list.fields.count == 4 && list.bytes.count < 16 * 1024 + 4100)
        #expect(try Self.decode([0xBE], with: &decoder).fields == ["x: \(String(decoding: value, as: UTF8.self))"])
    }

    @Test func `The number of fields is limited, the parts of a cookie included`() throws {
        var decoder = HTTPParsing.HPACKDecoder()
        var list = HTTP2FieldList(bytes: 16 * 1024, fields: 64)
        let cookie: [UInt8] = [0x60, 0x01, 0x61]
        try (cookie + [UInt8](repeating: 0xBE, count: 67)).withUnsafeBytes { try decoder.decode($0, into: &list) }
        #expect(!list.isTooLarge)
        try [UInt8(0xBE)].withUnsafeBytes { try decoder.decode($0, into: &list) }
        #expect(list.isTooLarge)
    }
}
