import Values

/// A term of the university.
struct Term: Sendable, Equatable {
    /// The calendar year in which the academic year began.
    var academicYear: Int
    var isAutumn: Bool
    var start: LocalDate
    var end: LocalDate
    var examsStart: LocalDate
    var examsEnd: LocalDate

    /// Finds the term whose timetables are published at a given time.
    init(at now: Instant) {
        self.init(on: Self.date(at: now))
    }

    init(on date: LocalDate) {
        func day(_ year: Int, _ month: Int, _ day: Int) -> LocalDate {
            LocalDate(year: year, month: month, day: day) ?? date
        }
        let isAfterSummer = date >= day(date.year, 8, 20)
        isAutumn = isAfterSummer || date.month == 1
        academicYear = isAfterSummer ? date.year : date.year - 1
        if isAutumn {
            start = day(academicYear, 9, 1)
            end = day(academicYear, 12, 28)
            examsStart = day(academicYear, 12, 29)
            examsEnd = day(academicYear + 1, 1, 25)
        } else {
            start = day(academicYear + 1, 2, 9)
            end = day(academicYear + 1, 6, 14)
            examsStart = day(academicYear + 1, 6, 15)
            examsEnd = day(academicYear + 1, 7, 5)
        }
    }

    /// Returns the date in Minsk, which has no daylight saving time.
    static func date(at now: Instant) -> LocalDate {
        LocalDate(daysSince1970: Int((now.milliseconds / 1000 + 10_800).dividedFloor(by: 86_400).quotient))
    }

    var name: String { isAutumn ? "Осенний" : "Весенний" }

    /// Returns the university's name for the current term or exam session; `nil` in the holidays.
    func period(on date: LocalDate) -> String? {
        date > examsEnd ? nil : date >= examsStart ? "Сессия" : name
    }

    /// Returns true if exams are published, which happens three weeks before the first one.
    func showsExams(on date: LocalDate) -> Bool { date >= examsStart.advanced(byDays: -21) }

    /// Returns the week in the four-week cycle, 1 to 4, counted from the Monday of the week that contains 1 September.
    static func week(of date: LocalDate) -> Int {
        func anchor(_ year: Int) -> LocalDate {
            let first = LocalDate(year: year, month: 9, day: 1) ?? date
            return first.advanced(byDays: 1 - first.weekday)
        }
        let anchor = anchor(date.year) <= date ? anchor(date.year) : anchor(date.year - 1)
        return (date.daysSince1970 - anchor.daysSince1970) / 7 % 4 + 1
    }

    /// Returns the first day, starting at `from`, that is this weekday in one of these weeks.
    func first(weekday: Int, weeks: UInt8, from: LocalDate) -> LocalDate {
        (0..<28).map { from.advanced(byDays: $0) }.first { Self.matches($0, weekday, weeks) } ?? from
    }

    /// Returns the last day of the term that is this weekday in one of these weeks.
    func last(weekday: Int, weeks: UInt8) -> LocalDate {
        (0..<28).map { end.advanced(byDays: -$0) }.first { Self.matches($0, weekday, weeks) } ?? end
    }

    private static func matches(_ date: LocalDate, _ weekday: Int, _ weeks: UInt8) -> Bool {
        date.weekday == weekday && weeks >> UInt8(week(of: date) - 1) & 1 == 1
    }
}

extension LocalDate {
    /// The date in the university's format: `05.09.2026`.
    var dotted: String {
        let text = "\(self)".split(separator: "-")
        return text.reversed().joined(separator: ".")
    }
}
