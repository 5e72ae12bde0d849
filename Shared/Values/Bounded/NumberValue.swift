/// A number within fixed bounds, checked on creation; in a result, any number: see ``ResultDecoding``.
public protocol NumberValue: Codable, Hashable, Sendable {
    associatedtype Number: Codable & Comparable & Sendable & CustomStringConvertible
    var value: Number { get }
    /// Creates a value from a number known to be in ``range``; used by ``init(_:)`` and decoding only.
    init(unchecked value: Number)
    /// The allowed numbers.
    static var range: ClosedRange<Number> { get }
    /// A valid number, as an example in the documentation.
    static var exampleValue: Number { get }
    /// The name of a field for such a number, for people, if it has one.
    static var fieldName: UserText? { get }
}

extension NumberValue {
    public static var fieldName: UserText? { nil }

    /// Checks a number; returns `nil` if it is outside ``range`` or NaN.
    public init?(_ value: Number) {
        guard Self.range.contains(value) else { return nil }
        self.init(unchecked: value)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value: Number
        do {
            value = try container.decode(Number.self)
        } catch DecodingError.dataCorrupted where !decoder.decodesResult {
            // A number, but beyond what the type represents.
            throw Self.outOfRange(decoder)
        }
        guard Self.range.contains(value) || decoder.decodesResult else { throw Self.outOfRange(decoder) }
        self.init(unchecked: value)
    }

    private static func outOfRange(_ decoder: any Decoder) -> DecodingError {
        DecodingError(.range(range.lowerBound, range.upperBound), at: decoder.codingPath)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
