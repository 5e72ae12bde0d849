import Wire

/// Conversion of plain values in paths and queries to JSON.
enum ScalarText {
    /// The maximum length of a number, in bytes.
    static let maximumNumberBytes = 40

    /// Writes a decoded text as a JSON value.
    ///
    /// A text of another type stays a string, which the service then rejects together with all other faults.
    static func write(_ text: UnsafeRawBufferPointer, _ kind: QueryForm.Kind, into writer: inout JSONWriter) {
        switch kind {
        case .scalar(let scalar):
            write(text, scalar, into: &writer)
        case .list(let scalar):
            writer.beginArray()
            writeElements(of: text, scalar, into: &writer)
            writer.endArray()
        }
    }

    /// Writes the elements of a decoded list separated by commas into the array currently open in `writer`.
    static func writeElements(
        of text: UnsafeRawBufferPointer, _ scalar: QueryForm.Scalar, into writer: inout JSONWriter
    ) {
        guard !text.isEmpty else { return }
        for element in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            write(UnsafeRawBufferPointer(rebasing: element), scalar, into: &writer)
        }
    }

    private static func write(_ text: UnsafeRawBufferPointer, _ scalar: QueryForm.Scalar, into writer: inout JSONWriter)
    {
        if scalar == .string || !isValid(text, scalar) { writer.string(utf8: text) } else { writer.raw(text) }
    }

    private static func isValid(_ text: UnsafeRawBufferPointer, _ scalar: QueryForm.Scalar) -> Bool {
        switch scalar {
        case .string: return true
        case .boolean: return equals(text, "true") || equals(text, "false")
        case .integer:
            // An integer of more than 64 bits is one all the same: the service says that it is out of range.
            if !isNumber(text) { return false }
            if case .fraction = JSONNumber.integer(Int64.self, text) { return false }
            return true
        case .number: return isNumber(text)
        }
    }

    private static func equals(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        word.withUTF8Buffer { text.elementsEqual($0) }
    }

    /// Returns true for a finite number in JSON's grammar (RFC 8259 §6) of at most ``maximumNumberBytes``.
    private static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count <= maximumNumberBytes, var position = integerEnd(text) else { return false }
        if position < text.count, text[position] == UInt8(ascii: ".") {
            let end = digitsEnd(text, from: position + 1)
            guard end > position + 1 else { return false }
            position = end
        }
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            var start = position + 1
            if start < text.count, text[start] == UInt8(ascii: "+") || text[start] == UInt8(ascii: "-") { start += 1 }
            position = digitsEnd(text, from: start)
            guard position > start else { return false }
        }
        guard position == text.count else { return false }
        return Double(String(decoding: text, as: UTF8.self))?.isFinite == true
    }

    /// Returns the end of a number's integer part, or `nil` if it has none in JSON's grammar.
    private static func integerEnd(_ text: UnsafeRawBufferPointer) -> Int? {
        let start = text.first == UInt8(ascii: "-") ? 1 : 0
        let end = digitsEnd(text, from: start)
        guard end > start, text[start] != UInt8(ascii: "0") || end == start + 1 else { return nil }
        return end
    }

    private static func digitsEnd(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while position < text.count, text[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position
    }
}
