public import Values

/// An account, named by its id, e-mail address, or telephone number with the country code.
public struct AccountName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 3
    public static let maximumLength = 254
    public static let pattern: String? = [
        EmailAddress.pattern, Identifier.pattern.map { #"^\s*\#($0.dropFirst().dropLast())\s*$"# }, PhoneNumber.pattern,
    ].compactMap { $0 }.joined(separator: "|")
    public static let exampleText = "+375291234567"
    public static let fieldName: UserText? = UserText("Account", ru: "Профиль", be: "Профіль")

    public static func normalized(_ text: String) -> String { kind(of: text)?.text ?? text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        kind(of: text) == nil
            ? .format(
                "account",
                UserText(
                    "must be an account id, an e-mail address or a phone number",
                    ru: "нужен идентификатор профиля, адрес электронной почты или номер телефона",
                    be: "патрэбны ідэнтыфікатар профілю, адрас электроннай пошты або нумар тэлефона")) : nil
    }

    /// The kinds of name.
    public enum Kind: Hashable, Sendable {
        case id(Identifier)
        case email(EmailAddress)
        case phone(PhoneNumber)

        var text: String {
            switch self {
            case .id(let id): id.text
            case .email(let email): email.text
            case .phone(let phone): phone.text
            }
        }
    }

    /// The kind of this name; `nil` only if the text was never checked.
    public var kind: Kind? { Self.kind(of: text) }

    public init(_ id: Identifier) { self.init(unchecked: id.text) }
    public init(_ email: EmailAddress) { self.init(unchecked: email.text) }
    public init(_ phone: PhoneNumber) { self.init(unchecked: phone.text) }

    private static func kind(of text: String) -> Kind? {
        if let email = EmailAddress(text) { return .email(email) }
        if let id = Identifier(text.trimmed) { return .id(id) }
        return PhoneNumber(text).map(Kind.phone)
    }
}
