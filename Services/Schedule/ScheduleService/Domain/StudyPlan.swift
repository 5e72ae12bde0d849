import ScheduleContract
import Values

/// A group's or a lecturer's timetable in a uniform representation.
struct StudyPlan: Codable, Hashable, Sendable {
    /// The term of ``entries``; the university's answer may contain several terms.
    var term: TimetableTerm
    /// The term's or the period's name, in the university's words.
    var termName: String?
    var isPartTime: Bool
    var start: LocalDate?
    var end: LocalDate?
    var examsStart: LocalDate?
    var examsEnd: LocalDate?
    /// Lessons, exams and announcements, ordered by ``Entry/order``.
    var entries: [Entry]
    /// The entries of the next term, if known while another one is shown.
    var nextEntries: [Entry]

    /// True if there are no entries.
    var isEmpty: Bool { entries.isEmpty && nextEntries.isEmpty }

    /// Returns true if a day lies within the term, as far as its bounds are known.
    func covers(_ date: LocalDate) -> Bool {
        (start.map { $0 <= date } ?? true) && (end.map { date <= $0 } ?? true)
    }
}

/// A lesson, exam or announcement that recurs in certain weeks or takes place once.
struct Entry: Codable, Hashable, Sendable {
    var kind: LessonKind
    var subject: String?
    var subjectName: String?
    var type: LessonType?
    /// The type in the university's words.
    var typeName: String?
    /// The weekday, 1 for Monday; for a one-time entry, the weekday of its date.
    var weekday: Int?
    /// The weeks in which the entry recurs; empty for a one-time entry.
    var weeks: WeekSet
    /// The day of an entry that takes place once.
    var date: LocalDate?
    var from: LocalDate?
    var to: LocalDate?
    /// True if the entry's time is unreadable; such an entry is part of the timetable, but of no day.
    var isUnplaced: Bool
    /// The start in minutes after midnight, as is the end.
    var start: Int?
    var end: Int?
    /// The subgroup; `nil` for the whole group.
    var subgroup: Int?
    var rooms: [String]
    var lecturers: [Schedule.LecturerName]
    var groups: [GroupNumber]
    var note: String?
    /// The university's flag of this name; its meaning is undocumented.
    var isSplit: Bool

    /// Returns true if the entry takes place on a day.
    ///
    /// - Parameter week: the number of the day's week, 1 to 4.
    func takesPlace(on date: LocalDate, week: Int) -> Bool {
        if let day = self.date { return day == date && !isUnplaced }
        return recurs(on: date, week: week) && isInRange(date)
    }

    /// Returns true if only the entry's first or last date excludes a day.
    func isOutOfRange(on date: LocalDate, week: Int) -> Bool {
        self.date == nil && recurs(on: date, week: week) && !isInRange(date)
    }

    /// Returns true if the entry is over, has not yet begun, or is unplaced.
    func isInactive(on today: LocalDate) -> Bool {
        if isUnplaced { return true }
        if let date { return date < today }
        return kind != .exam && !isInRange(today)
    }

    /// Returns true if a subgroup attends the entry.
    func concerns(_ subgroup: Subgroup?) -> Bool {
        guard let subgroup, let own = self.subgroup else { return true }
        return own == subgroup.value
    }

    private func recurs(on date: LocalDate, week: Int) -> Bool {
        !isUnplaced && kind != .exam && weekday == date.weekday && weeks.contains(.week(week))
    }

    private func isInRange(_ date: LocalDate) -> Bool {
        (from.map { $0 <= date } ?? true) && (to.map { date <= $0 } ?? true)
    }
}

extension Entry {
    /// Orders entries by weekday and time; those of single days come last, by date.
    static func order(_ left: Entry, _ right: Entry) -> Bool {
        if left.date != right.date {
            guard let first = left.date else { return true }
            guard let second = right.date else { return false }
            return first < second
        }
        let first = (left.weekday ?? 8, left.start ?? 1440, left.end ?? 1440, left.subgroup ?? 0)
        let second = (right.weekday ?? 8, right.start ?? 1440, right.end ?? 1440, right.subgroup ?? 0)
        if first != second { return first < second }
        return (left.subject ?? "") < (right.subject ?? "")
    }

    /// Converts the entry to the contract's form.
    ///
    /// - Parameters:
    ///   - day: the day on which it takes place; `nil` for the entry of a timetable, which may name one itself.
    ///   - language: the caller's language.
    func lesson(
        today: LocalDate, on day: LocalDate? = nil, time: MinskTime, in language: Language
    ) -> Schedule.Lesson {
        let date = day ?? self.date
        return Schedule.Lesson(
            kind: kind, subject: subject, subjectName: subjectName, type: type,
            typeName: type.flatMap(LessonTypeNames.name)?[language] ?? typeName, typeAbbreviation: typeName,
            weekday: weekday.flatMap(Weekday.init), start: start.flatMap(TimeOfDay.init(minute:)),
            end: end.flatMap(TimeOfDay.init(minute:)), weeks: weeks.numbers.map(StudyWeek.init(unchecked:)),
            date: date, startsAt: date.flatMap { startInstant(on: $0, time: time) },
            endsAt: date.flatMap { self.end(on: $0, time: time) }, from: from, to: to,
            subgroup: subgroup.flatMap(Subgroup.init), rooms: rooms, lecturers: lecturers, groups: groups, note: note,
            isInactive: isInactive(on: today))
    }
}

extension TimeOfDay {
    /// Converts minutes after midnight; returns `nil` beyond 1440.
    init?(minute: Int) {
        guard (0...1440).contains(minute) else { return nil }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        self.init("\(digits(minute / 60)):\(digits(minute % 60))")
    }
}
