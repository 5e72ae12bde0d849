/// Words in English, Russian or Belarusian; a prefix or a small typing error still matches.
public struct SearchText: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 0
    public static let maximumLength = 200
    public static let exampleText = "замок"
    public static let fieldName: UserText? = UserText("Search text", ru: "Текст для поиска", be: "Тэкст для пошуку")
    public static func normalized(_ text: String) -> String { text.trimmed }
}
