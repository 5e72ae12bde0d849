import Contract
import Values

/// The limits and lifetimes of accounts, codes and sessions.
struct AuthPolicy: Sendable {
    var issuer = "vokol"
    var audience = "vokol"
    var codes = CodePolicy()
    var passwords = PasswordRules()
    var sessions = SessionPolicy()
    var sms = SMSPolicy()
    /// The limits on registrations.
    var registrations = CodeLimits(here: 5, recipient: 30, place: 60)
    /// The limits on password resets.
    var resets = CodeLimits(here: 5, recipient: 30, place: 60)
    /// The maximum number of mails with codes per day (UTC).
    var mailBudget = CodeBudgetPolicy(perDay: 5_000)
    var work = WorkPolicy()
    var appeals = AppealPolicy()
    var factors = FactorPolicy()
    var passkeys = PasskeyPolicy()
    /// The declaration to make at registration, with the minimum age.
    var declaration = DeclarationText()
    /// The time between the wish to delete an account and its deletion.
    var deletionGrace: Duration = .seconds(14 * 86_400)
    /// The lifetime of a notice that an account's way of signing in has changed.
    var noticeLifetime: Duration = .seconds(86_400)
    /// The time for which an ended session is reported again to callers that have received it.
    ///
    /// It is longer than any transaction, because a session's end may become visible after later ones.
    var revocationOverlap: Duration = .seconds(30)
    /// The maximum number of new and of repeated revocations in one answer; the largest answer has room for both.
    var revocationLimit = 4_000
}

/// The rules of second factors.
struct FactorPolicy: Sendable {
    /// The accounts that need a second factor.
    enum Requirement: String, CaseIterable, Sendable {
        case nobody, administrators, staff
    }

    var requirement = Requirement.nobody
    /// The time in which a sign-in must be completed.
    var signInLifetime: Duration = .seconds(300)
    /// The time for which a proof of presence counts.
    var presence: Duration = .seconds(600)

    /// Returns true if an account with these roles needs a second factor.
    func isRequired(of roles: [OpenEnum<Role>]) -> Bool {
        switch requirement {
        case .nobody: false
        case .administrators: roles.contains { $0 == .admin || $0 == .parkAdmin }
        case .staff: !roles.isEmpty
        }
    }
}

extension CodeLimits {
    /// The limits on codes by mail: to one address in a day, from one network and from all, and of a place in an hour.
    init(here: Int, recipient: Int, place: Int) {
        self.init(
            perOrigin: [Quota(limit: here, window: .seconds(86_400))],
            perRecipient: Quota(limit: recipient, window: .seconds(86_400)),
            perPlace: Quota(limit: place, window: .seconds(3_600)))
    }
}

/// The ages at which data is deleted.
struct RetentionPolicy: Sendable {
    /// The age of registrations, counted from their start; at least the windows of the limits on them.
    var registrations: Duration
    /// The age of password resets, counted from their request; at least the windows of the limits on them.
    var resets: Duration
    /// The age of codes by SMS, counted from their request; at least the windows of the limits on them.
    var phoneCodes: Duration
    /// The age of failed sign-ins, counted from the last attempt.
    var throttle: Duration
    /// The age of sessions, counted from their end; longer than the lifetime of an access token.
    var sessions: Duration = .seconds(86_400)
    /// The age of the hourly counts of codes, counted from the start of the hour.
    var budgets: Duration = .seconds(90 * 86_400)
    /// The age of decided appeals, counted from the decision.
    var appeals: Duration

    /// Derives the ages from the limits, so that everything is kept for as long as a limit counts it.
    init(_ policy: AuthPolicy, throttle: LoginThrottle) {
        registrations = policy.registrations.memory
        resets = policy.resets.memory
        phoneCodes = policy.sms.limits.memory
        appeals = policy.appeals.memory
        self.throttle = throttle.memory
    }
}
