import AuthContract
import Values

/// A one-time code that was sent, as it is stored: the code's MAC, and the content that the code proves.
struct Challenge<Content: Sendable>: Sendable {
    var id: Identifier
    var content: Content
    var codeMAC: [UInt8]
    var createdAt: Instant
    var expiresAt: Instant
    /// The number of guesses so far.
    var attempts = 0
}

/// An e-mail address and a password, kept until a code verifies the address.
struct PendingRegistration: Sendable {
    var login: DisplayName
    var email: EmailAddress
    /// The password's hash, in PHC string format.
    ///
    /// Each registration has its own hash: an account gets the password that was sent with the request for its code,
    /// not one that an attacker chose for the same address.
    var passwordHash: String
    /// The version of the accepted declaration; `nil` if an existing account adds an address.
    var declarationVersion: DeclarationVersion?
    /// The version of the accepted consent to data processing, if the person was asked for it.
    var consentVersion: DeclarationVersion?
    /// The account that requested the address; `nil` for a new one.
    var account: Identifier?
}

/// A password reset, kept until its code is verified.
///
/// It names no account: the account of the address is looked up again when the code is verified.
struct ForgottenPassword: Sendable {
    var email: EmailAddress
}

/// A phone number, kept until its code is verified.
struct PhoneProof: Sendable {
    var phone: PhoneNumber
    /// The account whose phone number is to be changed; `nil` for signing in.
    var account: Identifier?
    /// The data for a new account, if the number has none.
    var person: Auth.PersonalData?
}
