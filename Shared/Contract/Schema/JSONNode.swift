import Values

/// A JSON document in memory that keeps the order of members; used for schemas and OpenAPI, not for calls.
public indirect enum JSONNode: Equatable, Sendable {
    case object([(String, JSONNode)])
    case array([JSONNode])
    case string(String)
    case integer(Int)
    case number(Double)
    case bool(Bool)
    case null

    public static func == (left: JSONNode, right: JSONNode) -> Bool {
        switch (left, right) {
        case (.object(let left), .object(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 }
        case (.array(let left), .array(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.null, .null): true
        default: false
        }
    }

    /// The member with this name, if the node is an object that has it.
    public subscript(name: String) -> JSONNode? {
        if case .object(let members) = self { members.first { $0.0 == name }?.1 } else { nil }
    }

    /// The text, if the node is a string.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// Returns the object with a member replaced, or appended if it is new.
    public func setting(_ name: String, _ value: JSONNode) -> JSONNode {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.0 == name }) {
            members[index].1 = value
        } else {
            members.append((name, value))
        }
        return .object(members)
    }

    /// Returns the object without a member.
    public func removing(_ name: String) -> JSONNode {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.0 != name })
    }

    /// Serializes the document.
    /// - Parameter indented: true indents by two spaces a level; false writes no white space at all.
    public func serialized(indented: Bool = false) -> String {
        var text = ""
        write(to: &text, level: indented ? 0 : nil)
        return text
    }

    private func write(to text: inout String, level: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value):
            text += value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : value.description
        case .string(let value): Self.write(value, to: &text)
        case .array(let items):
            Self.writeList(items, ("[", "]"), to: &text, level: level) { item, text, level in
                item.write(to: &text, level: level)
            }
        case .object(let members):
            Self.writeList(members, ("{", "}"), to: &text, level: level) { member, text, level in
                Self.write(member.0, to: &text)
                text += level == nil ? ":" : ": "
                member.1.write(to: &text, level: level)
            }
        }
    }

    private static func writeList<Element>(
        _ elements: [Element], _ brackets: (open: String, close: String), to text: inout String, level: Int?,
        _ body: (Element, inout String, Int?) -> Void
    ) {
        text += brackets.open
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            if let level { text += "\n" + String(repeating: "  ", count: level + 1) }
            body(element, &text, level.map { $0 + 1 })
        }
        if let level, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: level) }
        text += brackets.close
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if scalar.value < 0x20 {
                    text += "\\u00" + Hex.encode(CollectionOfOne(UInt8(scalar.value)))
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}

extension JSONNode: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    public init(dictionaryLiteral elements: (String, JSONNode)...) { self = .object(elements) }
    public init(arrayLiteral elements: JSONNode...) { self = .array(elements) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
