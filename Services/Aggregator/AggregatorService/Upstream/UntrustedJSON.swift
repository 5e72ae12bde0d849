import Wire

/// A third party's JSON, whose shape is not trusted: every access may return nothing.
indirect enum UntrustedJSON: Decodable, Sendable {
    case object([String: UntrustedJSON])
    case array([UntrustedJSON])
    case number(Double)
    case text(String)
    case bool(Bool)
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let array = try? container.decode([UntrustedJSON].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: UntrustedJSON].self))
        }
    }

    /// Reads a body; returns `nil` if it is not JSON.
    static func read(_ body: [UInt8]) -> UntrustedJSON? {
        try? JSONCoding.decode(UntrustedJSON.self, from: body, unknownMembers: .ignored)
    }

    /// A member of an object; `nil` if it is missing or null, or this is not an object.
    subscript(name: String) -> UntrustedJSON? {
        guard case .object(let members) = self, let member = members[name], !member.isNull else { return nil }
        return member
    }

    private var isNull: Bool { if case .null = self { true } else { false } }

    /// The elements of an array; none for other values.
    var elements: [UntrustedJSON] { if case .array(let elements) = self { elements } else { [] } }

    /// The value of a finite number, including one written as text.
    var number: Double? {
        switch self {
        case .number(let number): number.isFinite ? number : nil
        case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The number without its fraction, if it fits an integer.
    var integer: Int? { number.flatMap { abs($0) < 9e15 ? Int($0) : nil } }

    /// A text that is not blank.
    var text: String? {
        guard case .text(let text) = self, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }

    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}
