public import Values

/// A value with a handwritten JSON Schema, because its `init(from:)` checks more than its structure shows.
public protocol SchemaValue: Codable {
    static var schema: JSONNode { get }
    /// A valid value; decoding it lets the recorder describe types that contain one.
    static var example: Self { get }
}

/// An object with arbitrary member names.
extension [String: String]: SchemaValue {
    public static var schema: JSONNode { ["type": "object", "additionalProperties": ["type": "string"]] }
    public static var example: Self { [:] }
}

extension Instant: SchemaValue {
    public static var schema: JSONNode {
        ["type": "string", "format": "date-time", "description": "RFC 3339, UTC"]
    }
    public static var example: Instant { Instant(milliseconds: 1_795_243_200_000) }
}

extension LocalDate: SchemaValue {
    public static var schema: JSONNode { ["type": "string", "format": "date", "description": "YYYY-MM-DD"] }
    public static var example: LocalDate { LocalDate(daysSince1970: 20_778) }
}

/// A type some of whose members have limits that their own types do not express.
public protocol RefinedType {
    /// Keywords to add to the schemas of members, by the member's name.
    static var refinements: [String: JSONNode] { get }
}

extension TextValue {
    /// The JSON Schema of the text: with its rules as clients send it, without them in a result.
    static func schema(as use: SchemaRecorder.Use) -> JSONNode {
        var members: [(String, JSONNode)] = [("type", "string")]
        if use == .parameter {
            members += [
                ("minLength", .integer(minimumLength)), ("maxLength", .integer(maximumTypedLength ?? maximumLength)),
            ]
        }
        if let format { members.append(("format", .string(format))) }
        if use == .parameter { members.append(("pattern", .string(pattern ?? characterPattern))) }
        let summary = TypeDocumentation.of(self).summary
        if !summary.isEmpty { members.append(("description", .string(summary))) }
        if !isOpaque { members.append(("examples", [.string(exampleText)])) }
        return .object(members)
    }

    static var example: Self { Self(unchecked: exampleText) }
}

extension NumberValue {
    /// The JSON Schema of the number: with its limits as clients send it, without them in a result.
    static func schema(as use: SchemaRecorder.Use) -> JSONNode {
        var members: [(String, JSONNode)] = [("type", Number.self == Int.self ? "integer" : "number")]
        if use == .parameter {
            members += [("minimum", node(range.lowerBound)), ("maximum", node(range.upperBound))]
        }
        let summary = TypeDocumentation.of(self).summary
        if !summary.isEmpty { members.append(("description", .string(summary))) }
        members.append(("examples", [node(exampleValue)]))
        return .object(members)
    }

    static var example: Self { Self(unchecked: exampleValue) }

    private static func node(_ number: Number) -> JSONNode {
        if let integer = number as? Int { .integer(integer) } else { .number(number as? Double ?? 0) }
    }
}
