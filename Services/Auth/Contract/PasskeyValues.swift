import Contract
public import Values

/// Bytes as base64url without padding (RFC 4648).
public struct Base64URLText: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 4_096
    public static let isOpaque = true
    public static let pattern: String? = "^[0-9A-Za-z_-]+$"
    public static let exampleText = "q83vEjRWeJA"
    public static let fieldName: UserText? = UserText("Bytes", ru: "Байты", be: "Байты")
    public static func fault(in text: String) -> ValueFault? { Base64URL.decode(text) == nil ? .base64URL : nil }
}

/// The id of a passkey, base64url.
public struct CredentialID: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 1_364
    public static let isOpaque = true
    public static let pattern: String? = "^[0-9A-Za-z_-]+$"
    public static let exampleText = "mZ3yTq83vEjRWeJA"
    public static let fieldName: UserText? = UserText("Passkey", ru: "Ключ доступа", be: "Ключ доступу")
    public static func fault(in text: String) -> ValueFault? { Base64URL.decode(text) == nil ? .base64URL : nil }
}

/// The name of a passkey, by which its owner recognizes it.
public struct PasskeyName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 60
    public static let exampleText = "Ada's phone"
    public static let fieldName: UserText? = UserText("Name", ru: "Название", be: "Назва")
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        text.unicodeScalars.allSatisfy(\.isVisible) ? nil : .invisibleCharacters
    }
}
