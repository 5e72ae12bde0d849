import ScheduleContract
import Values

/// A group's or a lecturer's timetable in the one form that is kept and served, whatever form the university gave it in.
struct StudyPlan: Codable, Hashable, Sendable {
    /// Which of the timetables that came together ``entries`` are.
    var term: TimetableTerm
    /// The term's or the period's name, in the university's words.
    var termName: String?
    var isPartTime: Bool
    var start: LocalDate?
    var end: LocalDate?
    var examsStart: LocalDate?
    var examsEnd: LocalDate?
    /// Lessons, exams and announcements, in the order of ``Entry/order``.
    var entries: [Entry]
    /// Those of the next term, where they are known while another is shown.
    var nextEntries: [Entry]

    /// Whether there is anything in it.
    var isEmpty: Bool { entries.isEmpty && nextEntries.isEmpty }

    /// Whether a day lies between the term's first and last, as far as these are known.
    func covers(_ date: LocalDate) -> Bool {
        (start.map { $0 <= date } ?? true) && (end.map { date <= $0 } ?? true)
    }
}

/// Something that takes place in certain weeks, or once.
struct Entry: Codable, Hashable, Sendable {
    var kind: LessonKind
    var subject: String?
    var subjectName: String?
    var type: LessonType?
    var typeName: String?
    /// 1 for Monday; of an entry that takes place once, that of its day.
    var weekday: Int?
    /// The weeks in which it takes place; empty for an entry that takes place once.
    var weeks: WeekSet
    /// The day of an entry that takes place once.
    var date: LocalDate?
    var from: LocalDate?
    var to: LocalDate?
    /// Whether it cannot be told when it takes place: kept and shown, but on no day.
    var isUnplaced: Bool
    /// Minutes after midnight.
    var start: Int?
    var end: Int?
    /// `nil`: the whole group.
    var subgroup: Int?
    var rooms: [String]
    var lecturers: [Schedule.LecturerName]
    var groups: [GroupNumber]
    var note: String?
    /// As the university gave it; what it means it does not say.
    var isSplit: Bool

    /// Whether it takes place on a day that lies in that week of the four.
    func takesPlace(on date: LocalDate, week: Int) -> Bool {
        if let day = self.date { return day == date && !isUnplaced }
        return recurs(on: date, week: week) && isInRange(date)
    }

    /// Whether it would take place on a day if it were not too early or too late for it.
    func isOutOfRange(on date: LocalDate, week: Int) -> Bool {
        self.date == nil && recurs(on: date, week: week) && !isInRange(date)
    }

    /// Whether it takes place on no day from `today` on, or does not yet.
    func isInactive(on today: LocalDate) -> Bool {
        if isUnplaced { return true }
        if let date { return date < today }
        return kind != .exam && !isInRange(today)
    }

    /// Whether that part of a group attends it.
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
    /// By weekday and time, entries of single days after those that recur, and by date.
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

    /// The entry as it is told.
    func lesson(today: LocalDate) -> Schedule.Lesson {
        Schedule.Lesson(
            kind: kind, subject: subject, subjectName: subjectName, type: type, typeName: typeName,
            weekday: weekday.flatMap(Weekday.init), start: start.flatMap(TimeOfDay.init(minute:)),
            end: end.flatMap(TimeOfDay.init(minute:)), weeks: weeks.numbers.map(StudyWeek.init(unchecked:)),
            date: date, from: from, to: to, subgroup: subgroup.flatMap(Subgroup.init), rooms: rooms,
            lecturers: lecturers, groups: groups, note: note, inactive: isInactive(on: today))
    }
}

extension TimeOfDay {
    /// The time so many minutes after midnight; `nil` beyond 1440.
    fileprivate init?(minute: Int) {
        guard (0...1440).contains(minute) else { return nil }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        self.init("\(digits(minute / 60)):\(digits(minute % 60))")
    }
}
