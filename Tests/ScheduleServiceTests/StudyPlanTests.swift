import ScheduleContract
import Testing
import Values
import Wire

@testable import ScheduleService

@Suite struct StudyPlanTests {
    private func plan(_ days: (String, [String])..., more: String = "\"exams\":[]") throws -> StudyPlan {
        let map = days.map { "\"\($0)\":[\($1.joined(separator: ","))]" }.joined(separator: ",")
        let json = Samples.timetable("\"schedules\":{\(map)}", more)
        return try JSONCoding.decode(BSUIRTimetable.self, from: Array(json.utf8), unknownMembers: .ignored).plan()
    }

    private func day(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

    private let time = try? MinskTime()

    @Test func `A lesson takes place on its weekday, in its weeks, between its first and last day`() throws {
        let plan = try plan(
            (
                "Понедельник",
                [Samples.lesson(["\"startLessonDate\":\"14.09.2026\"", "\"endLessonDate\":\"12.10.2026\""])]
            ))
        // Weeks 1 and 3: 31 August, 14 and 28 September, 12 and 26 October.
        let expected = ["2026-09-14": 1, "2026-09-28": 1, "2026-10-12": 1, "2026-09-21": 0, "2026-09-15": 0]
        for (date, count) in expected {
            #expect(plan.day(try day(date), subgroup: nil).lessons.count == count, "\(date)")
        }
        // Outside its range of dates, the lesson is listed as inactive.
        for date in ["2026-10-26", "2026-11-09"] {
            let entries = plan.day(try day(date), subgroup: nil)
            #expect(entries.lessons.isEmpty && entries.inactive.count == 1, "\(date)")
        }
        // Outside the term it is not listed at all.
        #expect(plan.day(try day("2026-08-31"), subgroup: nil) == StudyPlan.DayEntries())
    }

    @Test func `A subgroup attends its own lessons and the whole group's`() throws {
        let plan = try plan(
            (
                "Понедельник",
                (0...2).map { Samples.lesson(["\"numSubgroup\":\($0)", "\"startLessonTime\":\"1\($0):00\""]) }
            ))
        let monday = try day("2026-09-14")
        #expect(plan.day(monday, subgroup: nil).lessons.map(\.subgroup) == [nil, 1, 2])
        #expect(plan.day(monday, subgroup: Subgroup(1)).lessons.map(\.subgroup) == [nil, 1])
        #expect(plan.day(monday, subgroup: Subgroup(3)).lessons.map(\.subgroup) == [nil])
    }

    @Test func `The next lessons skip days without lessons of the subgroup, even across New Year`() throws {
        let time = try #require(time)
        let plan = try plan(
            ("Понедельник", [Samples.lesson(["\"numSubgroup\":2"])]),
            ("Среда", [Samples.lesson(["\"numSubgroup\":1", "\"weekNumber\":[4]"])]),
            more: "\"exams\":[\(Samples.lesson(["\"lessonTypeAbbrev\":\"Экзамен\"", "\"dateLesson\":\"05.01.2027\""]))]"
        )
        let sunday = try #require(Instant("2026-12-13T10:00:00Z"))
        let coming = plan.upcoming(after: sunday, subgroup: Subgroup(1), limit: 2, days: 120, time: time)
        // 16 December is the only Wednesday of week 4 in that stretch; then comes the exam.
        #expect(coming.next.map { $0.date.description } == ["2026-12-16", "2027-01-05"])
        #expect(coming.next.first?.startsAt.description == "2026-12-16T10:35:00Z")
        #expect(coming.searchedTo.description == "2027-01-05")
    }

    @Test func `A lesson is current until it ends, and next until it begins`() throws {
        let time = try #require(time)
        let plan = try plan(("Понедельник", [Samples.lesson()]))
        func at(_ text: String) throws -> StudyPlan.UpcomingEntries {
            plan.upcoming(after: try #require(Instant(text)), subgroup: nil, limit: 1, days: 2, time: time)
        }
        let begin = try at("2026-09-14T10:35:00Z")
        #expect(begin.next.count == 1 && begin.current.isEmpty)
        let running = try at("2026-09-14T10:35:00.001Z")
        #expect(running.next.isEmpty && running.current.count == 1)
        #expect(try at("2026-09-14T12:00:00Z").current.isEmpty)
    }

    @Test func `A lesson past midnight ends on the next day and is current until then`() throws {
        let time = try #require(time)
        let plan = try plan(
            ("Понедельник", [Samples.lesson(["\"startLessonTime\":\"23:00\"", "\"endLessonTime\":\"01:00\""])]))
        func at(_ text: String) throws -> StudyPlan.UpcomingEntries {
            plan.upcoming(after: try #require(Instant(text)), subgroup: nil, limit: 1, days: 1, time: time)
        }
        let before = try at("2026-09-14T12:00:00Z")
        #expect(before.next.map(\.startsAt.description) == ["2026-09-14T20:00:00Z"])
        #expect(before.next.map(\.endsAt.description) == ["2026-09-14T22:00:00Z"])
        #expect(try at("2026-09-14T20:30:00Z").current.count == 1)
        // In Minsk it is Tuesday, half an hour past midnight.
        let late = try at("2026-09-14T21:30:00Z")
        #expect(late.current.count == 1 && late.searchedTo.description == "2026-09-15")
        #expect(try at("2026-09-14T22:00:00Z").current.isEmpty)
    }

    @Test func `An end hours before the start is left out, and the lesson is over at once`() throws {
        let time = try #require(time)
        let plan = try plan(
            ("Понедельник", [Samples.lesson(["\"startLessonTime\":\"13:35\"", "\"endLessonTime\":\"13:00\""])]))
        #expect(plan.entries.map(\.end) == [nil])
        let later = plan.upcoming(
            after: try #require(Instant("2026-09-14T12:00:00Z")), subgroup: nil, limit: 1, days: 1, time: time)
        #expect(later.current.isEmpty)
    }

    @Test func `The search for the next lessons ends and reports its last day`() throws {
        let time = try #require(time)
        let plan = try plan(("Понедельник", [Samples.lesson()]))
        let moment = try #require(Instant("2027-07-01T00:00:00Z"))
        let coming = plan.upcoming(after: moment, subgroup: nil, limit: 5, days: 30, time: time)
        #expect(coming.next.isEmpty && coming.searchedTo.description == "2027-07-30")
    }

    @Test func `At 23:30 UTC on 31 August it is 1 September in Minsk and lessons have begun`() throws {
        let time = try #require(time)
        let plan = try plan(
            ("Вторник", [Samples.lesson(["\"startLessonDate\":\"01.09.2026\"", "\"startLessonTime\":\"08:30\""])]))
        let moment = try #require(Instant("2026-08-31T23:30:00Z"))
        let coming = plan.upcoming(after: moment, subgroup: nil, limit: 1, days: 1, time: time)
        #expect(coming.next.first?.startsAt.description == "2026-09-01T05:30:00Z")
    }

    @Test func `Announcements are listed on their days, apart from lessons`() throws {
        let plan = try plan(
            (
                "Понедельник",
                [
                    Samples.lesson([
                        "\"announcement\":true", "\"subject\":null", "\"subjectFullName\":null",
                        "\"lessonTypeAbbrev\":null", "\"weekNumber\":null", "\"startLessonDate\":\"14.09.2026\"",
                        "\"endLessonDate\":\"14.09.2026\"",
                    ])
                ]
            ))
        let entries = plan.day(try day("2026-09-14"), subgroup: nil)
        #expect(entries.announcements.count == 1 && entries.lessons.isEmpty)
        #expect(plan.day(try day("2026-09-21"), subgroup: nil).announcements.isEmpty)
    }

    @Test func `A lesson on a day has its date and instants, a recurring one in a timetable has none`() throws {
        let time = try #require(time)
        let plan = try plan(
            ("Понедельник", [Samples.lesson()]),
            more: "\"exams\":[\(Samples.lesson(["\"lessonTypeAbbrev\":\"Экзамен\"", "\"dateLesson\":\"05.01.2027\""]))]"
        )
        let recurring = try #require(plan.entries.first)
        let today = try day("2026-09-14")
        let pattern = recurring.lesson(today: today, time: time, in: .english)
        #expect(pattern.date == nil && pattern.startsAt == nil && pattern.endsAt == nil && pattern.start != nil)
        let lesson = recurring.lesson(today: today, on: today, time: time, in: .english)
        #expect(lesson.date == today && lesson.startsAt?.description == "2026-09-14T10:35:00Z")
        #expect(lesson.endsAt?.description == "2026-09-14T12:00:00Z" && lesson.weeks == pattern.weeks)
        let exam = try #require(plan.exams(subgroup: nil).first).lesson(today: today, time: time, in: .english)
        #expect(exam.date?.description == "2027-01-05" && exam.startsAt?.description == "2027-01-05T10:35:00Z")
    }

    @Test(arguments: [
        ("УЛк", Language.english, "Lecture"), ("ЛК", .russian, "Лекция"), ("ПЗ", .belarusian, "Практычны занятак"),
        ("Зачет", .belarusian, "Залік"), ("Семинар", .english, "Семинар"), ("Семинар", .belarusian, "Семинар"),
    ])
    func `A type has a name in the caller's language, an unknown one the university's, and both keep its abbreviation`(
        abbreviation: String, language: Language, name: String
    ) throws {
        let plan = try plan(("Понедельник", [Samples.lesson(["\"lessonTypeAbbrev\":\"\(abbreviation)\""])]))
        let lesson = try #require(plan.entries.first).lesson(
            today: try day("2026-09-14"), time: try #require(time), in: language)
        #expect(lesson.typeName == name && lesson.typeAbbreviation == abbreviation)
    }

    @Test func `Every type but the unknown one has a name of its own in each language`() {
        let named = LessonType.allCases.filter { $0 != .other }.compactMap(LessonTypeNames.name)
        #expect(named.count == LessonType.allCases.count - 1)
        for language in Language.allCases { #expect(Set(named.map { $0[language] }).count == named.count) }
        #expect(LessonTypeNames.name(of: .other) == nil)
    }

    @Test func `Lessons are inactive before they begin and after they have ended`() throws {
        let time = try #require(time)
        let entry = try #require(try plan(("Понедельник", [Samples.lesson()])).entries.first)
        let expected = ["2026-09-06": true, "2026-09-07": false, "2026-12-26": false, "2026-12-27": true]
        for (date, inactive) in expected {
            #expect(entry.lesson(today: try day(date), time: time, in: .english).isInactive == inactive, "\(date)")
        }
    }

    @Test func `A plan survives encoding and decoding`() throws {
        let plan = try plan(
            ("Понедельник", [Samples.lesson(), Samples.lesson(["\"numSubgroup\":1", "\"note\":\"x\""])]),
            more: "\"exams\":[\(Samples.lesson(["\"dateLesson\":\"05.01.2027\""]))]")
        let copy = try JSONCoding.decode(StudyPlan.self, from: try JSONCoding.encode(plan))
        #expect(copy == plan)
    }
}
