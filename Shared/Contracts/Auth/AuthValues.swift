/// An e-mail address as people type it.
///
/// One `@`, a local part, a domain with a dot. Lower case, because no provider
/// that matters tells case apart.
public struct EmailAddress: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 3
    public static let maximumLength = 254
    public static let exampleText = "ada@example.org"
    public static let summary: String? = "An e-mail address; compared without regard to case"
    public static func normalized(_ text: String) -> String { text.trimmed.lowercased() }
    public static func fault(in text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count) else { return "must be an e-mail address" }
        let forbidden = parts[0].unicodeScalars.contains {
            $0.value <= 0x20 || $0.value == 0x7F || "\"(),:;<>[]\\".unicodeScalars.contains($0)
                || $0.properties.isWhitespace || !$0.isVisible
        }
        if forbidden || parts[0].hasPrefix(".") || parts[0].hasSuffix(".") || parts[0].contains("..") {
            return "must be an e-mail address"
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        let isDomain =
            labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.unicodeScalars.allSatisfy {
                        $0 == "-" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
                    }
            }
            // An address of numbers is no name of a mail server.
            && labels.last?.unicodeScalars.contains { $0.properties.isAlphabetic } == true
        return isDomain ? nil : "must be an e-mail address"
    }

    /// The part after the `@`.
    public var domain: Substring { text[(text.lastIndex(of: "@").map(text.index(after:)) ?? text.endIndex)...] }
}

/// The name under which others see an account; not an identifier, so it need not be unique.
public struct DisplayName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 2
    public static let maximumLength = 40
    public static let exampleText = "ada"
    public static let summary: String? = "The name others see; not an identifier"
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> String? {
        text.unicodeScalars.allSatisfy(\.isVisible) ? nil : "must hold visible characters only"
    }
}

/// A person's first or last name.
public struct PersonName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 60
    public static let exampleText = "Ада"
    public static let summary: String? = "A first or last name"
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> String? {
        text.unicodeScalars.allSatisfy(\.isVisible) ? nil : "must hold visible characters only"
    }
}

/// The day on which somebody was born, from 1900 on.
public struct BirthDate: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 10
    public static let maximumLength = 10
    public static let pattern: String? = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    public static let exampleText = "1990-12-10"
    public static let summary: String? = "A day of birth: YYYY-MM-DD"
    public static func fault(in text: String) -> String? {
        guard let date = LocalDate(text) else { return "must be a day as YYYY-MM-DD" }
        return (1900...2100).contains(date.year) ? nil : "must lie between 1900 and 2100"
    }
}

extension Unicode.Scalar {
    /// Whether it shows itself: two texts that look the same must not be two accounts because of what nobody sees.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

/// A password on its way in: 8 to 128 characters, any characters.
///
/// Whether it is a common one, the service decides.
public struct Password: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 8
    public static let maximumLength = 128
    public static let controls = ControlCharacters.all
    public static let exampleText = "correct horse battery staple"
    public static let summary: String? = "8 to 128 characters of any kind; common passwords are refused"
    public var description: String { "(password)" }
}

/// A password offered for signing in: no lower bound, so that a short guess is told nothing more than a long one.
public struct PasswordAttempt: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 0
    public static let maximumLength = 1024
    public static let controls = ControlCharacters.all
    public static let exampleText = "correct horse battery staple"
    public var description: String { "(password)" }
}

/// A one-time code: six digits.
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

/// A refresh token: opaque.
public struct RefreshToken: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 256
    public static let exampleText = "019ab3c4-5d6e-7f80-9123-456789abcdef.1.q83vEjRWeJA"
    public var description: String { "(refresh token)" }
}

/// What proves that a telephone number was proven: opaque.
public struct RegistrationToken: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 128
    public static let exampleText = "019ab3c4-5d6e-7f80-9123-456789abcdef.q83vEjRWeJA"
    public var description: String { "(registration token)" }
}

/// The version of the text that somebody agreed to.
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
