import ScheduleContract
import Testing
import Values

@testable import ScheduleService

/// The use of rooms on a day, computed from lessons; 14 September 2026 is a Monday of week 3.
@Suite struct RoomDayTests {
    private let monday = LocalDate(daysSince1970: 20_710)
    private let room = RoomKey(of: "502-2 к.")

    private func entry(_ change: (inout Entry) -> Void = { _ in }) -> Entry {
        var entry = Entry(
            kind: .lesson, subject: "МЗИ", subjectName: nil, type: .lecture, typeName: "ЛК", weekday: 1, weeks: .all,
            date: nil, from: nil, to: nil, isUnplaced: false, start: 600, end: 685, subgroup: nil,
            rooms: ["502-2 к."], lecturers: [], groups: [], note: nil, isSplit: false)
        change(&entry)
        return entry
    }

    private func gap(_ entries: [Entry], _ interval: Range<Int>, on date: LocalDate? = nil) -> RoomDay.Gap? {
        let day = RoomDay(date ?? monday, uses: entries.map { RoomUse(room: room, entry: $0) })
        return day.gap(in: room, around: interval)
    }

    @Test func `Names that differ in spaces, dots and case are the same room`() {
        #expect(RoomKey(of: "502-2 к.") == RoomKey(of: "502-2К") && RoomKey(of: "612а-5 к.") == RoomKey(of: "612А-5к"))
        #expect(
            RoomKey(of: "502-2 к.") != RoomKey(of: "502-3 к.") && RoomKey(of: "50-22 к.") != RoomKey(of: "502-2 к."))
    }

    @Test func `A gap reaches from the end of a lesson to the start of the next`() {
        let entries = [entry(), entry { ($0.start, $0.end) = (815, 900) }, entry { ($0.start, $0.end) = (480, 560) }]
        #expect(gap(entries, 685..<815) == RoomDay.Gap(from: 685, until: 815))
        #expect(gap(entries, 590..<600) == RoomDay.Gap(from: 560, until: 600))
        #expect(gap(entries, 900..<900) == RoomDay.Gap(from: 900, until: nil))
        for interval in [600..<600, 684..<684, 590..<601, 500..<1_000, 899..<899] {
            #expect(gap(entries, interval) == nil)
        }
        #expect(gap([], 600..<700) == RoomDay.Gap())
    }

    @Test func `A lesson uses its room on the days on which it takes place`() {
        #expect(gap([entry { $0.weeks = .week(4) }], 600..<600) != nil)
        #expect(gap([entry { $0.weeks = .week(3) }], 600..<600) == nil)
        #expect(gap([entry { $0.to = LocalDate(daysSince1970: 20_709) }], 600..<600) != nil)
        #expect(gap([entry { $0.date = LocalDate(daysSince1970: 20_717) }], 600..<600) != nil)
        #expect(gap([entry { $0.date = LocalDate(daysSince1970: 20_710) }], 600..<600) == nil)
    }

    @Test func `A room is not free where a lesson's time is unknown`() {
        #expect(gap([entry { $0.start = nil }], 0..<1) == nil)
        #expect(gap([entry { $0.end = nil }], 1_439..<1_440) == nil && gap([entry { $0.end = nil }], 599..<600) != nil)
        #expect(gap([entry { ($0.isUnplaced, $0.weeks) = (true, []) }], 600..<600) == nil)
        #expect(gap([entry { ($0.isUnplaced, $0.weekday) = (true, nil) }], 600..<600) == nil)
        #expect(gap([entry { ($0.isUnplaced, $0.weekday) = (true, 2) }], 600..<600) != nil)
    }

    @Test func `A lesson past midnight uses its room on the next morning, too`() {
        let night = entry { ($0.start, $0.end) = (1_380, 60) }
        #expect(gap([night], 1_400..<1_400) == nil)
        let tuesday = monday.advanced(byDays: 1)
        #expect(gap([night], 30..<30, on: tuesday) == nil)
        #expect(gap([night], 60..<60, on: tuesday) == RoomDay.Gap(from: 60, until: nil))
    }

    // MARK: Lessons

    private func merged(_ entries: [(Subject, Entry)]) -> [Entry] {
        RoomLessons.merged(entries.map { RoomEntry(subject: $0.0, entry: $0.1) }) {
            Schedule.LecturerName(name: "Герчик А.", slug: $0)
        }
    }

    @Test func `A lesson in the timetables of groups and a lecturer is one lesson with all of them`() {
        let first = Subject.group(GroupNumber(unchecked: "353501"))
        let second = Subject.group(GroupNumber(unchecked: "353502"))
        let lecturer = Subject.lecturer(LecturerSlug(unchecked: "a-gerchik"))
        let lessons = merged([
            (second, entry()), (first, entry { $0.note = "online" }), (lecturer, entry()),
            (first, entry { $0.subgroup = 2 }),
        ])
        #expect(lessons.count == 2)
        #expect(lessons[0].groups.map(\.text) == ["353501", "353502"] && lessons[0].note == "online")
        #expect(lessons[0].lecturers.map(\.name) == ["Герчик А."])
        #expect(lessons[1].subgroup == 2 && lessons[1].lecturers.isEmpty)
    }

    @Test func `The same lesson in two parts of the term stays two, and overlapping bounds become the wider ones`() {
        let group = Subject.group(GroupNumber(unchecked: "353501"))
        let lecturer = Subject.lecturer(LecturerSlug(unchecked: "a-gerchik"))
        func part(_ from: Int, _ to: Int) -> Entry {
            entry { ($0.from, $0.to) = (LocalDate(daysSince1970: from), LocalDate(daysSince1970: to)) }
        }
        let lessons = merged([(group, part(100, 120)), (group, part(140, 160)), (lecturer, part(90, 130))])
        #expect(lessons.compactMap(\.from?.daysSince1970).sorted() == [90, 140])
        #expect(lessons.compactMap(\.to?.daysSince1970).sorted() == [130, 160])
    }

    // MARK: Coverage

    private func coverage(
        _ sources: [RoomSource], groups: Int = 20, lecturers: Int = 20, on date: LocalDate? = nil
    ) -> Schedule.RoomCoverage {
        Schedule.RoomCoverage(
            of: sources,
            groups: (0..<groups).map { Schedule.Group(number: GroupNumber(unchecked: "\(350_000 + $0)")) },
            lecturers: (0..<lecturers).map {
                Schedule.Lecturer(
                    slug: LecturerSlug(unchecked: "l\($0)"), lastName: "Л", shortName: "Л", departments: [])
            },
            on: date, now: Instant(milliseconds: 1_789_365_600_000))
    }

    private func sources(
        groups: Int, lecturers: Int, age seconds: Int64 = 0, hasTimetable: Bool = true, until last: LocalDate? = nil
    ) -> [RoomSource] {
        let read = Instant(milliseconds: 1_789_365_600_000).advanced(bySeconds: -seconds)
        let subjects =
            (0..<groups).map { Subject.group(GroupNumber(unchecked: "\(350_000 + $0)")) }
            + (0..<lecturers).map { Subject.lecturer(LecturerSlug(unchecked: "l\($0)")) }
        return subjects.map {
            RoomSource(
                subject: $0, readAt: read, hasTimetable: hasTimetable, span: PublishedSpan(first: nil, last: last))
        }
    }

    @Test func `Ninety-five percent of groups and of lecturers are sufficient, and fewer of either are not`() {
        #expect(coverage(sources(groups: 19, lecturers: 19)).isSufficient)
        #expect(!coverage(sources(groups: 18, lecturers: 20)).isSufficient)
        #expect(!coverage(sources(groups: 20, lecturers: 18)).isSufficient)
        #expect(!coverage([], groups: 0, lecturers: 0).isSufficient)
        let part = coverage(sources(groups: 7, lecturers: 3))
        #expect((part.groups, part.groupsRead, part.lecturers, part.lecturersRead) == (20, 7, 20, 3))
    }

    @Test func `Timetables that are old, of nobody in the catalogue or not published for the day do not count`() {
        #expect(coverage(sources(groups: 20, lecturers: 20, age: 3 * 86_400)).groupsRead == 20)
        #expect(coverage(sources(groups: 20, lecturers: 20, age: 3 * 86_400 + 1)).groupsRead == 0)
        #expect(coverage(sources(groups: 30, lecturers: 30)).groupsRead == 20)
        let term = sources(groups: 20, lecturers: 20, until: monday)
        #expect(coverage(term, on: monday).isSufficient)
        #expect(!coverage(term, on: monday.advanced(byDays: 1)).isSufficient)
    }

    @Test func `While most groups have no timetable, no room is known to be free`() {
        let empty = coverage(sources(groups: 20, lecturers: 20, hasTimetable: false), on: monday)
        #expect(empty.groupsRead == 20 && !empty.isSufficient)
    }

    @Test func `A timetable is published for its term, and for the exams once there are any`() {
        func plan(_ entries: [Entry], isPartTime: Bool = false) -> StudyPlan {
            StudyPlan(
                term: .current, termName: nil, isPartTime: isPartTime, start: LocalDate("2026-09-01"),
                end: LocalDate("2026-12-28"), examsStart: LocalDate("2026-12-29"), examsEnd: LocalDate("2027-01-25"),
                entries: entries, nextEntries: [])
        }
        #expect(plan([entry()]).publishedSpan.last == LocalDate("2026-12-28"))
        #expect(plan([entry()]).publishedSpan.first == LocalDate("2026-09-01"))
        let exam = entry { ($0.kind, $0.date) = (.exam, LocalDate("2027-01-05")) }
        #expect(plan([entry(), exam]).publishedSpan.last == LocalDate("2027-01-25"))
        #expect(plan([exam], isPartTime: true).publishedSpan == PublishedSpan())
    }
}
