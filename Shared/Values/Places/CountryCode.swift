/// A two-letter country code (ISO 3166-1), in upper case in answers; lower case is accepted.
public struct CountryCode: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 2
    public static let maximumLength = 2
    public static let pattern: String? = "^[A-Za-z]{2}$"
    public static let exampleText = "BY"
    public static let fieldName: UserText? = UserText("Country", ru: "Страна", be: "Краіна")
    public static func normalized(_ text: String) -> String {
        // Some non-Latin letters turn into two Latin ones in upper case.
        text.utf8.allSatisfy { $0 < 0x80 } ? text.uppercased() : text
    }
    public static func fault(in text: String) -> ValueFault? {
        text.utf8.allSatisfy { (65...90).contains($0) } ? nil : .countryCode
    }
}
