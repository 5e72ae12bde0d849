import Values

/// Opening hours at a place: rules with the zone and the holidays by which they are read.
struct OpeningPlan: Sendable {
    let rules: OpeningRules
    let zone: Zone
    let holidays: HolidayCalendar?

    /// Creates a plan; `nil` if the rules depend on holidays that are not known.
    init?(_ rules: OpeningRules, zone: Zone, country: CountryCode) {
        holidays = HolidayCalendar.of(country)
        if rules.dependsOnHolidays, holidays == nil { return nil }
        self.rules = rules
        self.zone = zone
    }

    /// The hours of a day as instants.
    struct Day: Equatable, Sendable {
        var date: LocalDate
        var isHoliday: Bool
        var spans: [Range<Instant>]
        var closed: OpeningRules.ClosedReason?
    }

    /// Returns the hours of a day, in order, spans that touch as one.
    func day(_ date: LocalDate) -> Day {
        let isHoliday = holidays?.contains(date) ?? false
        let hours = rules.day(date, isHoliday: isHoliday)
        var spans: [Range<Instant>] = []
        for span in hours.spans.sorted(by: { $0.start < $1.start }) {
            let start = zone.instant(of: date, minuteOfDay: span.start)
            let end = zone.instant(of: date, minuteOfDay: span.end)
            guard start < end else { continue }
            if let last = spans.last, start <= last.upperBound {
                spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                spans.append(start..<end)
            }
        }
        return Day(date: date, isHoliday: isHoliday, spans: spans, closed: hours.closed)
    }

    /// The state of a museum, and its next change.
    enum Status: Equatable, Sendable {
        /// `nil` for a museum that does not close within the days that are looked at.
        case open(until: Instant?)
        /// `nil` for a museum that does not open within the days that are looked at.
        case closed(opensAt: Instant?, because: Reason)

        enum Reason: Equatable, Sendable {
            case hours, holiday, dayOff, season
        }
    }

    /// The number of days within which the next opening is looked for.
    static let horizon = 370
    /// The number of days within which the next closing is looked for.
    private static let longestOpening = 8

    func isOpen(at now: Instant) -> Bool {
        let today = zone.date(at: now)
        // Hours of the day before may end after midnight.
        return [today.advanced(byDays: -1), today].contains { date in day(date).spans.contains { $0.contains(now) } }
    }

    func status(at now: Instant) -> Status {
        let today = zone.date(at: now)
        // Hours of the day before may end after midnight.
        if let end = end(of: now, from: today.advanced(byDays: -1)) { return end }
        let hours = day(today)
        let reason: Status.Reason =
            switch hours.closed {
            case .holiday: .holiday
            case .dayOff: .dayOff
            case .season: .season
            case nil: .hours
            }
        for offset in 0...Self.horizon {
            let next = day(today.advanced(byDays: offset)).spans.first { $0.lowerBound > now }
            if let next { return .closed(opensAt: next.lowerBound, because: reason) }
        }
        return .closed(opensAt: nil, because: reason)
    }

    /// Returns the end of the opening that contains an instant, over midnight if the next day goes on.
    private func end(of now: Instant, from first: LocalDate) -> Status? {
        var until: Instant?
        for offset in 0...Self.longestOpening + 1 {
            for span in day(first.advanced(byDays: offset)).spans {
                if let end = until {
                    if span.lowerBound <= end { until = max(end, span.upperBound) }
                } else if span.contains(now) {
                    until = span.upperBound
                }
            }
        }
        guard let until else { return nil }
        let last = zone.instant(of: first.advanced(byDays: Self.longestOpening + 1), minuteOfDay: 1_440)
        return .open(until: until >= last ? nil : until)
    }
}
