import Values

/// An entry of the audit trail, which is kept forever.
struct AuditRecord: Sendable {
    enum Event: String, Sendable, CaseIterable {
        /// An account was requested.
        case registered
        /// An account was requested for the e-mail address of an existing one.
        case registeredKnown = "registered-known"
        case verified
        case verificationFailed = "verification-failed"
        case signedIn = "signed-in"
        case signInFailed = "sign-in-failed"
        /// A refresh token was used a second time; its session was ended.
        case refreshReused = "refresh-reused"
        case signedOut = "signed-out"
        /// The account's owner ended the session from another one.
        case sessionRevoked = "session-revoked"
        /// The account's owner ended all sessions but this one.
        case otherSessionsRevoked = "other-sessions-revoked"
        /// A code was sent by SMS.
        case codeRequested = "code-requested"
        /// The account's phone number for signing in was changed.
        case phoneSet = "phone-set"
        /// The account's e-mail address or password for signing in was changed.
        case emailSet = "email-set"
        /// A code was sent to reset a password.
        case resetRequested = "reset-requested"
        /// A password reset was requested for an e-mail address without an account.
        case resetRequestedUnknown = "reset-requested-unknown"
        /// A password was reset with a code.
        case passwordReset = "password-reset"
        case passwordChanged = "password-changed"
        /// The current password in a password change was wrong.
        case passwordChangeFailed = "password-change-failed"
        /// A sign-in waits for its second factor.
        case factorRequired = "factor-required"
        /// The code of a second factor was wrong.
        case factorFailed = "factor-failed"
        /// A second factor was set up.
        case factorSet = "factor-set"
        case factorRemoved = "factor-removed"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        /// An operator removed the second factor of an account whose owner had lost it.
        case factorReset = "factor-reset"
        case recoveryCodesRenewed = "recovery-codes-renewed"
        /// The account's owner proved their presence.
        case presenceProved = "presence-proved"
        /// The account's owner corrected the personal data.
        case profileChanged = "profile-changed"
        /// The account's owner scheduled its deletion.
        case deletionScheduled = "deletion-scheduled"
        case deletionCancelled = "deletion-cancelled"
        case accountDeleted = "account-deleted"
        case accountMade = "account-made"
        case roleGranted = "role-granted"
        case roleRevoked = "role-revoked"
        /// A registration, a sign-in or a change was refused by a rule.
        case accessRefused = "access-refused"
        /// A rule on who may have an account was added or replaced.
        case ruleSet = "rule-set"
        case ruleRemoved = "rule-removed"
        /// The rules were applied to existing accounts.
        case accessSwept = "access-swept"
        case reviewDecided = "review-decided"
        /// An administrator locked the account.
        case accountLocked = "account-locked"
        case accountUnlocked = "account-unlocked"
        /// An administrator ended all sessions of the account.
        case sessionsEnded = "sessions-ended"

        /// True for what administrators change, which is chained (``AuditSeal``).
        ///
        /// A chain has one end, so that entries wait for each other. Sign-ins are too many for that.
        var isChained: Bool {
            switch self {
            case .roleGranted, .roleRevoked, .ruleSet, .ruleRemoved, .accessSwept, .reviewDecided, .accountMade: true
            case .accountLocked, .accountUnlocked, .sessionsEnded, .factorReset: true
            default: false
            }
        }
    }

    var event: Event
    var account: Identifier?
    var session: Identifier?
    /// A keyed hash of the e-mail address or phone number, the role that was granted or revoked, or a rule.
    var subject: String?
    /// The rest of what happened, such as a rule's action and note.
    var detail: String?
    /// The administrator who acted on the account.
    var actor: Identifier?
    var origin: CallOrigin
}
