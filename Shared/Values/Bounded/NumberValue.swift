/// A number within fixed bounds, checked on creation.
public protocol NumberValue: Codable, Hashable, Sendable {
    associatedtype Number: Codable & Comparable & Sendable & CustomStringConvertible
    var value: Number { get }
    /// Creates a value from a number known to be in ``range``; used by ``init(_:)`` and decoding only.
    init(unchecked value: Number)
    /// The allowed numbers.
    static var range: ClosedRange<Number> { get }
    /// A valid number, as an example in the documentation.
    static var exampleValue: Number { get }
}

extension NumberValue {
    /// Checks a number; returns `nil` if it is outside ``range`` or NaN.
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
}
