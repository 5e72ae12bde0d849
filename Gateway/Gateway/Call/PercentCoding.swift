import Values

/// Percent-encoding (RFC 3986 §2.1), strictly: what is not two hexadecimal digits, not UTF-8 or NUL is refused.
enum PercentCoding {
    /// What a text is a part of.
    enum Component {
        /// A segment of a path: `+` is itself; no slash or backslash may hide in it.
        case path
        /// A name or value of a query: `+` is a space.
        case query
    }

    /// Gives the decoded bytes to `body`; nil if the text is not well encoded.
    ///
    /// Only a text that has something to decode is copied.
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

    /// Appends a text as one segment of a path: everything but RFC 3986's unreserved characters is encoded.
    static func encodeSegment(_ text: some Sequence<UInt8>, into bytes: inout [UInt8]) {
        for byte in text {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(upper(Hex.digit(byte >> 4)))
                bytes.append(upper(Hex.digit(byte & 15)))
            }
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

    /// Whether decoded bytes may be what a client meant: UTF-8 without NUL, and in a path nothing that other programs
    /// would read as more than one segment or as a step up.
    private static func isAllowed(_ bytes: UnsafeRawBufferPointer, in component: Component) -> Bool {
        guard UTF8Text.isValid(bytes), !bytes.contains(0) else { return false }
        guard component == .path else { return true }
        if bytes.isEmpty || bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
            return false
        }
        return bytes.count > 2 || !bytes.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func upper(_ digit: UInt8) -> UInt8 { digit >= 97 ? digit - 32 : digit }
}

/// Whether bytes are UTF-8.
enum UTF8Text {
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if bytes.allSatisfy({ $0 < 0x80 }) { return true }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}
