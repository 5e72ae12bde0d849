import Values

/// The limits on codes by SMS, each of which costs the operator money.
struct SMSPolicy: Sendable {
    /// The prefixes of the numbers to which codes are sent, such as `+375`.
    var prefixes = ["+375"]
    /// The lifetime of codes, shorter than that of codes by e-mail, and the limit on guesses.
    var codes = CodePolicy(lifetime: .seconds(300))
    /// The limits on codes to one number.
    var perPhone = [
        Quota(limit: 1, window: .seconds(60)), Quota(limit: 5, window: .seconds(600)),
        Quota(limit: 10, window: .seconds(86_400)),
    ]
    /// The limit on codes requested from one place.
    var perPlace = Quota(limit: 60, window: .seconds(3_600))
    /// The limit on codes to numbers that differ only in the last four digits.
    var perPrefix = Quota(limit: 200, window: .seconds(3_600))
    /// The maximum number of SMS per day (UTC).
    var budget: Int64 = 2_000
    /// The time for which a verified number waits for its owner's data.
    var completion: Duration = .seconds(900)
    /// The maximum age of a session that may change its account's phone number or e-mail address.
    var recentSignIn: Duration = .seconds(600)

    /// The longest window of any limit.
    var memory: Duration { (perPhone + [perPlace, perPrefix]).map(\.window).max() ?? .zero }

    /// Returns true if codes are sent to a number.
    func serves(_ phone: PhoneNumber) -> Bool { prefixes.contains { phone.text.hasPrefix($0) } }

    /// Returns the earliest time of the next code to a number, if one is sent now.
    func resendAt(now: Instant) -> Instant {
        let pause = perPhone.filter { $0.limit == 1 }.map(\.window).max() ?? .zero
        return Instant(milliseconds: now.milliseconds + pause.wholeMilliseconds)
    }

    /// Returns the limits on a code to a number, in the order in which they are locked.
    func limits(to phone: PhoneNumber, from place: NetworkPlace) -> [CodeLimit] {
        [
            CodeLimit(subject: .phone(phone), quotas: perPhone), CodeLimit(subject: .place(place), quotas: [perPlace]),
            CodeLimit(subject: .numberBlock(phone), quotas: [perPrefix]),
        ]
    }

    /// Returns the number of the UTC day, counted from 1970.
    static func day(of now: Instant) -> Int64 { now.milliseconds / millisecondsOfDay }

    /// Returns the time until the next UTC day.
    static func untilTomorrow(from now: Instant) -> Duration {
        .milliseconds(millisecondsOfDay - now.milliseconds % millisecondsOfDay)
    }

    private static let millisecondsOfDay: Int64 = 86_400_000
}
