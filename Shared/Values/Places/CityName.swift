/// The name of a city in English, Russian or Belarusian.
public struct CityName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 100
    public static let exampleText = "Минск"
    public static let fieldName: UserText? = UserText("City", ru: "Город", be: "Горад")
    public static func normalized(_ text: String) -> String { text.trimmed }
}
