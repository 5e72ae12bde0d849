/// A string token: the range of its content, without the quotes.
struct TextToken {
    var start: Int
    var end: Int
    /// True if the content contains a backslash.
    var isEscaped: Bool
    /// True for ASCII without escapes, whose bytes are the text itself.
    var isPlain: Bool

    var count: Int { end &- start }
    var range: Range<Int> { Range(uncheckedBounds: (start, end)) }
}

/// A number token.
struct NumberToken {
    var start: Int
    var end: Int
    /// True for a number with neither a fraction nor an exponent.
    var isInteger: Bool

    var range: Range<Int> { Range(uncheckedBounds: (start, end)) }
}

/// JSON's three literal names.
enum Literal {
    case null, yes, no
}

/// Reads JSON tokens from arbitrary bytes.
///
/// Always keeps `0 ≤ position ≤ end`, and compares with `end` before every load. Neither allocates nor recurses.
struct TokenReader {
    private let base: UnsafeMutableRawPointer
    let end: Int
    var position = 0
    /// The number of open brackets at the position.
    var depth = 0
    let maximumDepth: Int
    private let rewritesLineBreaks: Bool

    /// Creates a reader that replaces raw CR and LF between tokens by spaces; returns `nil` if there are no bytes.
    init?(rewriting bytes: UnsafeMutableRawBufferPointer, maximumDepth: Int) {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return nil }
        self.base = base
        self.end = bytes.count
        self.maximumDepth = min(max(maximumDepth, 1), Self.depthCeiling)
        self.rewritesLineBreaks = true
    }

    /// Creates a reader that changes nothing; returns `nil` if there are no bytes.
    init?(reading bytes: UnsafeRawBufferPointer, maximumDepth: Int) {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return nil }
        self.base = UnsafeMutableRawPointer(mutating: base)
        self.end = bytes.count
        self.maximumDepth = min(max(maximumDepth, 1), Self.depthCeiling)
        self.rewritesLineBreaks = false
    }

    /// The upper limit for the nesting depth: the kinds of open brackets are the bits of one word.
    static let depthCeiling = 64

    /// The byte at the position; 0 at the end, which begins no token.
    @inline(__always)
    var current: UInt8 {
        position < end ? base.load(fromByteOffset: position, as: UInt8.self) : 0
    }

    @inline(__always)
    var isAtEnd: Bool { position >= end }

    /// Returns the byte at `offset`; 0 outside the input.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        offset >= 0 && offset < end ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
    }

    /// Returns the eight bytes from `offset` as a little-endian word; `nil` if fewer are left.
    @inline(__always)
    func word(at offset: Int) -> UInt64? {
        guard offset >= 0, end &- offset >= 8 else { return nil }
        return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Returns the 32 bytes from `offset` as four little-endian words; `nil` if fewer are left.
    @inline(__always)
    func fourWords(at offset: Int) -> (UInt64, UInt64, UInt64, UInt64)? {
        guard offset >= 0, end &- offset >= 32 else { return nil }
        func load(_ behind: Int) -> UInt64 {
            UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset &+ behind, as: UInt64.self))
        }
        return (load(0), load(8), load(16), load(24))
    }

    /// Moves past `text` (ASCII, at least eight characters) if it is at the position; otherwise returns false.
    @inline(__always)
    mutating func take(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard length >= 8, end &- position >= length else { return false }
        let (here, there) = (base + position, UnsafeRawPointer(text.utf8Start))
        var offset = 0
        while true {
            guard
                here.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == there.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
            guard offset &+ 8 < length else { break }
            // The last word may overlap the previous one.
            offset = min(offset &+ 8, length &- 8)
        }
        position &+= length
        return true
    }

    /// The whole input, for the few functions that read a token again.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: end) }

    @inline(__always)
    mutating func skipSpace() {
        while true {
            switch current {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                position &+= 1
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if rewritesLineBreaks { base.storeBytes(of: UInt8(ascii: " "), toByteOffset: position, as: UInt8.self) }
                position &+= 1
            default:
                return
            }
        }
    }

    /// Returns a fault at the position, or the fault of an early end.
    func fault(_ reason: WireError.Reason) -> WireError {
        WireError(kind: .json, offset: position, reason: isAtEnd ? .truncated : reason)
    }

    /// Returns true if the token is exactly `name`.
    @inline(__always)
    func text(_ token: TextToken, is name: StaticString) -> Bool {
        guard !token.isEscaped, token.count == name.utf8CodeUnitCount else { return false }
        let other = name.utf8Start
        for index in 0..<token.count
        where base.load(fromByteOffset: token.start &+ index, as: UInt8.self) != other[index] { return false }
        return true
    }

    /// Returns the integer's value; `nil` if it is not within ±2^53.
    func integer(_ number: NumberToken) -> Int64? {
        guard number.isInteger else { return nil }
        let isNegative = byte(at: number.start) == UInt8(ascii: "-")
        let digits = number.start &+ (isNegative ? 1 : 0)
        guard number.end &- digits <= 16 else { return nil }
        var value: Int64 = 0
        for offset in digits..<number.end { value = value &* 10 &+ Int64(byte(at: offset) &- UInt8(ascii: "0")) }
        guard value <= 1 << 53 else { return nil }
        return isNegative ? 0 &- value : value
    }
}
