/// A JSON object read without trusting its shape: a member that is missing, null or of another type is `nil`.
///
/// The university changed the format four times in four years, each time without notice.
struct LenientObject: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private let members: KeyedDecodingContainer<Name>

    /// Reads an object.
    /// - Throws: `DecodingError` if it is not an object or repeats a member.
    init(from decoder: any Decoder) throws { members = try decoder.container(keyedBy: Name.self) }

    /// The names of the members, in no particular order.
    var names: [String] { members.allKeys.map(\.stringValue) }

    func contains(_ name: String) -> Bool { members.contains(Name(name)) }

    /// Returns true if a member is present and not null.
    func isPresent(_ name: String) -> Bool {
        contains(name) && (try? members.decodeNil(forKey: Name(name))) == false
    }

    /// The maximum length of a text in bytes; longer ones are truncated.
    static let textLimit = 4_000

    /// Returns a trimmed text, truncated at ``textLimit``, or `nil` if nothing is left.
    func text(_ name: String) -> String? {
        guard let text = value(name, String.self)?.trimmedText, !text.isEmpty else { return nil }
        return text.cut(toBytes: Self.textLimit)
    }

    /// Returns an integer in any notation.
    func integer(_ name: String) -> Int? { value(name, LenientInteger.self)?.value }

    /// Returns integers in any notation: a list, a single number, or a text with commas.
    ///
    /// An unreadable element is `nil`; the result is `nil` if there is no such list.
    func integers(_ name: String) -> [Int?]? {
        if let list = value(name, [LenientElement<LenientInteger>].self) { return list.map { $0.value?.value } }
        if let number = integer(name) { return [number] }
        return text(name)?.split(separator: ",", omittingEmptySubsequences: false).map { Int(String($0).trimmedText) }
    }

    func bool(_ name: String) -> Bool? {
        value(name, Bool.self) ?? integer(name).map { $0 != 0 }
    }

    func object(_ name: String) -> LenientObject? { value(name, LenientObject.self) }

    /// Returns the readable elements of a list, or `nil` if there is no list.
    func list<Element: Decodable>(_ name: String, of type: Element.Type = Element.self) -> [Element]? {
        value(name, [LenientElement<Element>].self)?.compactMap(\.value)
    }

    private func value<Value: Decodable>(_ name: String, _ type: Value.Type) -> Value? {
        (try? members.decodeIfPresent(type, forKey: Name(name))) ?? nil
    }
}

/// An element of a list; `nil` if it is of another type.
struct LenientElement<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// An integer that is written as such, with zeros after the decimal point, or as text.
struct LenientInteger: Decodable {
    let value: Int?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            value = number
        } else if let number = try? container.decode(Double.self) {
            value = Int(exactly: number)
        } else {
            value = (try? container.decode(String.self)).flatMap { Int($0.trimmedText) }
        }
    }
}

extension String {
    /// Returns the longest prefix of whole characters within a number of UTF-8 bytes.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var bytes = 0
        return String(
            prefix { character in
                bytes += character.utf8.count
                return bytes <= limit
            })
    }

    /// The text without leading and trailing white space.
    var trimmedText: String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
