// swift-format-ignore: BeginDocumentationCommentWithOneLineSummary
/// A telephone number with its country code (E.164; nine digits after +375). Spaces, hyphens, dots and brackets are
/// ignored, and 00 stands for +; answers contain +375291234567.
///
/// A number without a country code (`8 029 …`) is rejected: it means nothing abroad.
public struct PhoneNumber: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 9
    public static let maximumLength = 16
    public static let maximumTypedLength: Int? = 48
    public static let pattern: String? =
        "^\(separators)(\\+|0\(separators)0)\(separators)[1-9](\(separators)[0-9]){7,14}\(separators)$"
    public static let exampleText = "+375291234567"
    private static let separators = "[\\s.()\\u2010-\\u2013-]*"

    public static func normalized(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { !isSeparator($0) }
        let plain = String(String.UnicodeScalarView(kept))
        return plain.hasPrefix("00") ? "+" + plain.dropFirst(2) : plain
    }

    public static func fault(in text: String) -> String? {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "+"), digits.allSatisfy({ (48...57).contains($0) }) else {
            return "must begin with + and the country's code and hold digits only"
        }
        if digits.first == UInt8(ascii: "0") { return "must have a country's code after the +" }
        // Belarusian numbers have nine digits after the country code; any other count is a typing error.
        if text.hasPrefix("+375"), digits.count != 12 { return "must have nine digits after +375" }
        return nil
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "-.()\u{2010}\u{2011}\u{2012}\u{2013}".unicodeScalars.contains(scalar)
    }
}
