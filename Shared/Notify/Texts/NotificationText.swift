public import Values

/// A mail to one person, in each language.
public enum NotificationText: Sendable {
    /// A code that proves the address of a new account, and its lifetime in minutes.
    case emailCode(code: String, minutes: Int)
    /// Somebody tried to register with an address that has an account.
    case accountExists
    /// A code that proves an address for an existing account, and its lifetime in minutes.
    case addressCode(code: String, minutes: Int)
    /// Somebody tried to give another account an address that has an account.
    case addressTaken
    /// The account signs in with another address now; to the former one.
    case emailChanged
    /// The account has another password now.
    case passwordChanged
    /// A code that replaces a forgotten password, and its lifetime in minutes.
    case resetCode(code: String, minutes: Int)
    /// Somebody forgot the password of an account with an address that has none.
    case resetUnknown

    /// Writes the message to a recipient.
    public func message(to recipient: EmailAddress, in language: Language) -> OutgoingMessage {
        let wording =
            switch language {
            case .english: english
            case .russian: russian
            case .belarusian: belarusian
            }
        return OutgoingMessage(
            channel: .email, recipient: recipient.text, subject: wording.subject,
            text: wording.lines.joined(separator: "\n") + "\n")
    }

    /// A mail in one language.
    struct Wording {
        var subject: String
        var lines: [String]

        init(_ subject: String, _ lines: String...) {
            self.subject = subject
            self.lines = lines
        }
    }
}
