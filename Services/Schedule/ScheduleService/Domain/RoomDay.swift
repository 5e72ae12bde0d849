import Values

/// A lesson that uses a room; of the lesson, only the time is known.
struct RoomUse: Sendable {
    var room: RoomKey
    var entry: Entry
}

/// The times of a day at which rooms are in use, in minutes after midnight.
struct RoomDay: Sendable {
    let date: LocalDate
    private let uses: [RoomKey: [Range<Int>]]

    /// Arranges the lessons of a day and those of the day before that end after midnight.
    init(_ date: LocalDate, uses all: some Sequence<RoomUse>) {
        self.date = date
        let eve = date.advanced(byDays: -1)
        let (week, weekBefore) = (AcademicWeek(of: date).number, AcademicWeek(of: eve).number)
        var uses: [RoomKey: [Range<Int>]] = [:]
        for use in all {
            if use.entry.mayTakePlace(on: date, week: week) { uses[use.room, default: []].append(use.entry.minutes) }
            if let night = use.entry.minutesAfterMidnight, use.entry.mayTakePlace(on: eve, week: weekBefore) {
                uses[use.room, default: []].append(night)
            }
        }
        self.uses = uses.mapValues { $0.sorted { $0.lowerBound < $1.lowerBound } }
    }

    /// The time around an interval at which a room has no lesson; a bound is `nil` if the day has no lesson beyond it.
    struct Gap: Equatable {
        var from: Int?
        var until: Int?
    }

    /// Returns the gap between lessons that contains an interval, or `nil` if a lesson overlaps it.
    ///
    /// - Parameter interval: an empty one is a moment.
    func gap(in room: RoomKey, around interval: Range<Int>) -> Gap? {
        let end = max(interval.upperBound, interval.lowerBound + 1)
        var gap = Gap()
        for use in uses[room] ?? [] {
            if use.upperBound <= interval.lowerBound {
                gap.from = max(gap.from ?? 0, use.upperBound)
            } else if use.lowerBound >= end {
                gap.until = min(gap.until ?? 1_440, use.lowerBound)
            } else {
                return nil
            }
        }
        return gap
    }

    /// The number of uses, for the size of a cache.
    var count: Int { uses.values.reduce(0) { $0 + $1.count } }
}

extension Entry {
    /// Returns true unless it is known that the entry does not take place on a day.
    ///
    /// An entry whose date or weeks are unreadable may take place on any day of its weekday.
    fileprivate func mayTakePlace(on date: LocalDate, week: Int) -> Bool {
        if isUnplaced { return weekday == nil || weekday == date.weekday }
        return takesPlace(on: date, week: week)
    }

    /// The minutes of the day in use: the whole day without a start, the rest of it without an end.
    fileprivate var minutes: Range<Int> {
        guard let start else { return 0..<1_440 }
        let first = min(max(start, 0), 1_439)
        guard let end, end > start else { return first..<1_440 }
        return first..<max(first + 1, min(end, 1_440))
    }

    /// The minutes of the next day in use.
    fileprivate var minutesAfterMidnight: Range<Int>? {
        guard let start, let end, (1..<start).contains(end) else { return nil }
        return 0..<end
    }
}
