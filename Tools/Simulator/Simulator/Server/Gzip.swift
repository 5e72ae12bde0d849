/// Packs bytes as gzip (RFC 1952) without compressing them, which every decoder must accept.
enum Gzip {
    private static let maximumBlock = 65_535

    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + blocks(bytes) + littleEndian(Checksum.crc32(bytes), count: 4)
            + littleEndian(UInt32(truncatingIfNeeded: bytes.count), count: 4)
    }

    /// Returns bytes as blocks that are not compressed (RFC 1951).
    static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(maximumBlock)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed += littleEndian(UInt32(length), count: 2) + littleEndian(UInt32(~length), count: 2) + block
        } while !rest.isEmpty
        return packed
    }

    private static func littleEndian(_ value: UInt32, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
}

enum Checksum {
    /// Returns the CRC-32 that gzip uses.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}

/// Encodes ASCII, Russian and Belarusian letters, `«` and `»` in windows-1251, and other characters as `?`.
enum Windows1251 {
    static func encoded(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0..<0x80: UInt8(scalar.value)
            case 0x410...0x44F: UInt8(scalar.value - 0x410 + 0xC0)
            case 0x401: 0xA8
            case 0x451: 0xB8
            case 0x406: 0xB2
            case 0x456: 0xB3
            case 0x40E: 0xA1
            case 0x45E: 0xA2
            case 0xAB: 0xAB
            case 0xBB: 0xBB
            default: UInt8(ascii: "?")
            }
        }
    }
}
