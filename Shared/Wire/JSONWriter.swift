/// Writes JSON into its own buffer.
///
/// It inserts the commas; the caller has to pair names with values and beginnings with ends. The output never contains
/// a raw CR or LF, except from `raw`.
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    public internal(set) var bytes: [UInt8]
    var needsComma = false

    /// Creates a writer with an initial capacity, which grows as needed.
    public init(reservingCapacity capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(max(capacity, 0))
    }

    /// Discards the output but keeps the memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes `{`.
    public mutating func beginObject() {
        beginValue()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Writes `}`.
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes `[`.
    public mutating func beginArray() {
        beginValue()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Writes `]`.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a member's name that is known at compile time.
    public mutating func key(_ name: StaticString) {
        beginValue()
        name.withUTF8Buffer { appendQuoted(UnsafeRawBufferPointer($0)) }
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's name.
    public mutating func key(_ name: String) {
        beginValue()
        appendQuoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        beginValue()
        appendQuoted(text)
    }

    /// Writes a string from its UTF-8, replacing ill-formed bytes by U+FFFD.
    public mutating func string(utf8 text: UnsafeRawBufferPointer) {
        beginValue()
        if UTF8Sequence.isValid(text) {
            appendQuoted(text)
        } else {
            appendQuoted(String(decoding: text, as: UTF8.self))
        }
    }

    /// Writes an integer in decimal digits.
    @inlinable
    public mutating func integer(_ value: some FixedWidthInteger) {
        // Once inlined into a caller, only one of the three branches remains.
        if let value = Int64(exactly: value) {
            decimal(value.magnitude, isNegative: value < 0)
        } else if let value = UInt64(exactly: value) {
            decimal(value, isNegative: false)
        } else {
            Array(value.description.utf8).withUnsafeBytes { raw($0) }
        }
    }

    /// Writes a number in the fewest digits that read back as the same value; `null` if it is infinite or NaN.
    public mutating func double(_ value: Double) {
        beginValue()
        appendNumber(value.isFinite ? value.description : "null")
    }

    /// Writes a number in the fewest digits that read back as the same `Float`; `null` if it is infinite or NaN.
    public mutating func float(_ value: Float) {
        beginValue()
        appendNumber(value.isFinite ? value.description : "null")
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        beginValue()
        append(value ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        beginValue()
        append("null")
    }

    /// Writes bytes verbatim as a value; they must be one valid JSON value without raw CR and LF.
    public mutating func raw(_ value: UnsafeRawBufferPointer) {
        beginValue()
        bytes.append(contentsOf: value)
    }

    /// Writes bytes verbatim as a value; they must be one valid JSON value without raw CR and LF.
    @inlinable
    public mutating func raw(_ value: some Sequence<UInt8>) {
        if value.withContiguousStorageIfAvailable({ raw(UnsafeRawBufferPointer($0)) }) == nil {
            Array(value).withUnsafeBytes { raw($0) }
        }
    }

    @inline(__always)
    mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

extension JSONWriter {
    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a number; Swift prints `20.0` for `20` and otherwise the same as JSON.
    private mutating func appendNumber(_ description: String) {
        var digits = description
        if digits.hasSuffix(".0") { digits.removeLast(2) }
        digits.withUTF8 { bytes.append(contentsOf: $0) }
    }

    @usableFromInline
    mutating func decimal(_ magnitude: UInt64, isNegative: Bool) {
        beginValue()
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        // 20 digits suffice for any UInt64.
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var rest = magnitude
            var first = 20
            repeat {
                first &-= 1
                digits[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: digits[first...]))
        }
    }

    private mutating func appendQuoted(_ text: String) {
        if text.utf8.withContiguousStorageIfAvailable({ appendQuoted(UnsafeRawBufferPointer($0)) }) == nil {
            var native = text
            native.withUTF8 { appendQuoted(UnsafeRawBufferPointer($0)) }
        }
    }

    /// Appends a string with its quotes; runs of bytes that need no escape are copied in one go.
    private mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        var position = 0
        while position < text.count {
            if text.count &- position >= 8 {
                let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                let stops = ByteWord.stops(in: word)
                guard stops != 0 else {
                    position &+= 8
                    continue
                }
                position &+= stops.trailingZeroBitCount &>> 3
            }
            let byte = text[position]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<position]))
                appendEscape(byte)
                start = position &+ 1
            }
            position &+= 1
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        default:
            append("u00")
            bytes.append(UInt8(ascii: "0") &+ (byte &>> 4))
            let low = byte & 0x0F
            bytes.append(low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "a") &+ low &- 10)
        }
    }
}
