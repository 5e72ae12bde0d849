import Upstream
import Values

/// The times for which cached timetables and catalogues may be served.
struct LibraryFreshness: Sendable {
    var catalogues = Freshness(fresh: .hours(12), revalidate: .days(7), ifError: .days(30), absent: .minutes(15))
    var timetables = Freshness(fresh: .minutes(30), revalidate: .hours(24), ifError: .days(30), absent: .minutes(15))
    /// The time for which timetables are fresh in the first weeks of a term, when they change often.
    var early: Duration = .minutes(10)
    /// The time for which the answer that there is no timetable is fresh.
    var none: Duration = .minutes(15)

    /// Returns the times for which a timetable may be served on a day.
    func timetable(hasEntries: Bool, today: LocalDate) -> Freshness {
        var freshness = timetables
        if Self.isEarlyInTerm(today) { freshness.fresh = min(freshness.fresh, early) }
        if !hasEntries { freshness.fresh = min(freshness.fresh, none) }
        return freshness
    }

    /// Returns true for days in the first three weeks of September or in February.
    static func isEarlyInTerm(_ date: LocalDate) -> Bool { date.month == 2 || (date.month == 9 && date.day <= 21) }
}

extension Duration {
    static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    static func hours(_ count: Int) -> Duration { .seconds(3_600 * count) }
    static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}
