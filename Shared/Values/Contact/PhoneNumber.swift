/// A telephone number; answers contain the international form, such as +375291234567.
///
/// Spaces, hyphens, dots and brackets are ignored. 00 stands for +. A Belarusian number may be written as it is dialled
/// in the country (8 029 123-45-67 or 029 123-45-67), or without the + (375 29 123-45-67).
public struct PhoneNumber: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 9
    public static let maximumLength = 16
    public static let maximumTypedLength: Int? = 48
    public static let pattern: String? = {
        let forms = [
            "(\\+|0\(separators)0)\(separators)[1-9](\(separators)[0-9]){7,14}",
            "(8\(separators))?0\(separators)[1-9](\(separators)[0-9]){8}",
            "3\(separators)7\(separators)5(\(separators)[0-9]){9}",
        ]
        return "^\(separators)(\(forms.joined(separator: "|")))\(separators)$"
    }()
    public static let exampleText = "+375291234567"
    public static let fieldName: UserText? = UserText("Phone number", ru: "Номер телефона", be: "Нумар тэлефона")
    private static let separators = "[\\s.()\\u2010-\\u2013-]*"

    public static func normalized(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { !isSeparator($0) }
        let plain = String(String.UnicodeScalarView(kept))
        if plain.hasPrefix("00") { return "+" + plain.dropFirst(2) }
        // Belarusians dial 8, then 0 and the area code.
        let digits = plain.utf8.count
        if digits == 11, plain.hasPrefix("80") { return "+375" + plain.dropFirst(2) }
        if digits == 10, plain.hasPrefix("0") { return "+375" + plain.dropFirst(1) }
        if digits == 12, plain.hasPrefix("375") { return "+" + plain }
        return plain
    }

    public static func fault(in text: String) -> ValueFault? {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "+"), digits.allSatisfy({ (48...57).contains($0) }),
            digits.first != UInt8(ascii: "0")
        else { return .phone }
        // Belarusian numbers have nine digits after the country code; any other count is a typing error.
        if text.hasPrefix("+375"), digits.count != 12 { return .belarusianPhone }
        return nil
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "-.()\u{2010}\u{2011}\u{2012}\u{2013}".unicodeScalars.contains(scalar)
    }
}

extension ValueFault {
    fileprivate static let belarusianPhone = format(
        "phone",
        UserText(
            "must have nine digits after +375", ru: "после +375 нужно девять цифр",
            be: "пасля +375 патрэбна дзевяць лічбаў"))
}
