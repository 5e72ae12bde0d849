import Contracts

/// What is written down for ever.
struct AuditEntry: Sendable {
    enum Event: String, Sendable, CaseIterable {
        /// Somebody asked for an account.
        case registered
        /// Somebody asked for an account with the e-mail address of one that exists.
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
        /// An account signs in with another telephone from now on.
        case phoneSet = "phone-set"
        /// An account signs in with another e-mail address, or with another password, from now on.
        case emailSet = "email-set"
        /// A code was sent that replaces a forgotten password.
        case resetRequested = "reset-requested"
        /// Somebody forgot the password of an account with an e-mail address that has none.
        case resetRequestedUnknown = "reset-requested-unknown"
        /// A code replaced a forgotten password.
        case passwordReset = "password-reset"
        case passwordChanged = "password-changed"
        /// Somebody signed in did not know the password that was to be changed.
        case passwordChangeFailed = "password-change-failed"
        case accountMade = "account-made"
        case roleGranted = "role-granted"
        case roleRevoked = "role-revoked"
    }

    var event: Event
    var account: Identifier?
    var session: Identifier?
    /// A keyed hash of the e-mail address where no account is named, or of the telephone number; the role where one was granted or revoked.
    var subject: String?
    /// The administrator who did it to the account.
    var actor: Identifier?
    var origin: CallOrigin
}

/// Who and where a call comes from, for limits and the audit trail.
struct CallOrigin: Sendable {
    /// The client's network address; `nil` where the call did not come through the gateway.
    var address: String?
    var traceID: String?
    var deadline: ContinuousClock.Instant?

    var place: NetworkPlace { NetworkPlace(address: address) }

    /// A command on the machine itself.
    static let `operator` = CallOrigin(address: nil, traceID: nil, deadline: nil)
}
