import Values
import Wire

/// A third party's JSON, whose shape is not trusted: every access may return nothing.
///
/// Values are read from the parsed bytes on demand, so a malformed part costs only itself. An object that repeats a
/// name has no members.
public struct UntrustedJSON: Decodable {
    /// The maximum length of a text in bytes; longer ones are cut.
    private static let textLimit = 4_000

    private let decoder: any Decoder

    /// Takes a value of any kind.
    public init(from decoder: any Decoder) { self.decoder = decoder }

    /// Takes an object.
    /// - Throws: `DecodingError` if it is not an object or repeats a member.
    public init(object decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: MemberName.self)
        self.decoder = decoder
    }

    /// Reads a body; returns `nil` if it is not JSON.
    public static func read(_ body: [UInt8]) -> UntrustedJSON? {
        try? JSONCoding.decode(UntrustedJSON.self, from: body, unknownMembers: .ignored)
    }

    private var members: KeyedDecodingContainer<MemberName>? { try? decoder.container(keyedBy: MemberName.self) }

    public var isObject: Bool { members != nil }

    /// The names of an object's members, in no particular order; none for other values.
    public var names: [String] { members?.allKeys.map { $0.stringValue } ?? [] }

    /// Returns true if this is an object with a member of this name, which may be null.
    public func contains(_ name: String) -> Bool { members?.contains(MemberName(name)) == true }

    /// A member of an object; `nil` if it is missing or null, or this is not an object.
    public subscript(name: String) -> UntrustedJSON? {
        let key = MemberName(name)
        guard let members, members.contains(key), (try? members.decodeNil(forKey: key)) == false,
            let member = try? members.superDecoder(forKey: key)
        else { return nil }
        return UntrustedJSON(from: member)
    }

    /// The elements of an array; `nil` for other values.
    public var array: [UntrustedJSON]? { try? [UntrustedJSON](from: decoder) }

    /// The elements of an array; none for other values.
    public var elements: [UntrustedJSON] { array ?? [] }

    /// Returns the readable elements of an array; `nil` for other values.
    public func list<Element: Decodable>(of type: Element.Type) -> [Element]? {
        (try? [LenientElement<Element>](from: decoder))?.compactMap { $0.value }
    }

    /// A trimmed text, cut at 4,000 bytes; `nil` if nothing is left.
    public var text: String? {
        guard let text = scalar(String.self)?.trimmed, !text.isEmpty else { return nil }
        return text.cut(toBytes: Self.textLimit)
    }

    /// The value of a finite number, including one written as text.
    public var number: Double? {
        let number = scalar(Double.self) ?? text.flatMap { Double($0) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// An integer that is written as such, with zeros after the decimal point, or as text.
    public var integer: Int? { scalar(Int.self) ?? number.flatMap { Int(exactly: $0) } }

    /// Integers in any notation: an array, a single number, or a text with commas.
    ///
    /// An unreadable element is `nil`; the whole is `nil` if there are no integers.
    public var integers: [Int?]? {
        if let array { return array.map { $0.integer } }
        if let integer { return [integer] }
        return text?.split(separator: ",", omittingEmptySubsequences: false).map { Int(String($0).trimmed) }
    }

    /// A truth value, also written as a number.
    public var bool: Bool? { scalar(Bool.self) ?? integer.map { $0 != 0 } }

    private func scalar<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? decoder.singleValueContainer().decode(type)
    }
}

/// An element of a list; `nil` if it is of another type.
public struct LenientElement<Value: Decodable>: Decodable {
    public let value: Value?

    public init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}

extension String {
    /// Returns the longest prefix of whole characters within a number of UTF-8 bytes.
    fileprivate func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var bytes = 0
        return String(
            prefix { character in
                bytes += character.utf8.count
                return bytes <= limit
            })
    }
}
