/// A yearly rule for clock changes, as expressed by a POSIX `TZ` string.
struct ZoneRule: Sendable, Hashable {
    /// A day of the year in one of POSIX's three forms.
    enum Day: Sendable, Hashable {
        /// `Jn`: the day 1 to 365 of the year, not counting February 29.
        case withoutLeapDay(Int64)
        /// `n`: the day 0 to 365 of the year, counting February 29.
        case fromZero(Int64)
        /// `Mm.w.d`: a weekday (0 for Sunday) in week 1 to 5 of a month, where 5 is the last.
        case ofMonth(month: Int, week: Int64, weekday: Int64)
    }

    /// A yearly clock change.
    struct Change: Sendable, Hashable {
        var day: Day
        /// The seconds after the day's midnight, by the clock before the change; within ±168 hours.
        var time: Int64
    }

    /// Daylight saving time from `start` to `end`, which may lie in the next year.
    struct Daylight: Sendable, Hashable {
        var type: ZoneTable.LocalType
        var start: Change
        var end: Change
    }

    var standard: ZoneTable.LocalType
    var daylight: Daylight?

    /// Returns the span that contains a second since 1970.
    func span(at seconds: Int64) -> ZoneTable.Span {
        guard let daylight else { return ZoneTable.Span(type: standard, end: .max) }
        var span = ZoneTable.Span(type: standard, end: .max)
        var latest = Int64.min
        func consider(_ change: Int64, _ type: ZoneTable.LocalType) {
            if change > seconds {
                span.end = min(span.end, change)
            } else if change >= latest {
                // Of two changes at the same time, the later one counts; rules use this to express "all year".
                latest = change
                span.type = type
            }
        }
        // A time of day of ±167 hours can move a change into the previous or the next year.
        let year = Self.year(at: seconds)
        for year in (year - 2)...(year + 2) {
            consider(Self.seconds(of: daylight.start, in: year) - standard.offset, daylight.type)
            consider(Self.seconds(of: daylight.end, in: year) - daylight.type.offset, standard)
        }
        return span
    }

    /// Returns the year, in UTC, of a second since 1970.
    private static func year(at seconds: Int64) -> Int64 {
        Int64(LocalDate(daysSince1970: Int(seconds.dividedFloor(by: 86_400).quotient)).year)
    }

    /// Returns the time of a change in a year, in local seconds since 1970 by the clock before the change.
    private static func seconds(of change: Change, in year: Int64) -> Int64 {
        days(of: change.day, in: year) * 86_400 + change.time
    }

    /// Returns the number of days from 1970-01-01 to a day of a year.
    private static func days(of day: Day, in year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let newYear = daysToNewYear(year)
        switch day {
        case .withoutLeapDay(let number): return newYear + number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .fromZero(let number): return newYear + number
        case .ofMonth(let month, let week, let weekday):
            let leapDay: Int64 = isLeap ? 1 : 0
            let monthStart = newYear + monthStarts[month - 1] + (month > 2 ? leapDay : 0)
            let monthEnd = newYear + monthStarts[month] + (month > 1 ? leapDay : 0)
            // Day 0 of 1970 was a Thursday, weekday 4.
            let firstWeekday = (monthStart + 4).dividedFloor(by: 7).remainder
            let first = monthStart + (weekday - firstWeekday).dividedFloor(by: 7).remainder
            let wanted = first + (week - 1) * 7
            return wanted < monthEnd ? wanted : wanted - 7
        }
    }

    /// Returns the number of days from 1970-01-01 to January 1 of a year.
    private static func daysToNewYear(_ year: Int64) -> Int64 {
        let before = year - 1
        let leapDays =
            before.dividedFloor(by: 4).quotient - before.dividedFloor(by: 100).quotient
            + before.dividedFloor(by: 400).quotient
        return before * 365 + leapDays - 719_162
    }

    /// The number of days before each month of a common year, and their total.
    private static let monthStarts: [Int64] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
}
