import Contract
public import Values

/// The name that other people see; not unique.
public struct DisplayName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 2
    public static let maximumLength = 40
    public static let exampleText = "ada"
    public static let fieldName: UserText? = UserText("Name", ru: "Имя", be: "Імя")
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        text.unicodeScalars.allSatisfy(\.isVisible) ? nil : .invisibleCharacters
    }
}

/// The name of a device in the list of sessions, such as its model, or the browser and the system.
public struct DeviceName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 60
    public static let exampleText = "Firefox, Linux"
    public static let fieldName: UserText? = UserText("Device", ru: "Устройство", be: "Прылада")
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        text.unicodeScalars.allSatisfy(\.isVisible) ? nil : .invisibleCharacters
    }
}

/// A first or last name.
public struct PersonName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 60
    public static let exampleText = "Ада"
    public static let fieldName: UserText? = UserText(
        "First or last name", ru: "Имя или фамилия", be: "Імя або прозвішча")
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        text.unicodeScalars.allSatisfy(\.isVisible) ? nil : .invisibleCharacters
    }
}

/// A date of birth, YYYY-MM-DD.
public struct BirthDate: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 10
    public static let maximumLength = 10
    public static let pattern: String? = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    public static let format: String? = "date"
    public static let exampleText = "1990-12-10"
    public static let fieldName: UserText? = UserText("Date of birth", ru: "Дата рождения", be: "Дата нараджэння")
    public static func fault(in text: String) -> ValueFault? {
        LocalDate(text) == nil ? .date : nil
    }
}

/// A new password: 8 to 128 characters of any kind; common passwords are rejected.
public struct Password: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 8
    public static let maximumLength = 128
    public static let controls = ControlCharacters.all
    public static let exampleText = "correct horse battery staple"
    public static let fieldName: UserText? = UserText("Password", ru: "Пароль", be: "Пароль")
    public var description: String { "(password)" }
}

/// A password offered at sign-in.
///
/// No lower bound: the answer to a short guess reveals no more than the answer to a long one.
public struct PasswordAttempt: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 0
    public static let maximumLength = 1024
    public static let controls = ControlCharacters.all
    public static let exampleText = "correct horse battery staple"
    public static let fieldName: UserText? = UserText("Password", ru: "Пароль", be: "Пароль")
    public var description: String { "(password)" }
}

/// A one-time code of six digits.
public struct OneTimeCode: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 6
    public static let maximumLength = 6
    public static let maximumTypedLength: Int? = 32
    public static let pattern: String? = "^\\s*[0-9]{6}\\s*$"
    public static let exampleText = "493027"
    public static let fieldName: UserText? = UserText("Code", ru: "Код", be: "Код")
    public var description: String { "(code)" }
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? nil : .oneTimeCode
    }
}

/// A refresh token; opaque to clients.
public struct RefreshToken: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 256
    public static let isOpaque = true
    public static let exampleText = "019ab3c4-5d6e-7f80-9123-456789abcdef.1.q83vEjRWeJA"
    public static let fieldName: UserText? = UserText(
        "Refresh token", ru: "Токен обновления", be: "Токен абнаўлення")
    public var description: String { "(refresh token)" }
}

/// Proof that a device has had a session of an account; opaque to clients.
public struct DeviceToken: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = DeviceCookieField.maximumLength
    public static let isOpaque = true
    public static let exampleText = "1795243200.q83vEjRWeJA"
    public static let fieldName: UserText? = UserText("Device token", ru: "Токен устройства", be: "Токен прылады")
    public var description: String { "(device token)" }
}

/// Proof that the caller controls a telephone number; opaque to clients.
public struct RegistrationToken: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 128
    public static let isOpaque = true
    public static let exampleText = "019ab3c4-5d6e-7f80-9123-456789abcdef.q83vEjRWeJA"
    public static let fieldName: UserText? = UserText(
        "Registration token", ru: "Токен регистрации", be: "Токен рэгістрацыі")
    public var description: String { "(registration token)" }
}

/// The version of a text that the person agreed to.
public struct DeclarationVersion: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 32
    public static let pattern: String? = "^[0-9A-Za-z.-]+$"
    public static let exampleText = "2026-11"
    public static let fieldName: UserText? = UserText("Version of the text", ru: "Версия текста", be: "Версія тэксту")
    public static func fault(in text: String) -> ValueFault? {
        let isPlain = text.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 46
        }
        return isPlain ? nil : .versionName
    }
}

extension ValueFault {
    fileprivate static let oneTimeCode = format(
        "code", UserText("must be six digits", ru: "нужно шесть цифр", be: "патрэбна шэсць лічбаў"))
    fileprivate static let versionName = format(
        "version",
        UserText(
            "must contain Latin letters, digits, dots and hyphens only",
            ru: "нужны только латинские буквы, цифры, точки и дефисы",
            be: "патрэбны толькі лацінскія літары, лічбы, кропкі і злучкі"))
}
