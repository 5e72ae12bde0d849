import Values

/// Opening hours in the syntax of OpenStreetMap, as far as it is understood.
///
/// Example: `Apr-Oct Tu-Su 10:00-18:00; Nov-Mar We-Su 11:00-17:00; We[-1] off; PH off`. The last rule that applies to
/// a day decides.
struct OpeningRules: Equatable, Sendable {
    /// The maximum length in bytes.
    static let maximumLength = 500
    static let maximumRules = 30
    /// The maximum number of ranges in one list of a rule.
    static let maximumRanges = 12

    /// Minutes since the midnight at which the day begins; the end may lie on the next day.
    struct Span: Equatable, Sendable {
        var start: Int
        var end: Int
    }

    /// A range of days of the year, as 100 × month + day; the end lies in the next year if it is smaller.
    struct Season: Equatable, Sendable {
        var first: Int
        var last: Int

        func contains(_ date: LocalDate) -> Bool {
            let day = date.month * 100 + date.day
            return first <= last ? (first...last).contains(day) : day >= first || day <= last
        }
    }

    /// A day of the week, or some of its occurrences in a month.
    struct WeekDay: Equatable, Sendable {
        /// 1 for Monday to 7 for Sunday.
        var weekday: Int
        /// The occurrences from the first one (1) or the last one (-1); empty for all.
        var occurrences: [Int] = []

        func matches(_ date: LocalDate) -> Bool {
            guard date.weekday == weekday else { return false }
            guard !occurrences.isEmpty else { return true }
            var last = 0
            while date.advanced(byDays: 7 * (last + 1)).month == date.month { last += 1 }
            return occurrences.contains((date.day - 1) / 7 + 1) || occurrences.contains(-1 - last)
        }
    }

    /// One rule; empty lists do not restrict it.
    struct Rule: Equatable, Sendable {
        var seasons: [Season] = []
        var weekdays: [WeekDay] = []
        /// True if the rule applies to public holidays, too.
        var isForHolidays = false
        /// Empty if the museum is closed.
        var spans: [Span] = []

        func isInSeason(_ date: LocalDate) -> Bool { seasons.isEmpty || seasons.contains { $0.contains(date) } }

        func matchesDay(_ date: LocalDate, isHoliday: Bool) -> Bool {
            if weekdays.isEmpty, !isForHolidays { return true }
            return isForHolidays && isHoliday || weekdays.contains { $0.matches(date) }
        }
    }

    let rules: [Rule]

    /// True if the hours of a day depend on whether it is a public holiday.
    var dependsOnHolidays: Bool { rules.contains(where: \.isForHolidays) }

    /// The hours of a day.
    struct Day: Equatable, Sendable {
        var spans: [Span] = []
        /// The reason that there are none.
        var closed: ClosedReason?
    }

    enum ClosedReason: Equatable, Sendable {
        case holiday, dayOff, season
    }

    /// Returns the hours of a day.
    func day(_ date: LocalDate, isHoliday: Bool) -> Day {
        let matching = rules.last { $0.isInSeason(date) && $0.matchesDay(date, isHoliday: isHoliday) }
        guard let matching else {
            let isOtherSeason = rules.contains { !$0.spans.isEmpty && $0.matchesDay(date, isHoliday: isHoliday) }
            return Day(closed: isOtherSeason ? .season : .dayOff)
        }
        if !matching.spans.isEmpty { return Day(spans: matching.spans) }
        if isHoliday, matching.isForHolidays { return Day(closed: .holiday) }
        return Day(closed: matching.weekdays.isEmpty && !matching.seasons.isEmpty ? .season : .dayOff)
    }
}
