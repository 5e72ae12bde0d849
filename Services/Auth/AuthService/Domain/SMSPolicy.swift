import Values

/// The limits on codes by SMS, each of which costs the operator money.
struct SMSPolicy: Sendable {
    /// The prefixes of the numbers to which codes are sent, such as `+375`.
    var prefixes = ["+375"]
    /// The lifetime of codes, shorter than that of codes by e-mail, and the limit on guesses.
    var codes = CodePolicy(lifetime: .seconds(300))
    var limits = CodeLimits(
        perOrigin: [
            Quota(limit: 1, window: .seconds(60)), Quota(limit: 3, window: .seconds(600)),
            Quota(limit: 5, window: .seconds(86_400)),
        ],
        perRecipient: Quota(limit: 30, window: .seconds(86_400)), perPlace: Quota(limit: 60, window: .seconds(3_600)),
        perBlock: Quota(limit: 200, window: .seconds(3_600)))
    /// The maximum number of SMS per day (UTC).
    var budget = CodeBudgetPolicy(perDay: 2_000)
    /// The time for which a verified number waits for its owner's data.
    var completion: Duration = .seconds(900)
    /// The maximum age of a session that may change its account's phone number or e-mail address.
    var recentSignIn: Duration = .seconds(600)

    /// Returns true if codes are sent to a number.
    func serves(_ phone: PhoneNumber) -> Bool { prefixes.contains { phone.text.hasPrefix($0) } }

    /// Returns the earliest time of the next code to a number, if one is sent now.
    func resendAt(now: Instant) -> Instant {
        let pause = limits.perOrigin.filter { $0.limit == 1 }.map(\.window).max() ?? .zero
        return Instant(milliseconds: now.milliseconds + pause.wholeMilliseconds)
    }
}
