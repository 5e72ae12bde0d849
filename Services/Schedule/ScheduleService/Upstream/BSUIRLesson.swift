import ScheduleContract
import Upstream
import Values

/// A lesson in the university's format; every member may be missing.
struct BSUIRLesson: Decodable {
    var subject: String?
    var subjectName: String?
    var typeName: String?
    var start: String?
    var end: String?
    /// The weeks that the university names; empty if it names none at all, which means every week; `nil` if unreadable.
    var weeks: WeekSet?
    var subgroup: Int
    var rooms: [String]
    var date: String?
    var from: String?
    var to: String?
    var note: String?
    var isAnnouncement: Bool
    var isSplit: Bool
    var groups: [GroupNumber]
    var lecturers: [Schedule.LecturerName]

    init(from decoder: any Decoder) throws {
        let object = try UntrustedJSON(object: decoder)
        subject = object["subject"]?.text
        subjectName = object["subjectFullName"]?.text
        typeName = object["lessonTypeAbbrev"]?.text
        start = object["startLessonTime"]?.text
        end = object["endLessonTime"]?.text
        weeks = Self.weeks(object)
        subgroup = object["numSubgroup"]?.integer ?? 0
        rooms = (object["auditories"]?.elements ?? []).compactMap { $0.text }
        date = object["dateLesson"]?.text
        from = object["startLessonDate"]?.text ?? object["announcementStart"]?.text
        to = object["endLessonDate"]?.text ?? object["announcementEnd"]?.text
        note = object["note"]?.text
        isAnnouncement = object["announcement"]?.bool ?? false
        isSplit = object["split"]?.bool ?? false
        groups = (object["studentGroups"]?.elements ?? []).compactMap { group in
            group["name"]?.text.flatMap { GroupNumber($0) }
        }
        // The answer contains e-mail addresses, too, which are dropped here.
        lecturers = (object["employees"]?.elements ?? []).compactMap { person in
            let name =
                BSUIRText.shortName(
                    last: person["lastName"]?.text, first: person["firstName"]?.text,
                    middle: person["middleName"]?.text)
                ?? person["fio"]?.text
            return name.map {
                Schedule.LecturerName(name: $0, slug: person["urlId"]?.text.flatMap { LecturerSlug($0) })
            }
        }
    }

    /// Reads the weeks: a list or, as in earlier years, a single number with 0 for every week.
    ///
    /// Numbers outside 1 to 4 must not count as every week, so they make the weeks unreadable; so does a list of none.
    private static func weeks(_ object: UntrustedJSON) -> WeekSet? {
        guard object["weekNumber"] != nil else { return [] }
        guard let numbers = object["weekNumber"]?.integers, !numbers.isEmpty else { return nil }
        let weeks = numbers.reduce(into: WeekSet()) { if let number = $1 { $0.formUnion(.week(number)) } }
        return weeks.isEmpty && numbers.contains { $0 != 0 } ? nil : weeks
    }
}

extension BSUIRLesson {
    /// True for an announcement, and for a lesson with a subject and a time, as nearly all lessons have.
    var isPlausible: Bool {
        if isAnnouncement { return true }
        let times = [start, end].compactMap { $0.flatMap(BSUIRText.minute) }
        return (subject ?? subjectName) != nil && times.count == 2
    }

    /// The longest lesson past midnight, in minutes; an end before the start that is later the next day is a mistake.
    private static let longestOvernight = 240

    /// The end in minutes after midnight; `nil` if it is unreadable or makes no sense.
    private var endMinute: Int? {
        guard let end = end.flatMap(BSUIRText.minute) else { return nil }
        guard let start = start.flatMap(BSUIRText.minute), end < start else { return end }
        return end + 1_440 - start <= Self.longestOvernight ? end : nil
    }

    /// The context of a lesson in the university's answer.
    struct Place {
        /// The weekday under which the lesson was listed: `nil` among the exams, 0 under an unknown name.
        var weekday: Int?
        /// The first and the last day of lessons without dates of their own.
        var bounds: (from: LocalDate?, to: LocalDate?)
        /// True if the timetable's term dates apply to the lesson; false for the next term.
        var isOfShownTerm: Bool
        var isPartTime: Bool
    }

    /// Converts the lesson into an entry.
    func entry(at place: Place) -> Entry {
        let type = typeName.map(BSUIRText.type)
        let day = date.flatMap(BSUIRText.date)
        let isOnce = date != nil || place.weekday == nil
        var entry = Entry(
            kind: kind(type, at: place), subject: subject, subjectName: subjectName, type: type, typeName: typeName,
            weekday: day?.weekday ?? place.weekday.flatMap { (1...7).contains($0) ? $0 : nil }, weeks: [], date: day,
            isUnplaced: false, start: start.flatMap(BSUIRText.minute), end: endMinute,
            subgroup: Subgroup.range.contains(subgroup) ? subgroup : nil, rooms: rooms, lecturers: lecturers,
            groups: groups, note: note, isSplit: isSplit)
        if isOnce {
            // An unreadable date must not turn the entry into a weekly one.
            entry.isUnplaced = day == nil
        } else {
            entry.weeks = weeks.map { $0.isEmpty ? .all : $0 } ?? []
            let first = from.map(BSUIRText.date) ?? place.bounds.from
            let last = to.map(BSUIRText.date) ?? place.bounds.to
            (entry.from, entry.to) = (first, last)
            let isUnreadable = weeks == nil || (from != nil && first == nil) || (to != nil && last == nil)
            entry.isUnplaced = isUnreadable || entry.weekday == nil || (!place.isOfShownTerm && first == nil)
        }
        return entry
    }

    /// Returns the kind by the type, since all lessons of part-time students are listed among the exams.
    private func kind(_ type: LessonType?, at place: Place) -> LessonKind {
        if isAnnouncement || (subject == nil && subjectName == nil && typeName == nil) { return .announcement }
        let isOnce = date != nil || place.weekday == nil
        switch type {
        case .lecture, .practical, .laboratory: return .lesson
        case .exam, .consultation, .credit, .gradedCredit, .candidateExam: return isOnce ? .exam : .lesson
        case .other, nil: return place.weekday == nil && !place.isPartTime ? .exam : .lesson
        }
    }
}
