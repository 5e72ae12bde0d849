/// The name of a time zone (IANA), such as `Europe/Minsk`.
public struct TimeZoneName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 64
    public static let pattern: String? = "^[A-Za-z0-9_+/-]+$"
    public static let exampleText = "Europe/Minsk"
    public static let fieldName: UserText? = UserText("Time zone", ru: "Часовой пояс", be: "Часавы пояс")
    public static func fault(in text: String) -> ValueFault? {
        let isPlain = text.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || "_+/-".utf8.contains($0)
        }
        return isPlain ? nil : .timeZone
    }
}
