import ScheduleContract
import Values

/// A timetable that the index of rooms has read.
struct RoomSource: Sendable {
    var subject: Subject
    /// The time of the university's answer.
    var readAt: Instant
    /// False if the university publishes no timetable of the owner.
    var hasTimetable: Bool
    var span: PublishedSpan
}

/// The days for which a timetable is published; a missing bound admits any day.
struct PublishedSpan: Equatable, Sendable {
    var first: LocalDate?
    var last: LocalDate?

    func contains(_ date: LocalDate) -> Bool {
        (first.map { $0 <= date } ?? true) && (last.map { date <= $0 } ?? true)
    }
}

extension StudyPlan {
    /// The days for which lessons or exams are published.
    ///
    /// The dates of the exams count only if there are exams. A part-time group's lessons have dates of their own, so
    /// its timetable has no bounds.
    var publishedSpan: PublishedSpan {
        guard !isPartTime else { return PublishedSpan() }
        let all = entries + nextEntries
        let hasExams = all.contains { $0.kind == .exam }
        let firsts = all.compactMap { $0.from ?? $0.date }
        let lasts = all.compactMap { $0.to ?? $0.date }
        return PublishedSpan(
            first: (firsts + [start].compactMap(\.self)).min(),
            last: (lasts + [end, hasExams ? examsEnd : nil].compactMap(\.self)).max())
    }
}

extension Schedule.RoomCoverage {
    /// The age beyond which a timetable counts as unread, in seconds.
    static let oldestSeconds: Int64 = 3 * 86_400
    /// The share of timetables that must have been read before a room is called free.
    static let sufficientPercent = 95

    /// Counts the timetables that were read recently, of the groups and lecturers of the catalogues.
    ///
    /// - Parameter date: the day for which a group's timetable must be published; `nil` for any. A group without a
    ///   timetable counts as read, but at least half of the groups must have one for the day: in the holidays, the
    ///   university withdraws the timetables, which does not make a room free.
    init(
        of sources: [RoomSource], groups all: [Schedule.Group], lecturers: [Schedule.Lecturer], on date: LocalDate?,
        now: Instant
    ) {
        let oldest = now.advanced(bySeconds: -Self.oldestSeconds)
        let recent = Dictionary(
            sources.filter { $0.readAt >= oldest }.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
        let groups = all.compactMap { recent[.group($0.number)] }
        let published = groups.filter { source in
            source.hasTimetable && (date.map { source.span.contains($0) } ?? true)
        }
        let read = published.count + groups.filter { !$0.hasTimetable }.count
        let lecturersRead = lecturers.filter { recent[.lecturer($0.slug)] != nil }.count
        func isEnough(_ part: Int, of whole: Int, percent: Int) -> Bool {
            whole > 0 && part * 100 >= whole * percent
        }
        self.init(
            groups: all.count, groupsRead: read, lecturers: lecturers.count, lecturersRead: lecturersRead,
            isSufficient: isEnough(read, of: all.count, percent: Self.sufficientPercent)
                && isEnough(lecturersRead, of: lecturers.count, percent: Self.sufficientPercent)
                && isEnough(published.count, of: all.count, percent: 50))
    }
}
