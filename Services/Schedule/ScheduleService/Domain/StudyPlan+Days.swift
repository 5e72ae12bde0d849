import ScheduleContract
import Values

extension StudyPlan {
    /// What takes place on a day, by time.
    struct DayEntries: Equatable {
        /// Lessons and exams.
        var lessons: [Entry] = []
        /// Lessons of that weekday and week that begin on a later date or have ended.
        var inactive: [Entry] = []
        var announcements: [Entry] = []
    }

    /// What takes place on a day for a part of the group.
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

    /// An entry on a certain day.
    struct Placed: Equatable {
        var date: LocalDate
        var startsAt: Instant
        var endsAt: Instant
        var entry: Entry
    }

    /// The lessons and exams around a moment.
    struct Coming: Equatable {
        /// Begun by then and not over.
        var current: [Placed] = []
        /// Those that begin at that moment or later, the next first.
        var next: [Placed] = []
        /// The last day that was looked at.
        var searchedTo: LocalDate
    }

    /// What comes after a moment for a part of the group; days without lessons are passed over.
    ///
    /// - Parameters:
    ///   - limit: how many are wanted.
    ///   - days: how many days are looked at, the moment's own included.
    func coming(
        after moment: Instant, subgroup: Subgroup?, limit: Int, days: Int, time: MinskTime
    ) -> Coming {
        let first = time.date(at: moment)
        var coming = Coming(searchedTo: first)
        // What began late on the day before may not be over.
        for offset in -1..<days {
            let date = first.advanced(byDays: offset)
            coming.searchedTo = date
            for entry in day(date, subgroup: subgroup).lessons {
                guard let start = entry.start else { continue }
                let startsAt = time.instant(of: date, minuteOfDay: start)
                let endsAt = entry.end(on: date, time: time) ?? startsAt
                let placed = Placed(date: date, startsAt: startsAt, endsAt: endsAt, entry: entry)
                if startsAt >= moment {
                    coming.next.append(placed)
                } else if endsAt > moment {
                    coming.current.append(placed)
                }
            }
            if coming.next.count >= limit { break }
        }
        coming.next = Array(coming.next.prefix(limit))
        return coming
    }

    /// Exams, credit tests and consultations, by date and time; those without a date last.
    func exams(subgroup: Subgroup?) -> [Entry] {
        (entries + nextEntries).filter { $0.kind == .exam && $0.concerns(subgroup) }.sorted { left, right in
            let last = LocalDate(daysSince1970: LocalDate.range.upperBound)
            return (left.date ?? last, left.start ?? 1440) < (right.date ?? last, right.start ?? 1440)
        }
    }
}

extension Entry {
    /// When it is over if it takes place on a day: on the next one where it ends before it starts, as by the clock.
    func end(on date: LocalDate, time: MinskTime) -> Instant? {
        guard let end else { return nil }
        let isPastMidnight = start.map { end < $0 } ?? false
        return time.instant(of: isPastMidnight ? date.advanced(byDays: 1) : date, minuteOfDay: end)
    }
}
