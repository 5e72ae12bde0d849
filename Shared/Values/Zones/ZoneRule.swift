/// How the clocks are set year after year: the meaning of a POSIX `TZ` string.
struct ZoneRule: Sendable, Hashable {
    /// A day of the year, in the three forms that POSIX has.
    enum Day: Sendable, Hashable {
        /// `Jn`: 1 to 365, February 29 is never counted.
        case withoutLeapDay(Int64)
        /// `n`: 0 to 365, February 29 is counted.
        case fromZero(Int64)
        /// `Mm.w.d`: the weekday (0 for Sunday) of the month's week 1 to 5, 5 for its last.
        case ofMonth(month: Int, week: Int64, weekday: Int64)
    }

    /// When in each year the clocks are set.
    struct Change: Sendable, Hashable {
        var day: Day
        /// Seconds after the day's midnight, by the clock before it is set; within ±(168 hours).
        var time: Int64
    }

    /// Daylight saving: what holds from `start` to `end`, which may lie in the year after.
    struct Daylight: Sendable, Hashable {
        var type: ZoneTable.LocalType
        var start: Change
        var end: Change
    }

    var standard: ZoneTable.LocalType
    var daylight: Daylight?

    /// The span that holds a second since 1970.
    func span(at seconds: Int64) -> ZoneTable.Span {
        guard let daylight else { return ZoneTable.Span(type: standard, end: .max) }
        var span = ZoneTable.Span(type: standard, end: .max)
        var latest = Int64.min
        func consider(_ change: Int64, _ type: ZoneTable.LocalType) {
            if change > seconds {
                span.end = min(span.end, change)
            } else if change >= latest {
                // Of two changes at one time the later counts: that is how a rule says "all year".
                latest = change
                span.type = type
            }
        }
        // A time of day of ±167 hours can move a change to the year before or after its own.
        let year = Self.year(at: seconds)
        for year in (year - 2)...(year + 2) {
            consider(Self.seconds(of: daylight.start, in: year) - standard.offset, daylight.type)
            consider(Self.seconds(of: daylight.end, in: year) - daylight.type.offset, standard)
        }
        return span
    }

    /// The year, in UTC, of a second since 1970.
    private static func year(at seconds: Int64) -> Int64 {
        Int64(LocalDate(daysSince1970: Int(seconds.dividedFloor(by: 86_400).quotient)).year)
    }

    /// When a change comes in a year: seconds since 1970 on the wall before it.
    private static func seconds(of change: Change, in year: Int64) -> Int64 {
        days(of: change.day, in: year) * 86_400 + change.time
    }

    /// The days from 1970-01-01 to a day of a year of the proleptic Gregorian calendar.
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

    /// The days from 1970-01-01 to January 1 of a year.
    private static func daysToNewYear(_ year: Int64) -> Int64 {
        let before = year - 1
        let leapDays =
            before.dividedFloor(by: 4).quotient - before.dividedFloor(by: 100).quotient
            + before.dividedFloor(by: 400).quotient
        return before * 365 + leapDays - 719_162
    }

    /// The days before each month of a year without a leap day, and all of them.
    private static let monthStarts: [Int64] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
}
