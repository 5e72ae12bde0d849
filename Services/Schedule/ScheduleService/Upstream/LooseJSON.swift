/// An object of the university's JSON, read without believing in its shape: what is missing, null or of another type is
/// `nil`.
///
/// The shape changed four times in four years, each time without notice.
struct LooseObject: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private let members: KeyedDecodingContainer<Name>

    /// - Throws: `DecodingError` if it is no object, or has a member twice.
    init(from decoder: any Decoder) throws { members = try decoder.container(keyedBy: Name.self) }

    /// The members' names, in no order.
    var names: [String] { members.allKeys.map(\.stringValue) }

    func contains(_ name: String) -> Bool { members.contains(Name(name)) }

    /// A text without white space around it; `nil` if nothing is left.
    func text(_ name: String) -> String? {
        guard let text = value(name, String.self)?.trimmedText, !text.isEmpty else { return nil }
        return text
    }

    /// A whole number, however it is written.
    func integer(_ name: String) -> Int? {
        if let number = value(name, Int.self) { return number }
        if let number = value(name, Double.self) { return Int(exactly: number) }
        return text(name).flatMap(Int.init)
    }

    func bool(_ name: String) -> Bool? {
        value(name, Bool.self) ?? integer(name).map { $0 != 0 }
    }

    func object(_ name: String) -> LooseObject? { value(name, LooseObject.self) }

    /// The elements that can be read; `nil` if there is no list.
    func list<Element: Decodable>(_ name: String, of type: Element.Type = Element.self) -> [Element]? {
        value(name, [Loose<Element>].self)?.compactMap(\.value)
    }

    private func value<Value: Decodable>(_ name: String, _ type: Value.Type) -> Value? {
        (try? members.decodeIfPresent(type, forKey: Name(name))) ?? nil
    }
}

/// An element of a list that may be of another type than the others: then it is `nil`.
struct Loose<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension String {
    /// The text without white space at its ends.
    var trimmedText: String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
