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
        let kind = nodes[node].kind
        guard kind == .integer || kind == .number else { throw mismatch(node, type, "must be an integer") }
        switch bytes[range(node)].withUnsafeBytes({ JSONNumber.integer(type, $0) }) {
        case .value(let value): return value
        case .fraction: throw mismatch(node, type, "must be an integer")
        case .outOfRange: throw outOfRange(node, "must be an integer from \(I.min) to \(I.max)")
        }
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
        guard nodes[node].isEscaped else { return String(decoding: content, as: UTF8.self) }
        return content.withUnsafeBytes { JSONText.unescaped($0) }
    }

    func mismatch(_ node: Int, _ type: Any.Type, _ detail: String) -> DecodingError {
        let context = DecodingError.Context(codingPath: path(to: node), debugDescription: detail)
        return isNull(node) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    private func outOfRange(_ node: Int, _ detail: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(to: node), debugDescription: detail))
    }
}
