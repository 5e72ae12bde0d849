import NIOCore

/// A validator (RFC 9110 §8.8.3) of a result: its length and a 64-bit hash of its bytes, the same on all gateways.
struct EntityTag: Equatable, Sendable {
    private let hash: UInt64
    private let length: UInt64
    /// True for a result that is sent compressed: the tag names the result, not the bytes that are sent.
    var isWeak = false

    init(of content: ByteBuffer) { self = content.withUnsafeReadableBytes { EntityTag(of: $0) } }

    init(of content: UnsafeRawBufferPointer) {
        length = UInt64(content.count)
        hash = Self.hash(content)
    }

    /// The maximum length of a tag with its quotes.
    static let maximumBytes = 37

    /// Writes the tag with its quotes, such as `"1f-9ae16a3b2f90404f"`, or `W/"…"` for a weak one.
    func write(into head: inout HeadWriter) {
        if isWeak { head.write("W/") }
        writeOpaque(into: &head)
    }

    private func writeOpaque(into head: inout HeadWriter) {
        head.write("\"")
        head.writeHexadecimal(length)
        head.write("-")
        head.writeHexadecimal(hash)
        head.write("\"")
    }

    /// Returns true if an `If-None-Match` names this tag, so that the answer is 304.
    func isNamed(by field: some StringProtocol) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: Self.maximumBytes, alignment: 1) { room in
            var text = HeadWriter(room)
            writeOpaque(into: &text)
            return Self.isNamed(UnsafeRawBufferPointer(rebasing: room[..<text.count]), by: field)
        }
    }

    /// Returns true if an `If-None-Match` (RFC 9110 §13.1.2) names a tag, weakly compared.
    ///
    /// The field is read up to its first malformed part.
    ///
    /// - Parameter text: the tag with its quotes, without a `W/`.
    static func isNamed(_ text: some Collection<UInt8>, by field: some StringProtocol) -> Bool {
        var rest = field.utf8[...]
        func skipSpace() { while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest = rest.dropFirst() } }
        skipSpace()
        if rest.first == UInt8(ascii: "*") { return true }
        while true {
            while let byte = rest.first, byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ",") {
                rest = rest.dropFirst()
            }
            if rest.starts(with: [UInt8(ascii: "W"), UInt8(ascii: "/")]) { rest = rest.dropFirst(2) }
            guard rest.first == UInt8(ascii: "\""),
                let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
            else { return false }
            let tag = rest[...end]
            if tag.elementsEqual(text) { return true }
            rest = rest[rest.index(after: end)...]
        }
    }

    /// Hashes by multiply-and-fold over 16 bytes at a time, like wyhash; not resistant to chosen input.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let secrets: (UInt64, UInt64, UInt64) = (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3)
        var state = fold(UInt64(bytes.count) ^ secrets.0, secrets.1)
        var position = 0
        while bytes.count - position >= 16 {
            let first = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let second = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self))
            state = fold(first ^ secrets.1, second ^ state)
            position += 16
        }
        var first: UInt64 = 0
        var second: UInt64 = 0
        for (index, byte) in bytes[position...].enumerated() {
            if index < 8 {
                first |= UInt64(byte) << UInt64(index * 8)
            } else {
                second |= UInt64(byte) << UInt64(index * 8 - 64)
            }
        }
        state = fold(first ^ secrets.2, second ^ state)
        return fold(state ^ secrets.0, UInt64(bytes.count) ^ secrets.2)
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return high ^ low
    }
}
