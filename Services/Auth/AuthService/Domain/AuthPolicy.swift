/// The limits and lifetimes of accounts, codes and sessions.
struct AuthPolicy: Sendable {
    var issuer = "vokol"
    var audience = "vokol"
    var codes = CodePolicy()
    var sessions = SessionPolicy()
    var sms = SMSPolicy()
    /// The limit on registrations for one e-mail address.
    var registrationsPerEmail = Quota(limit: 10, window: .seconds(86_400))
    /// The limit on registrations from one place.
    var registrationsPerPlace = Quota(limit: 60, window: .seconds(3_600))
    /// The limit on password resets for one e-mail address.
    var resetsPerEmail = Quota(limit: 10, window: .seconds(86_400))
    /// The limit on password resets from one place.
    var resetsPerPlace = Quota(limit: 60, window: .seconds(3_600))
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
    /// The age of the daily counts of SMS, counted from the start of the day.
    var budgets: Duration = .seconds(90 * 86_400)

    /// Derives the ages from the limits, so that everything is kept for as long as a limit counts it.
    init(_ policy: AuthPolicy, throttle: LoginThrottle) {
        registrations = max(policy.registrationsPerEmail.window, policy.registrationsPerPlace.window)
        resets = max(policy.resetsPerEmail.window, policy.resetsPerPlace.window)
        phoneCodes = policy.sms.memory
        self.throttle = throttle.memory
    }
}
