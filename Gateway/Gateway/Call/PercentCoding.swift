import Values

/// Strict percent-encoding (RFC 3986 §2.1): refuses malformed escapes, invalid UTF-8 and NUL.
enum PercentCoding {
    /// The part of a URI that a text comes from.
    enum Component {
        /// A path segment: `+` is literal, and slashes and backslashes are refused, even escaped.
        case path
        /// A query's name or value: `+` is a space.
        case query
    }

    /// Calls `body` with the decoded bytes; returns `nil` if the encoding is invalid.
    ///
    /// Only text that contains escapes is copied.
    static func withDecoded<Result>(
        _ text: UnsafeRawBufferPointer, in component: Component, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        let needsDecoding = text.contains {
            $0 == UInt8(ascii: "%") || ($0 == UInt8(ascii: "+") && component == .query)
        }
        guard needsDecoding else { return isAllowed(text, in: component) ? body(text) : nil }
        return withUnsafeTemporaryAllocation(byteCount: max(text.count, 1), alignment: 1) { room -> Result? in
            guard let count = decode(text, in: component, into: room) else { return nil }
            let decoded = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<count])
            return isAllowed(decoded, in: component) ? body(decoded) : nil
        }
    }

    private static func decode(
        _ text: UnsafeRawBufferPointer, in component: Component, into room: UnsafeMutableRawBufferPointer
    ) -> Int? {
        var count = 0
        var index = 0
        while index < text.count {
            var byte = text[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard text.count - index >= 2, let high = Hex.value(text[index]), let low = Hex.value(text[index + 1])
                else { return nil }
                byte = high << 4 | low
                index += 2
            } else if byte == UInt8(ascii: "+"), component == .query {
                byte = UInt8(ascii: " ")
            }
            room[count] = byte
            count += 1
        }
        return count
    }

    /// Returns true for decoded bytes that are UTF-8 without NUL and, in a path, cannot be read as several segments or
    /// as `..`.
    private static func isAllowed(_ bytes: UnsafeRawBufferPointer, in component: Component) -> Bool {
        guard UTF8Text.isValid(bytes), !bytes.contains(0) else { return false }
        guard component == .path else { return true }
        if bytes.isEmpty || bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
            return false
        }
        return bytes.count > 2 || !bytes.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}

/// Validation of UTF-8.
enum UTF8Text {
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if bytes.allSatisfy({ $0 < 0x80 }) { return true }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}
