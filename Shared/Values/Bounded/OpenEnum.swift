/// A value of an enum in a result: one of the known cases, or one that a newer server has added.
///
/// Parameters and a service's own rules use the enum itself, so that the compiler checks that they treat every case.
/// Results use this type, so that today's clients can decode the values of tomorrow's servers.
public struct OpenEnum<Known>: Hashable, Sendable
where Known: RawRepresentable & CaseIterable & Hashable & Sendable, Known.RawValue == String {
    /// The value on the wire.
    public let rawValue: String

    public init(_ value: Known) { rawValue = value.rawValue }

    /// The known case; `nil` for a value that was added later.
    public var known: Known? { Known(rawValue: rawValue) }

    public static func == (left: Self, right: Known) -> Bool { left.rawValue == right.rawValue }
    public static func != (left: Self, right: Known) -> Bool { left.rawValue != right.rawValue }
}

/// Compares with a known case; an absent value equals none.
public func == <Known>(left: OpenEnum<Known>?, right: Known) -> Bool { left?.rawValue == right.rawValue }

/// Compares with a known case; an absent value equals none.
public func != <Known>(left: OpenEnum<Known>?, right: Known) -> Bool { left?.rawValue != right.rawValue }

extension OpenEnum: Codable {
    /// Decodes any value of a result; elsewhere, only a known one.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
        guard known != nil || decoder.decodesResult else {
            throw DecodingError(.unknownValue(allowed: Known.allCases.map(\.rawValue)), at: decoder.codingPath)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// An ``OpenEnum`` of any enum, for descriptions of types.
package protocol AnyOpenEnum {
    /// The enum with the known cases.
    static var knownType: Any.Type { get }
    /// The first known case.
    static var example: Self? { get }
}

extension OpenEnum: AnyOpenEnum {
    package static var knownType: Any.Type { Known.self }
    package static var example: Self? { Known.allCases.first.map { Self($0) } }
}
