import Wire

/// JSON of a third party, whose shape is not ours to rely on: every step into it may find nothing.
indirect enum ForeignJSON: Decodable, Sendable {
    case object([String: ForeignJSON])
    case array([ForeignJSON])
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
        } else if let array = try? container.decode([ForeignJSON].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: ForeignJSON].self))
        }
    }

    /// Reads a body.
    /// - Throws: nothing; `nil` stands for what is not JSON.
    static func read(_ body: [UInt8]) -> ForeignJSON? {
        try? JSONCoding.decode(ForeignJSON.self, from: body, unknownMembers: .ignored)
    }

    /// A member of an object; `nil` if this is none, or has no such member, or the member is null.
    subscript(name: String) -> ForeignJSON? {
        guard case .object(let members) = self, let member = members[name], !member.isNull else { return nil }
        return member
    }

    private var isNull: Bool { if case .null = self { true } else { false } }

    /// The elements; none if this is no array.
    var elements: [ForeignJSON] { if case .array(let elements) = self { elements } else { [] } }

    /// A finite number, also one that was written as a text.
    var number: Double? {
        switch self {
        case .number(let number): number.isFinite ? number : nil
        case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A number without its fraction, if that fits.
    var integer: Int? { number.flatMap { abs($0) < 9e15 ? Int($0) : nil } }

    /// A text that holds more than white space.
    var text: String? {
        guard case .text(let text) = self, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }

    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}
