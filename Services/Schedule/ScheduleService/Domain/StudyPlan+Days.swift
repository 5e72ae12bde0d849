import ScheduleContract
import Values

extension StudyPlan {
    /// The entries of a day, by time.
    struct DayEntries: Equatable {
        /// The lessons and exams.
        var lessons: [Entry] = []
        /// The lessons of this weekday and week that ended earlier or begin on a later date.
        var inactive: [Entry] = []
        var announcements: [Entry] = []
    }

    /// Finds the entries of a day for a subgroup.
    func day(_ date: LocalDate, subgroup: Subgroup?) -> DayEntries {
        let week = AcademicWeek(of: date).number
        var day = DayEntries()
        for entry in entries where entry.concerns(subgroup) {
            if entry.takesPlace(on: date, week: week) {
                if entry.kind == .announcement { day.announcements.append(entry) } else { day.lessons.append(entry) }
            } else if covers(date), entry.kind == .lesson, entry.isOutOfRange(on: date, week: week) {
                day.inactive.append(entry)
            }
        }
        for entry in nextEntries where entry.concerns(subgroup) && entry.takesPlace(on: date, week: week) {
            if entry.kind == .announcement { day.announcements.append(entry) } else { day.lessons.append(entry) }
        }
        day.lessons.sort { ($0.start ?? 1440, $0.end ?? 1440) < ($1.start ?? 1440, $1.end ?? 1440) }
        return day
    }

    /// An entry on one day.
    struct Placed: Equatable {
        var date: LocalDate
        var startsAt: Instant
        var endsAt: Instant
        var entry: Entry
    }

    /// The lessons and exams around a moment.
    struct UpcomingEntries: Equatable {
        /// The entries in progress.
        var current: [Placed] = []
        /// The entries that begin at the moment or later, the next one first.
        var next: [Placed] = []
        /// The last day searched.
        var searchedTo: LocalDate
    }

    /// Finds the entries around a moment for a subgroup, skipping days without lessons.
    ///
    /// - Parameters:
    ///   - limit: the number of entries wanted.
    ///   - days: the number of days to search, including the moment's own.
    func upcoming(
        after moment: Instant, subgroup: Subgroup?, limit: Int, days: Int, time: MinskTime
    ) -> UpcomingEntries {
        let first = time.date(at: moment)
        var upcoming = UpcomingEntries(searchedTo: first)
        // Starts a day early, since an entry may last past midnight.
        for offset in -1..<days {
            let date = first.advanced(byDays: offset)
            upcoming.searchedTo = date
            for entry in day(date, subgroup: subgroup).lessons {
                guard let startsAt = entry.startInstant(on: date, time: time) else { continue }
                let endsAt = entry.end(on: date, time: time) ?? startsAt
                let placed = Placed(date: date, startsAt: startsAt, endsAt: endsAt, entry: entry)
                if startsAt >= moment {
                    upcoming.next.append(placed)
                } else if endsAt > moment {
                    upcoming.current.append(placed)
                }
            }
            if upcoming.next.count >= limit { break }
        }
        upcoming.next = Array(upcoming.next.prefix(limit))
        return upcoming
    }

    /// Lists exams, credit tests and consultations by date and time; those without a date come last.
    func exams(subgroup: Subgroup?) -> [Entry] {
        (entries + nextEntries).filter { $0.kind == .exam && $0.concerns(subgroup) }.sorted { left, right in
            let last = LocalDate(daysSince1970: LocalDate.range.upperBound)
            return (left.date ?? last, left.start ?? 1440) < (right.date ?? last, right.start ?? 1440)
        }
    }
}

extension Entry {
    /// Returns the start of an entry that takes place on `date`.
    func startInstant(on date: LocalDate, time: MinskTime) -> Instant? {
        start.map { time.instant(of: date, minuteOfDay: $0) }
    }

    /// Returns the end of an entry that starts on `date`, which is on the next day if its clock time is before that of
    /// the start.
    func end(on date: LocalDate, time: MinskTime) -> Instant? {
        guard let end else { return nil }
        let isPastMidnight = start.map { end < $0 } ?? false
        return time.instant(of: isPastMidnight ? date.advanced(byDays: 1) : date, minuteOfDay: end)
    }
}
