import Values

/// To whom codes are sent by SMS, and how many: each costs money, and somebody else's money at that.
struct SMSPolicy: Sendable {
    /// With what the numbers begin that codes are sent to, such as `+375`.
    var prefixes = ["+375"]
    /// How codes by SMS are used; they are shorter lived than those by mail.
    var codes = CodePolicy(lifetime: .seconds(300))
    /// To one number.
    var perPhone = [
        Quota(limit: 1, window: .seconds(60)), Quota(limit: 5, window: .seconds(600)),
        Quota(limit: 10, window: .seconds(86_400)),
    ]
    /// Asked for from one place.
    var perPlace = Quota(limit: 60, window: .seconds(3_600))
    /// To numbers that are the same but for the last four digits.
    var perPrefix = Quota(limit: 200, window: .seconds(3_600))
    /// To everybody, on one day of UTC.
    var budget: Int64 = 2_000
    /// How long a proven number waits for the person's data.
    var completion: Duration = .seconds(900)
    /// In what time from its beginning a session may change with what its account signs in.
    var recentSignIn: Duration = .seconds(600)

    /// The longest time that a quota looks back.
    var memory: Duration { (perPhone + [perPlace, perPrefix]).map(\.window).max() ?? .zero }

    /// Whether codes are sent to a number.
    func serves(_ phone: PhoneNumber) -> Bool { prefixes.contains { phone.text.hasPrefix($0) } }

    /// From when on another code may be asked for, if one is sent now.
    func resendAt(now: Instant) -> Instant {
        let pause = perPhone.filter { $0.limit == 1 }.map(\.window).max() ?? .zero
        return Instant(milliseconds: now.milliseconds + pause.wholeMilliseconds)
    }

    /// How long to wait before a code may be sent; `nil` if one may be sent now.
    ///
    /// Each list has the latest first.
    func wait(phone: [Instant], place: [Instant], prefix: [Instant], now: Instant) -> Duration? {
        let waits =
            perPhone.map { $0.wait(after: phone, now: now) }
            + [perPlace.wait(after: place, now: now), perPrefix.wait(after: prefix, now: now)]
        return waits.compactMap { $0 }.max()
    }

    /// The day of UTC, counted from 1970, on which `now` lies.
    static func day(of now: Instant) -> Int64 { now.milliseconds / millisecondsOfDay }

    /// How long it is until the next day.
    static func untilTomorrow(from now: Instant) -> Duration {
        .milliseconds(millisecondsOfDay - now.milliseconds % millisecondsOfDay)
    }

    private static let millisecondsOfDay: Int64 = 86_400_000
}
