import AuthContract
import Values

/// A one-time code that was sent: the trace of it that is stored, and the content that the code proves.
struct Challenge<Content: Sendable>: Sendable {
    var id: Identifier
    var content: Content
    var codeMAC: [UInt8]
    var createdAt: Instant
    var expiresAt: Instant
}

/// An e-mail address and a password that wait for the address's code.
struct PendingRegistration: Sendable {
    var login: DisplayName
    var email: EmailAddress
    /// The password's hash, as text.
    ///
    /// Each registration has its own, so that the reader of a mailbox gets an account with the password that came with
    /// the very code, not with one that an attacker chose for the address.
    var passwordHash: String
    /// Absent where an old account takes an address.
    var declarationVersion: DeclarationVersion?
    /// The account that wants the address; `nil` for a new one.
    var account: Identifier?
}

/// A forgotten password that waits for a code.
///
/// It names no account: the account of the address is looked up again once the code has come back.
struct ForgottenPassword: Sendable {
    var email: EmailAddress
}

/// A phone number that waits for its code.
struct PhoneProof: Sendable {
    var phone: PhoneNumber
    /// The account that wants the number; `nil` for signing in.
    var account: Identifier?
    /// The data for an account of a number that has none.
    var person: Auth.PersonalData?
}
