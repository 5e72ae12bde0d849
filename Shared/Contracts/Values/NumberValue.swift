/// A number that was checked when it was made, and is valid ever after.
public protocol NumberValue: SchemaValue, Hashable, Sendable {
    associatedtype Number: Codable & Comparable & Sendable & CustomStringConvertible & JSONNodeConvertible
    var value: Number { get }
    /// Takes a number that lies in ``range``; for use by ``init(_:)`` and reading only.
    init(unchecked value: Number)
    /// The numbers that are allowed.
    static var range: ClosedRange<Number> { get }
    /// A number that is valid, for the documentation.
    static var exampleValue: Number { get }
    /// What the number means and its unit, for the documentation.
    static var summary: String { get }
}

extension NumberValue {
    /// Checks a number; `nil` if it lies outside ``range`` (or is not a number at all).
    public init?(_ value: Number) {
        guard Self.range.contains(value) else { return nil }
        self.init(unchecked: value)
    }

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer().decode(Number.self)
        guard Self.range.contains(value) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "must lie between \(Self.range.lowerBound) and \(Self.range.upperBound)"))
        }
        self.init(unchecked: value)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    public static var schema: JSONNode {
        [
            "type": .string(Number.schemaType), "minimum": range.lowerBound.node, "maximum": range.upperBound.node,
            "description": .string(summary),
        ]
    }

    public static var example: Self { Self(unchecked: exampleValue) }
}

/// A Swift number that has a form in a JSON document.
public protocol JSONNodeConvertible {
    var node: JSONNode { get }
    static var schemaType: String { get }
}

extension Int: JSONNodeConvertible {
    public var node: JSONNode { .integer(self) }
    public static var schemaType: String { "integer" }
}

extension Double: JSONNodeConvertible {
    public var node: JSONNode { .number(self) }
    public static var schemaType: String { "number" }
}
