import Testing

@testable import AuthService

@Suite struct CBORTests {
    /// Values of appendix A of RFC 8949.
    @Test(
        arguments: [
            ([0x00], CBOR.integer(0)), ([0x18, 0x64], .integer(100)),
            ([0x1A, 0x00, 0x0F, 0x42, 0x40], .integer(1_000_000)),
            ([0x39, 0x03, 0xE7], .integer(-1_000)), ([0x44, 0x01, 0x02, 0x03, 0x04], .bytes([1, 2, 3, 4])),
            ([0x64, 0x49, 0x45, 0x54, 0x46], .text("IETF")), ([0xF5], .bool(true)), ([0xF6], .null),
            ([0x83, 0x01, 0x02, 0x03], .array([.integer(1), .integer(2), .integer(3)])),
            ([0xA1, 0x61, 0x61, 0x01], .map([.text("a"): .integer(1)])),
        ] as [([UInt8], CBOR)])
    func `Values are read`(_ bytes: [UInt8], _ expected: CBOR) throws {
        var reader = CBORReader(bytes)
        #expect(try reader.value() == expected)
        #expect(reader.rest.isEmpty)
        for end in bytes.indices {
            var cut = CBORReader(bytes[..<end])
            #expect(throws: CBORFault.self) { try cut.value() }
        }
    }

    @Test(
        arguments: [
            ("an unbounded length", [0x5F, 0x41, 0x01, 0xFF]), ("a tag", [0xC0, 0x00]),
            ("a fraction", [0xF9, 0x3C, 0x00]),
            ("a number beyond 63 bits", [0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("a length beyond the end", [0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("a list beyond the end", [0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("a key that is there twice", [0xA2, 0x01, 0x02, 0x01, 0x03]), ("bytes that are no text", [0x61, 0xFF]),
            ("many levels", [UInt8](repeating: 0x81, count: 40) + [0x00]),
            ("many items", [0x99, 0x03, 0xE8] + [UInt8](repeating: 0x00, count: 1_000)),
        ] as [(String, [UInt8])])
    func `Other bytes are refused`(_ name: String, _ bytes: [UInt8]) {
        var reader = CBORReader(bytes)
        #expect(throws: CBORFault.self, "\(name)") { try reader.value() }
    }
}
