/// Tests the eight bytes of a little-endian word at once.
enum ByteWord {
    static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Returns the high bit of each byte that a JSON string cannot contain raw: quote, backslash, below 0x20.
    ///
    /// Exact up to the lowest byte found; a borrow may mark bytes above it.
    @inline(__always)
    static func stops(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let found =
            ((word &- (ones &* 0x20)) & ~word)
            | ((quotes &- ones) & ~quotes)
            | ((backslashes &- ones) & ~backslashes)
        return found & highBits
    }

    /// Returns true if any byte is a quote, a backslash, below 0x20, or beyond ASCII.
    @inline(__always)
    static func holdStop(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) -> Bool {
        (signs(in: first) | signs(in: second) | signs(in: third) | signs(in: fourth)) & highBits != 0
    }

    /// Returns a word with a high bit set if and only if such a byte occurs; ``stops(in:)`` tells which one.
    @inline(__always)
    private static func signs(in word: UInt64) -> UInt64 {
        // The lowest such byte suffers no borrow and is therefore marked; its own borrow can only add marks.
        word | (word &- (ones &* 0x20)) | ((word ^ (ones &* 0x22)) &- ones) | ((word ^ (ones &* 0x5C)) &- ones)
    }

    /// Returns true for four well-formed UTF-8 sequences of two bytes, as in a run of Cyrillic.
    @inline(__always)
    static func isFourPairs(_ word: UInt64) -> Bool {
        // A lead byte of C0 or C1 would be overlong: one of bits 1–4 must be set.
        let leads = (word & 0x001E_001E_001E_001E) &+ 0x7FFE_7FFE_7FFE_7FFE
        return word & 0xC0E0_C0E0_C0E0_C0E0 == 0x80C0_80C0_80C0_80C0
            && leads & 0x8000_8000_8000_8000 == 0x8000_8000_8000_8000
    }

    /// Returns true for a byte allowed in a method's name: a letter, a digit, a dot or an underscore.
    @inline(__always)
    static func isNameByte(_ byte: UInt8) -> Bool {
        // One bit for each character from 0 to 63, and one for each from 64 to 127.
        let low: UInt64 = 0x03FF_4000_0000_0000
        let high: UInt64 = 0x07FF_FFFE_87FF_FFFE
        let bits = byte < 64 ? low : byte < 128 ? high : 0
        return bits &>> UInt64(byte & 63) & 1 == 1
    }

    /// Returns the value of a hexadecimal digit.
    @inline(__always)
    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }
}

/// The table of well-formed sequences in RFC 3629.
enum UTF8Sequence {
    /// Returns the length of the non-ASCII character at `offset`; 0 if it is ill-formed or truncated.
    @inline(__always)
    static func length(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        guard offset >= 0, offset < bytes.count else { return 0 }
        let lead = bytes[offset]
        switch lead {
        case 0xC2...0xDF: return follows(bytes, offset, 2, 0x80, 0xBF)
        case 0xE0: return follows(bytes, offset, 3, 0xA0, 0xBF)
        case 0xED: return follows(bytes, offset, 3, 0x80, 0x9F)
        case 0xE1...0xEF: return follows(bytes, offset, 3, 0x80, 0xBF)
        case 0xF0: return follows(bytes, offset, 4, 0x90, 0xBF)
        case 0xF1...0xF3: return follows(bytes, offset, 4, 0x80, 0xBF)
        case 0xF4: return follows(bytes, offset, 4, 0x80, 0x8F)
        default: return 0
        }
    }

    /// Returns true for well-formed UTF-8.
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset < bytes.count {
            if bytes[offset] < 0x80 {
                offset &+= 1
                continue
            }
            let length = length(in: bytes, at: offset)
            guard length > 0 else { return false }
            offset &+= length
        }
        return true
    }

    @inline(__always)
    private static func follows(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ length: Int, _ low: UInt8, _ high: UInt8
    ) -> Int {
        guard bytes.count &- offset >= length else { return 0 }
        let second = bytes[offset &+ 1]
        guard second >= low, second <= high else { return 0 }
        if length > 2, bytes[offset &+ 2] & 0xC0 != 0x80 { return 0 }
        if length > 3, bytes[offset &+ 3] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
