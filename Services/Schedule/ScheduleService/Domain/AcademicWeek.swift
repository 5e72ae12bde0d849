import Values

/// A week of the academic year.
///
/// The four weeks of a timetable alternate, starting with the week that contains 1 September and continuing through New
/// Year and the holidays. If 1 September is a Sunday, week 1 has that single day of lessons.
struct AcademicWeek: Hashable, Sendable {
    /// The number of the week in the cycle: 1 to 4.
    let number: Int
    let monday: LocalDate

    /// Finds the week that contains a day.
    init(of date: LocalDate) {
        monday = Self.monday(of: date)
        let year = date.year
        var anchor = Self.anchor(of: year)
        if anchor > date { anchor = Self.anchor(of: year - 1) }
        let weeks = (monday.daysSince1970 - anchor.daysSince1970) / 7
        number = max(0, weeks) % 4 + 1
    }

    /// Returns the next Monday after a day on which the count of weeks restarts; `nil` after the last year.
    static func nextAnchor(after date: LocalDate) -> LocalDate? {
        [date.year, date.year + 1].lazy.map(anchor(of:)).first { $0 > date }
    }

    /// Returns the first and the last day of lessons of the academic year that contains a day, for entries that state
    /// none: from the first week to the end of June.
    static func yearOfLessons(containing date: LocalDate) -> (first: LocalDate, last: LocalDate) {
        let first = anchor(of: anchor(of: date.year) > date ? date.year - 1 : date.year)
        return (first, LocalDate(year: first.year + 1, month: 6, day: 30) ?? first)
    }

    /// Returns the Monday of the week that contains 1 September, or the earliest possible day for a year out of range.
    private static func anchor(of year: Int) -> LocalDate {
        LocalDate(year: year, month: 9, day: 1).map(monday(of:))
            ?? LocalDate(daysSince1970: LocalDate.range.lowerBound)
    }

    private static func monday(of date: LocalDate) -> LocalDate { date.advanced(byDays: 1 - date.weekday) }

    /// Returns true for days outside July and August.
    ///
    /// Weeks are numbered all year round. The dates of lessons and exams depend on the group's timetable.
    static func isInTerm(_ date: LocalDate) -> Bool { !(7...8).contains(date.month) }
}

/// A set of weeks of a timetable's four-week cycle.
struct WeekSet: OptionSet, Codable, Hashable, Sendable {
    let rawValue: UInt8

    static let all = WeekSet(rawValue: 0b1111)

    /// Returns the set of one week, or an empty set for a number outside 1 to 4.
    static func week(_ number: Int) -> WeekSet {
        (1...4).contains(number) ? WeekSet(rawValue: 1 << (number - 1)) : []
    }

    var numbers: [Int] { (1...4).filter { contains(.week($0)) } }
}
