import Platform

/// The alphabets of HTTP (RFC 9110 §5.6).
enum HTTPBytes {
    /// `! # $ % & ' * + - . ^ _ ` | ~`, digits and letters, as bits.
    private static let tokens: (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)

    /// Whether a byte may stand in a field's name or a verb.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? tokens.0 : byte < 128 ? tokens.1 : 0
        return bits >> UInt64(byte & 63) & 1 == 1
    }

    /// Whether a byte may stand in a field's value: no control character but the tab.
    @inline(__always)
    static func isFieldValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    /// Whether bytes may be a field's value; eight at a time, because tokens are long.
    static func isFieldValue(_ value: UnsafeRawBufferPointer) -> Bool {
        let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
        var position = 0
        while value.count - position >= 8 {
            let word = value.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            // High bits where a byte is below 0x20, or 0x7F; now and then also beside such a byte.
            let controls = (word &- ones &* 0x20) & ~word
            let deletes = word ^ ones &* 0x7F
            if (controls | (deletes &- ones) & ~deletes) & highs != 0 { break }
            position += 8
        }
        while position < value.count {
            guard isFieldValue(value[position]) else { return false }
            position += 1
        }
        return true
    }

    /// The token of `Authorization: Bearer TOKEN`; nothing, which is no token, for any other scheme or none.
    static func bearerToken(of value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard value.count > 7, equalIgnoringCase(UnsafeRawBufferPointer(rebasing: value[..<7]), "bearer ") else {
            return UnsafeRawBufferPointer(rebasing: value[..<0])
        }
        var start = 7
        while start < value.count, value[start] == 0x20 { start += 1 }
        return UnsafeRawBufferPointer(rebasing: value[start...])
    }

    /// Whether bytes are exactly a text.
    static func equal(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
        return memcmp(base, text.utf8Start, bytes.count) == 0
    }

    /// Whether bytes are a text in whatever case.
    /// - Parameter text: in lower case.
    static func equalIgnoringCase(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let lower = byte >= 65 && byte <= 90 ? byte | 0x20 : byte
            if lower != text.utf8Start[index] { return false }
        }
        return true
    }
}

/// The lines of a head, each without its CR LF.
struct HTTPLines {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next line.
    /// - Throws: `.lineBreak` if it ends with a bare LF, or not at all.
    mutating func next() throws(HTTPFault) -> Range<Int> {
        guard position < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + position, 0x0A, bytes.count - position)
        else { throw .lineBreak }
        let lineBreak = UnsafeRawPointer(found) - base
        guard lineBreak > position, bytes[lineBreak - 1] == 0x0D else { throw .lineBreak }
        defer { position = lineBreak + 1 }
        return position..<(lineBreak - 1)
    }
    /// The name and the value of a field's line, the value without white space around it; nil if nothing is named.
    static func field(
        _ line: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) -> (name: Range<Int>, value: Range<Int>)? {
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")), colon > line.lowerBound else { return nil }
        var value = (colon + 1)..<line.upperBound
        while let byte = bytes[value].first, byte == 0x20 || byte == 0x09 {
            value = (value.lowerBound + 1)..<value.upperBound
        }
        while let byte = bytes[value].last, byte == 0x20 || byte == 0x09 {
            value = value.lowerBound..<(value.upperBound - 1)
        }
        return (line.lowerBound..<colon, value)
    }
}
