import Wire

/// Conversion of plain values in paths and queries to JSON.
enum ScalarText {
    /// The maximum length of a number.
    static let maximumNumberBytes = 40

    /// Returns the fault of a decoded text, or nil if there is none.
    static func fault(in text: UnsafeRawBufferPointer, _ kind: QueryForm.Kind) -> String? {
        switch kind {
        case .scalar(let scalar):
            return isValid(text, scalar) ? nil : "must be \(name(of: scalar))"
        case .list(let scalar):
            guard !text.isEmpty else { return nil }
            let elements = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            let areValid = elements.allSatisfy { isValid(UnsafeRawBufferPointer(rebasing: $0), scalar) }
            return areValid ? nil : "must be a list, each \(name(of: scalar)), separated by commas"
        }
    }

    /// Writes a valid decoded text as a JSON value.
    static func write(_ text: UnsafeRawBufferPointer, _ kind: QueryForm.Kind, into writer: inout JSONWriter) {
        switch kind {
        case .scalar(let scalar):
            write(text, scalar, into: &writer)
        case .list(let scalar):
            writer.beginArray()
            if !text.isEmpty {
                for element in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                    write(UnsafeRawBufferPointer(rebasing: element), scalar, into: &writer)
                }
            }
            writer.endArray()
        }
    }

    private static func write(_ text: UnsafeRawBufferPointer, _ scalar: QueryForm.Scalar, into writer: inout JSONWriter)
    {
        switch scalar {
        case .string: writer.string(utf8: text)
        case .integer, .number, .boolean: writer.raw(text)
        }
    }

    private static func name(of scalar: QueryForm.Scalar) -> String {
        switch scalar {
        case .string: "a text"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        }
    }

    private static func isValid(_ text: UnsafeRawBufferPointer, _ scalar: QueryForm.Scalar) -> Bool {
        switch scalar {
        case .string: return true
        case .boolean: return equals(text, "true") || equals(text, "false")
        case .integer:
            guard let end = integerEnd(text), end == text.count else { return false }
            // No decoder accepts more than 64 bits.
            return text.count <= 20 && Int64(String(decoding: text, as: UTF8.self)) != nil
        case .number: return isNumber(text)
        }
    }

    private static func equals(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        word.withUTF8Buffer { text.elementsEqual($0) }
    }

    /// Returns true for a finite number in JSON's grammar (RFC 8259 §6).
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

    /// Returns the end of a number's integer part, or nil if it has none in JSON's grammar.
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
