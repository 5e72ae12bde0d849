public import Values

/// The content of a mail, in every language.
public enum NotificationText: Sendable {
    /// A code that proves the address of a new account, and its lifetime in minutes.
    case emailCode(code: String, minutes: Int)
    /// Someone tried to register with an address that already has an account.
    case accountExists
    /// A code that proves an address for an existing account, and its lifetime in minutes.
    case addressCode(code: String, minutes: Int)
    /// Someone tried to add an address to another account although it belongs to one already.
    case addressTaken
    /// The account's sign-in address has changed; sent to the former one.
    case emailChanged
    /// The account's password has changed.
    case passwordChanged
    /// An authenticator app was set up.
    case factorSet
    /// The authenticator app was removed.
    case factorRemoved
    /// A passkey was added.
    case passkeyAdded
    /// A passkey was removed.
    case passkeyRemoved
    /// A code for resetting a forgotten password, and its lifetime in minutes.
    case resetCode(code: String, minutes: Int)
    /// Someone requested a password reset for an address without an account.
    case resetUnknown
    /// A code that confirms the deletion of an account, and its lifetime in minutes.
    case deletionCode(code: String, minutes: Int)
    /// The account will be deleted in some days.
    case deletionScheduled(days: Int)

    /// Returns the message to a recipient.
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
