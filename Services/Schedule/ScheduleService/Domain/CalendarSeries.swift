import ScheduleContract
import Values

/// Days at a regular interval on which an entry takes place: what one calendar event can express.
struct CalendarSeries: Equatable {
    var first: LocalDate
    var last: LocalDate
    /// The interval in weeks.
    var interval: Int
    /// The weeks of the cycle.
    var weeks: WeekSet

    /// The number of times that the count of weeks may begin again within an entry.
    private static let maximumYears = 2

    /// Returns the series of an entry; none if it takes place on no day.
    ///
    /// An entry without bounds takes place in the academic year of `today`.
    static func all(of entry: Entry, today: LocalDate) -> [CalendarSeries] {
        if let date = entry.date { return [CalendarSeries(first: date, last: date, interval: 1, weeks: [])] }
        guard entry.kind == .lesson, let weekday = entry.weekday else { return [] }
        let year = AcademicWeek.yearOfLessons(containing: entry.from ?? entry.to ?? today)
        let last = entry.to ?? max(year.last, entry.from ?? year.last)
        var (from, series): (LocalDate, [CalendarSeries]) = (entry.from ?? year.first, [])
        for _ in 0..<maximumYears where from <= last {
            // The count of weeks begins again there.
            let anchor = AcademicWeek.nextAnchor(after: from)
            let end = anchor.map { min(last, $0.advanced(byDays: -1)) } ?? last
            series += parts(of: entry.weeks).compactMap { part in
                CalendarSeries(part.weeks, every: part.interval, on: weekday, in: from...end)
            }
            guard let anchor else { break }
            from = anchor
        }
        return series
    }

    /// Divides weeks of the cycle into parts that recur at a regular interval.
    private static func parts(of weeks: WeekSet) -> [(weeks: WeekSet, interval: Int)] {
        if weeks == .all { return [(weeks, 1)] }
        if [WeekSet.week(1).union(.week(3)), WeekSet.week(2).union(.week(4))].contains(weeks) { return [(weeks, 2)] }
        return weeks.numbers.map { (.week($0), 4) }
    }

    /// Finds the first and the last day; `nil` if there is none.
    ///
    /// - Parameter days: days in which the count of weeks does not begin again, except with the first one.
    private init?(_ weeks: WeekSet, every interval: Int, on weekday: Int, in days: ClosedRange<LocalDate>) {
        var first = days.lowerBound.advanced(byDays: (weekday - days.lowerBound.weekday + 7) % 7)
        var tries = 0
        while !weeks.contains(.week(AcademicWeek(of: first).number)), tries < 4 {
            first = first.advanced(byDays: 7)
            tries += 1
        }
        guard first <= days.upperBound, tries < 4 else { return nil }
        let distance = (days.upperBound.daysSince1970 - first.daysSince1970) / (7 * interval)
        self.init(
            first: first, last: first.advanced(byDays: distance * 7 * interval), interval: interval, weeks: weeks)
    }

    private init(first: LocalDate, last: LocalDate, interval: Int, weeks: WeekSet) {
        (self.first, self.last, self.interval, self.weeks) = (first, last, interval, weeks)
    }
}
