import Platform

/// The character classes of HTTP (RFC 9110 §5.6).
package enum HTTPBytes {
    /// The bytes allowed in tokens, as bits: digits, letters, the backtick and `! # $ % & ' * + - . ^ _ | ~`.
    private static let tokens: (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)

    /// Returns true for a byte allowed in a field name or method.
    @inline(__always)
    package static func isToken(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? tokens.0 : byte < 128 ? tokens.1 : 0
        return bits >> UInt64(byte & 63) & 1 == 1
    }

    /// Returns true for a byte allowed in a field value: anything but control characters other than the tab.
    @inline(__always)
    package static func isFieldValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    /// Returns true for a valid field value; checks eight bytes at a time, because access tokens are long.
    package static func isFieldValue(_ value: UnsafeRawBufferPointer) -> Bool {
        let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
        var position = 0
        while value.count - position >= 8 {
            let word = value.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            // The high bits mark 0x7F and bytes below 0x20, and sometimes a neighbour of one.
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

    /// Returns the token of `Authorization: Bearer TOKEN`; empty for any other scheme and for none.
    package static func bearerToken(of value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard value.count > 7, equalIgnoringCase(UnsafeRawBufferPointer(rebasing: value[..<7]), "bearer ") else {
            return UnsafeRawBufferPointer(rebasing: value[..<0])
        }
        var start = 7
        while start < value.count, value[start] == 0x20 { start += 1 }
        return UnsafeRawBufferPointer(rebasing: value[start...])
    }

    /// Returns the index of the first such byte; `nil` if there is none.
    ///
    /// - Parameter range: the part to search, within the bytes.
    package static func firstIndex(
        of byte: UInt8, in range: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) -> Int? {
        let part = UnsafeRawBufferPointer(rebasing: bytes[range])
        guard let base = part.baseAddress, let found = memchr(base, Int32(byte), part.count) else { return nil }
        return range.lowerBound + (UnsafeRawPointer(found) - base)
    }

    /// Returns true if the bytes equal a text.
    package static func equal(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
        return memcmp(base, text.utf8Start, bytes.count) == 0
    }

    /// Returns true if the bytes equal a text, ignoring case.
    ///
    /// - Parameter text: the text, in lower case.
    package static func equalIgnoringCase(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let lower = byte >= 65 && byte <= 90 ? byte | 0x20 : byte
            if lower != text.utf8Start[index] { return false }
        }
        return true
    }
}
