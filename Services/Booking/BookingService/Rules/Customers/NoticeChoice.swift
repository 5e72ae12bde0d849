import BookingContract
import Values

/// A kind of notice about a booking that its customer gets before it starts.
enum BookingNotice: String, Sendable, CaseIterable {
    case confirmation
    case dayBefore = "day-before"
    case hoursBefore = "hours-before"

    /// The time before the start at which the notice is due, in milliseconds; `nil` for a confirmation, due at once.
    private var lead: Int64? {
        switch self {
        case .confirmation: nil
        case .dayBefore: 86_400_000
        case .hoursBefore: 7_200_000
        }
    }

    /// The shortest time between a notice and the next one, in milliseconds.
    private static let shortestGap: Int64 = 3_600_000

    /// Returns the time at which the notice of a booking is due, or `nil` for a confirmation.
    func time(start: Instant) -> Instant? { lead.map { Instant(milliseconds: start.milliseconds - $0) } }

    /// Returns the first reminder that follows a notice sent at `now`, with its time.
    static func next(start: Instant, now: Instant) -> (kind: BookingNotice, at: Instant)? {
        for kind in [BookingNotice.dayBefore, .hoursBefore] {
            if let time = kind.time(start: start), time.milliseconds > now.milliseconds + shortestGap {
                return (kind, time)
            }
        }
        return nil
    }
}

/// The choices of a customer about notices.
struct NoticeChoice: Sendable, Equatable {
    /// The preferred channel; `nil` for SMS, or e-mail to a customer without a phone number.
    var channel: NoticeChannel?
    var hasConfirmation = true
    var hasDayReminder = true
    var hasHourReminder = true
    var quietFrom = TimeOfDay(unchecked: "22:00")
    var quietTo = TimeOfDay(unchecked: "08:00")

    /// The maximum number of confirmations within a day; a customer who books and cancels in turn gets no more.
    static let confirmationLimit = 12
    /// The period in milliseconds over which confirmations count: a day.
    static let confirmationPeriod: Int64 = 86_400_000

    func wants(_ notice: BookingNotice) -> Bool {
        switch notice {
        case .confirmation: hasConfirmation
        case .dayBefore: hasDayReminder
        case .hoursBefore: hasHourReminder
        }
    }

    /// Returns the end of the quiet hours in force at `now`, or `nil` outside them.
    func quietEnd(at now: Instant, in zone: Zone) -> Instant? {
        let (from, to) = (quietFrom.minuteOfDay % 1_440, quietTo.minuteOfDay % 1_440)
        let (date, minute) = (zone.date(at: now), zone.minuteOfDay(at: now))
        if from < to { return from <= minute && minute < to ? zone.instant(of: date, minuteOfDay: to) : nil }
        guard from != to else { return nil }
        if minute < to { return zone.instant(of: date, minuteOfDay: to) }
        return minute >= from ? zone.instant(of: date.advanced(byDays: 1), minuteOfDay: to) : nil
    }

    /// Returns the channel for a customer, or `nil` for one with neither phone number nor e-mail address.
    func channel(to customer: CustomerRow) -> NoticeChannel? {
        if channel == .email, customer.email != nil { return .email }
        if customer.phone != nil { return .sms }
        return customer.email == nil ? nil : .email
    }
}
