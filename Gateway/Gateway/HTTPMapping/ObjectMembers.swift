import Wire

/// Iterates over the members of a validated JSON object as ranges of its bytes, without allocating.
///
/// Invalid JSON yields some members or none, but never a range outside the bytes.
struct ObjectMembers {
    struct Member {
        /// The name without its quotes, still escaped.
        let name: Range<Int>
        /// The value without surrounding white space.
        let value: Range<Int>

        /// Returns true if the unescaped name is `text`.
        func isNamed(_ text: String, in bytes: UnsafeRawBufferPointer) -> Bool {
            let raw = UnsafeRawBufferPointer(rebasing: bytes[name])
            if !raw.contains(UInt8(ascii: "\\")) { return raw.elementsEqual(text.utf8) }
            return JSONText.unescaped(raw) == text
        }

        /// Returns true if the name is `text`, written without escapes.
        func isNamed(_ text: StaticString, in bytes: UnsafeRawBufferPointer) -> Bool {
            text.withUTF8Buffer { UnsafeRawBufferPointer(rebasing: bytes[name]).elementsEqual($0) }
        }
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        skipSpace()
        position = current == UInt8(ascii: "{") ? position + 1 : bytes.count
    }

    mutating func next() -> Member? {
        skipSpace()
        if current == UInt8(ascii: ",") {
            position += 1
            skipSpace()
        }
        guard current == UInt8(ascii: "\"") else { return nil }
        let nameStart = position + 1
        guard skipString() else { return nil }
        let name = nameStart..<(position - 1)
        skipSpace()
        guard current == UInt8(ascii: ":") else { return nil }
        position += 1
        skipSpace()
        let start = position
        guard skipValue(), position > start else { return nil }
        return Member(name: name, value: start..<position)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Skips the string that begins here; returns false if it does not end.
    private mutating func skipString() -> Bool {
        position += 1
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") { position += 1 }
        }
        position = bytes.count
        return false
    }

    /// Skips the value that begins here, with its nested values; returns false if it does not end.
    private mutating func skipValue() -> Bool {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                if depth == 0 { return true }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return true }
                depth -= 1
                position += 1
                if depth == 0 { return true }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return true }
                position += 1
            default:
                position += 1
            }
        }
        return depth == 0
    }
}
