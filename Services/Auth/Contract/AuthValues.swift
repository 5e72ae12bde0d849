public import Values

/// The name that other people see; not unique.
public struct DisplayName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 2
    public static let maximumLength = 40
    public static let exampleText = "ada"
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> String? {
        text.unicodeScalars.allSatisfy(\.isVisible) ? nil : "must hold visible characters only"
    }
}

/// A first or last name.
public struct PersonName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 60
    public static let exampleText = "Ада"
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> String? {
        text.unicodeScalars.allSatisfy(\.isVisible) ? nil : "must hold visible characters only"
    }
}

/// A date of birth, YYYY-MM-DD, from 1900.
public struct BirthDate: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 10
    public static let maximumLength = 10
    public static let pattern: String? = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    public static let exampleText = "1990-12-10"
    public static func fault(in text: String) -> String? {
        guard let date = LocalDate(text) else { return "must be a day as YYYY-MM-DD" }
        return (1900...2100).contains(date.year) ? nil : "must lie between 1900 and 2100"
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
    public var description: String { "(code)" }
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> String? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? nil : "must be six digits"
    }
}

/// A refresh token; opaque to clients.
public struct RefreshToken: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 256
    public static let exampleText = "019ab3c4-5d6e-7f80-9123-456789abcdef.1.q83vEjRWeJA"
    public var description: String { "(refresh token)" }
}

/// Proof that the caller controls a telephone number; opaque to clients.
public struct RegistrationToken: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 128
    public static let exampleText = "019ab3c4-5d6e-7f80-9123-456789abcdef.q83vEjRWeJA"
    public var description: String { "(registration token)" }
}

/// The version of a text that the person agreed to.
public struct DeclarationVersion: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 32
    public static let pattern: String? = "^[0-9A-Za-z.-]+$"
    public static let exampleText = "2026-01"
    public static func fault(in text: String) -> String? {
        let isPlain = text.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 46
        }
        return isPlain ? nil : "must hold letters, digits, dots and hyphens only"
    }
}
