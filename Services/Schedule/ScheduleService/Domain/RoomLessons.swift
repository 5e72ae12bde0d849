import ScheduleContract
import Values

/// A lesson as the timetable of one of its groups or lecturers lists it.
struct RoomEntry: Sendable {
    var subject: Subject
    var entry: Entry
}

/// Merges the entries of a room's lessons: the timetable of each group and lecturer contains the same lesson.
enum RoomLessons {
    /// Returns each lesson once, with all its groups and lecturers, in the order of timetables.
    ///
    /// - Parameter lecturer: the name of a lecturer, whose own timetable does not contain it.
    static func merged(_ entries: [RoomEntry], lecturer: (LecturerSlug) -> Schedule.LecturerName) -> [Entry] {
        var lessons: [Key: [Entry]] = [:]
        for one in entries {
            var entry = one.entry
            switch one.subject {
            case .group(let number): if !entry.groups.contains(number) { entry.groups.append(number) }
            case .lecturer(let slug):
                if !entry.lecturers.contains(where: { $0.slug == slug }) { entry.lecturers.append(lecturer(slug)) }
            }
            let key = Key(entry)
            if let index = lessons[key]?.firstIndex(where: { $0.overlaps(entry) }) {
                lessons[key]?[index].merge(entry)
            } else {
                lessons[key, default: []].append(entry)
            }
        }
        return lessons.values.flatMap(\.self).map { entry in
            var entry = entry
            entry.groups.sort { $0.text < $1.text }
            entry.lecturers.sort { $0.name < $1.name }
            return entry
        }.sorted { left, right in
            if Entry.order(left, right) { return true }
            if Entry.order(right, left) { return false }
            return (left.groups.first?.text ?? "") < (right.groups.first?.text ?? "")
        }
    }

    /// The members that are equal in all timetables that contain a lesson.
    private struct Key: Hashable {
        var kind: LessonKind
        var subject: String?
        var type: String?
        var weekday: Int?
        var weeks: WeekSet
        var date: LocalDate?
        var isUnplaced: Bool
        var start: Int?
        var end: Int?
        var subgroup: Int?

        init(_ entry: Entry) {
            kind = entry.kind
            subject = entry.subject ?? entry.subjectName
            type = entry.typeName?.lowercased()
            weekday = entry.weekday
            weeks = entry.weeks
            date = entry.date
            isUnplaced = entry.isUnplaced
            start = entry.start
            end = entry.end
            subgroup = entry.subgroup
        }
    }
}

extension Entry {
    /// Returns true if a day can lie within the bounds of both entries.
    fileprivate func overlaps(_ other: Entry) -> Bool {
        func isBefore(_ last: LocalDate?, _ first: LocalDate?) -> Bool {
            guard let last, let first else { return false }
            return last < first
        }
        return !isBefore(to, other.from) && !isBefore(other.to, from)
    }

    /// Adds the groups, lecturers and days of the same lesson in another timetable.
    fileprivate mutating func merge(_ other: Entry) {
        groups += other.groups.filter { !groups.contains($0) }
        for person in other.lecturers
        where !lecturers.contains(where: { $0.slug == person.slug && (person.slug != nil || $0.name == person.name) }) {
            lecturers.append(person)
        }
        // A missing bound admits any day.
        from = from.flatMap { own in other.from.map { min(own, $0) } }
        to = to.flatMap { own in other.to.map { max(own, $0) } }
        note = note ?? other.note
    }
}
