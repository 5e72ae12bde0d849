extension JSONDocument {
    func isNull(_ node: Int) -> Bool { nodes[node].kind == .null }

    func bool(_ node: Int) throws -> Bool {
        switch nodes[node].kind {
        case .yes: return true
        case .no: return false
        default: throw mismatch(node, Bool.self, "must be true or false")
        }
    }

    func string(_ node: Int) throws -> String {
        guard nodes[node].kind == .text else { throw mismatch(node, String.self, "must be a string") }
        return text(node)
    }

    func integer<I: FixedWidthInteger>(_ type: I.Type, _ node: Int) throws -> I {
        guard nodes[node].kind == .integer else { throw mismatch(node, type, "must be an integer") }
        guard let value = Self.parse(type, bytes[range(node)]) else {
            throw outOfRange(node, "must be an integer from \(I.min) to \(I.max)")
        }
        return value
    }

    /// Parses an optional `-` and digits; returns nil if the type cannot represent the value.
    private static func parse<I: FixedWidthInteger>(_ type: I.Type, _ token: ArraySlice<UInt8>) -> I? {
        let isNegative = token.first == UInt8(ascii: "-")
        var value: I = 0
        for byte in isNegative ? token.dropFirst() : token {
            let digit = I(truncatingIfNeeded: byte &- UInt8(ascii: "0"))
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isOut) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            guard !isTooLarge, !isOut else { return nil }
            value = sum
        }
        return value
    }

    func double(_ node: Int) throws -> Double {
        guard nodes[node].kind == .integer || nodes[node].kind == .number else {
            throw mismatch(node, Double.self, "must be a number")
        }
        guard let value = Double(String(decoding: bytes[range(node)], as: UTF8.self)), value.isFinite else {
            throw outOfRange(node, "must be a number of at most 1.7e308")
        }
        return value
    }

    func float(_ node: Int) throws -> Float {
        guard nodes[node].kind == .integer || nodes[node].kind == .number else {
            throw mismatch(node, Float.self, "must be a number")
        }
        guard let value = Float(String(decoding: bytes[range(node)], as: UTF8.self)), value.isFinite else {
            throw outOfRange(node, "must be a number of at most 3.4e38")
        }
        return value
    }

    /// Returns the characters of a text or a name.
    func text(_ node: Int) -> String {
        let content = bytes[range(node)]
        return nodes[node].isEscaped ? unescape(content) : String(decoding: content, as: UTF8.self)
    }

    func mismatch(_ node: Int, _ type: Any.Type, _ detail: String) -> DecodingError {
        let context = DecodingError.Context(codingPath: path(to: node), debugDescription: detail)
        return isNull(node) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    private func outOfRange(_ node: Int, _ detail: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(to: node), debugDescription: detail))
    }

    /// Resolves the escapes in validated content, where all escapes and surrogate pairs are complete.
    private func unescape(_ content: ArraySlice<UInt8>) -> String {
        var scalars: [UInt8] = []
        scalars.reserveCapacity(content.count)
        var rest = content
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                scalars.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): scalars.append(0x08)
            case UInt8(ascii: "f"): scalars.append(0x0C)
            case UInt8(ascii: "n"): scalars.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): scalars.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): scalars.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "u"):
                var value = Self.takeUnit(&rest)
                if value & 0xFC00 == 0xD800 {
                    rest = rest.dropFirst(2)
                    value = 0x10000 &+ ((value & 0x3FF) &<< 10 | (Self.takeUnit(&rest) & 0x3FF))
                }
                scalars.append(
                    contentsOf: UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
            default: scalars.append(escape)
            }
        }
        return String(decoding: scalars, as: UTF8.self)
    }

    /// Reads four hexadecimal digits.
    private static func takeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
        var value: UInt32 = 0
        for byte in rest.prefix(4) { value = value &<< 4 | UInt32(ByteWord.hexadecimal(byte) ?? 0) }
        rest = rest.dropFirst(4)
        return value
    }
}
