import Contract
public import Values

/// A code of an authenticator app, six digits, or a recovery code, ten letters and digits; case, spaces and hyphens
/// make no difference.
public struct FactorCode: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 6
    public static let maximumLength = 10
    public static let maximumTypedLength: Int? = 32
    public static let pattern: String? = "^[0-9A-Za-z\\s-]+$"
    public static let exampleText = "493027"
    public static let fieldName: UserText? = UserText("Code", ru: "Код", be: "Код")
    public var description: String { "(code)" }
    public static func normalized(_ text: String) -> String {
        String(text.lowercased().filter { !$0.isWhitespace && $0 != "-" })
    }
    public static func fault(in text: String) -> ValueFault? {
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
        return isPlain && (text.utf8.count == 6 || text.utf8.count == 10) ? nil : .factorCode
    }
}

/// Proof of the first factor of a sign-in; opaque to clients.
public struct SignInToken: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 256
    public static let isOpaque = true
    public static let exampleText = "019ab3c4-5d6e-7f80-9123-456789abcdef.1795243200.q83vEjRWeJA"
    public static let fieldName: UserText? = UserText("Sign-in token", ru: "Токен входа", be: "Токен уваходу")
    public var description: String { "(sign-in token)" }
}

extension ValueFault {
    fileprivate static let factorCode = format(
        "factor-code",
        UserText(
            "must be six digits, or a recovery code of ten letters and digits",
            ru: "нужны шесть цифр или резервный код из десяти букв и цифр",
            be: "патрэбны шэсць лічбаў або рэзервовы код з дзесяці літар і лічбаў"))
}
