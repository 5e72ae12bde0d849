public import Values

/// The version of a museum that a change is based on.
///
/// It differs after each change, whoever made it: an editor or a load of the catalogue.
public struct MuseumVersion: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 40
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let exampleText = "3-9f86d081884c7d65"
    public static func fault(in text: String) -> ValueFault? { MuseumID.fault(in: text) }
}

/// A museum's name, or another name of it.
public struct MuseumName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 300
    public static let exampleText = "Mir Castle Complex"
    public static let fieldName: UserText? = UserText("Name", ru: "Название", be: "Назва")
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? { Folding.fold(text).isEmpty ? .invalid : nil }
}

/// A street and house number.
public struct StreetAddress: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 300
    public static let exampleText = "Krasnoarmeyskaya 2"
    public static let fieldName: UserText? = UserText("Address", ru: "Адрес", be: "Адрас")
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// A description in a few sentences.
public struct MuseumDescription: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 4_000
    public static let controls = ControlCharacters.lineFeeds
    public static let exampleText = "A castle of the 16th century, and a World Heritage Site."
    public static let fieldName: UserText? = UserText("Description", ru: "Описание", be: "Апісанне")
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// The address of a website: http or https.
public struct WebAddress: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 500
    public static let pattern: String? = #"^\s*https?://[^\s\x00-\x1F\x7F-\x9F]+\s*$"#
    public static let exampleText = "https://mirzamak.by"
    public static let fieldName: UserText? = UserText("Website", ru: "Сайт", be: "Сайт")
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        let rest = ["http://", "https://"].first(where: text.hasPrefix).map { text.dropFirst($0.count) } ?? ""
        return rest.isEmpty || rest.unicodeScalars.contains(where: \.properties.isWhitespace) ? .webAddress : nil
    }
}

/// The value of a fact as an editor writes it; an empty text removes the fact.
public struct FactValue: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 0
    public static let maximumLength = 2_000
    public static let exampleText = "Tu-Su 10:00-18:00; PH off"
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// A year of foundation: 1 to 2100.
public struct FoundingYear: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...2_100
    public static let exampleValue = 1987
    public static let fieldName: UserText? = UserText("Year of foundation", ru: "Год основания", be: "Год заснавання")
}

/// The number of a change among those of its museum.
public struct EditNumber: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...1_000_000_000
    public static let exampleValue = 1
}

/// A kind of change that an editor makes.
public enum MuseumEditKind: String, CaseIterable, Codable, Hashable, Sendable {
    case created, changed, removed, restored
    /// Undid changes.
    case reverted
    case pictureSet = "picture-set"
    case pictureRemoved = "picture-removed"
}

extension ValueFault {
    fileprivate static let webAddress = format(
        "web-address",
        UserText(
            "must be a web address that begins with http:// or https://",
            ru: "нужен адрес сайта, который начинается с http:// или https://",
            be: "патрэбны адрас сайта, які пачынаецца з http:// або https://"))
}
