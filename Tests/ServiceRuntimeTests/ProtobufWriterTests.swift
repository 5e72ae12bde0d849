import Testing

@testable import ServiceRuntime

@Suite struct ProtobufWriterTests {
    @Test(
        arguments: [
            (0, [0x08, 0x00]), (1, [0x08, 0x01]), (127, [0x08, 0x7F]), (128, [0x08, 0x80, 0x01]),
            (150, [0x08, 0x96, 0x01]), (UInt64.max, [0x08] + Array(repeating: 0xFF, count: 9) + [0x01]),
        ] as [(UInt64, [UInt8])])
    func `A varint has seven bits a byte, the lowest first`(value: UInt64, bytes: [UInt8]) {
        var writer = ProtobufWriter()
        writer.varint(1, value)
        #expect(writer.bytes == bytes)
    }

    @Test func `Numbers of 64 bits are little-endian, and packed lists have a length in bytes`() {
        var writer = ProtobufWriter()
        writer.fixed64(3, 0x0102_0304_0506_0708)
        writer.double(4, 1)
        writer.packed(6, [1, 2])
        #expect(
            writer.bytes == [
                0x19, 8, 7, 6, 5, 4, 3, 2, 1, 0x21, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0x32, 16, 1, 0, 0, 0, 0, 0, 0, 0, 2,
                0, 0, 0, 0, 0, 0, 0,
            ])
    }

    @Test func `Texts have their length in bytes, and a field above 15 has a longer tag`() {
        var writer = ProtobufWriter()
        writer.string(2, "Мір")
        writer.bytes(16, [7])
        #expect(writer.bytes == [0x12, 6] + Array("Мір".utf8) + [0x82, 0x01, 1, 7])
    }

    @Test func `A nested message is preceded by its length, whatever the length's own size`() {
        for length in [0, 1, 125, 126, 127, 128, 16_381, 16_384, 70_000] {
            var inner = ProtobufWriter()
            inner.bytes(1, Array(repeating: 9, count: length))
            var expected = ProtobufWriter()
            expected.bytes(5, inner.bytes)
            expected.varint(6, 1)
            var writer = ProtobufWriter()
            writer.message(5) { $0.bytes(1, Array(repeating: 9, count: length)) }
            writer.varint(6, 1)
            #expect(writer.bytes == expected.bytes, "\(length) bytes")
        }
    }
}
