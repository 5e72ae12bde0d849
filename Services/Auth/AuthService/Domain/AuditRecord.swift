import Values

/// An entry of the audit trail, which is kept for ever.
struct AuditRecord: Sendable {
    enum Event: String, Sendable, CaseIterable {
        /// Somebody asked for an account.
        case registered
        /// Somebody asked for an account with the e-mail address of an existing one.
        case registeredKnown = "registered-known"
        case verified
        case verificationFailed = "verification-failed"
        case signedIn = "signed-in"
        case signInFailed = "sign-in-failed"
        /// A refresh token was used a second time; its session was ended.
        case refreshReused = "refresh-reused"
        case signedOut = "signed-out"
        /// A code was sent by SMS.
        case codeRequested = "code-requested"
        /// The account signs in with another phone number from now on.
        case phoneSet = "phone-set"
        /// The account signs in with another e-mail address or password from now on.
        case emailSet = "email-set"
        /// A code was sent that replaces a forgotten password.
        case resetRequested = "reset-requested"
        /// Somebody forgot the password of an account with an e-mail address that has none.
        case resetRequestedUnknown = "reset-requested-unknown"
        /// A code replaced a forgotten password.
        case passwordReset = "password-reset"
        case passwordChanged = "password-changed"
        /// The caller of a password change did not know the current password.
        case passwordChangeFailed = "password-change-failed"
        case accountMade = "account-made"
        case roleGranted = "role-granted"
        case roleRevoked = "role-revoked"
    }

    var event: Event
    var account: Identifier?
    var session: Identifier?
    /// A keyed hash of the e-mail address or phone number, or the role that was granted or revoked.
    var subject: String?
    /// The administrator who acted on the account.
    var actor: Identifier?
    var origin: CallOrigin
}
