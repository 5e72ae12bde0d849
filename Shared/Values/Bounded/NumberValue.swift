/// A number that was checked when it was made, and is valid ever after.
public protocol NumberValue: Codable, Hashable, Sendable {
    associatedtype Number: Codable & Comparable & Sendable & CustomStringConvertible
    var value: Number { get }
    /// Takes a number that lies in ``range``; for use by ``init(_:)`` and reading only.
    init(unchecked value: Number)
    /// The numbers that are allowed.
    static var range: ClosedRange<Number> { get }
    /// A number that is valid, for the documentation.
    static var exampleValue: Number { get }
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
}
