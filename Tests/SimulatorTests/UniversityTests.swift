import Foundation
import Testing
import Values

@testable import Simulator

@Suite struct UniversityTests {
    private static let api = "/bsuir/api/v1"

    private func university(on date: String) throws -> University {
        University(seed: 1, term: Term(on: try #require(LocalDate(date))))
    }

    @Test(arguments: [
        ("2026-10-07", 2), ("2026-09-01", 1), ("2026-08-31", 1), ("2026-08-30", 4), ("2024-09-01", 1),
        ("2024-09-02", 2), ("2026-12-31", 2), ("2027-01-01", 2), ("2027-01-04", 3),
    ])
    func `Weeks count from the Monday of the week of 1 September`(
        date: String, week: Int
    ) throws {
        #expect(Term.week(of: try #require(LocalDate(date))) == week)
    }

    @Test(arguments: [
        ("2026-08-19", false, 2025), ("2026-08-20", true, 2026), ("2026-12-31", true, 2026),
        ("2027-01-31", true, 2026),
        ("2027-02-01", false, 2026), ("2027-07-15", false, 2026),
    ])
    func `A term begins before its first day of lessons and lasts until the next term`(
        date: String, isAutumn: Bool, year: Int
    ) throws {
        let term = Term(on: try #require(LocalDate(date)))
        #expect(term.isAutumn == isAutumn)
        #expect(term.academicYear == year)
    }

    @Test func `There are about 400 groups and 800 lecturers with unique names`() throws {
        let university = try university(on: "2026-10-07")
        #expect((380...430).contains(university.groups.count))
        #expect(university.lecturers.count == 800)
        #expect(Set(university.groups.map(\.name)).count == university.groups.count)
        #expect(Set(university.groups.map(\.id)).count == university.groups.count)
        #expect(Set(university.lecturers.map(\.slug)).count == 800)
        for group in university.groups { #expect(group.name.count == 6 && Int(group.name) != nil) }
        for lecturer in university.lecturers {
            #expect(lecturer.slug.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
        }
        #expect(university.groups.contains { $0.name.hasPrefix("0") && $0.kind == .withoutTimetable })
        #expect(university.groups.contains { $0.course == nil })
        #expect(university.lecturers.contains { $0.name.middle == nil })
    }

    @Test func `No group, lecturer or room is in two places at once`() throws {
        let university = try university(on: "2026-10-07")
        var taken: Set<String> = []
        for lesson in university.lessons where lesson.kind == .regular {
            for week in 0..<4 where lesson.weeks >> UInt8(week) & 1 == 1 {
                let slot = "\(lesson.weekday) \(lesson.start) \(week)"
                var who = lesson.groups.flatMap { group in
                    (lesson.subgroup == 0 ? [1, 2] : [lesson.subgroup]).map { "group \(group) \($0)" }
                }
                if let lecturer = lesson.lecturer { who.append("lecturer \(lecturer)") }
                if let room = lesson.room { who.append("room \(room)") }
                for one in who { #expect(taken.insert("\(one) \(slot)").inserted, "\(one) \(slot)") }
            }
        }
        #expect(taken.count > 10_000)
    }

    @Test func `Dates of lessons lie on their weekday, in their weeks and in the term`() throws {
        for date in ["2026-10-07", "2027-03-10"] {
            let university = try university(on: date)
            for lesson in university.lessons {
                for date in [lesson.firstDate, lesson.lastDate, lesson.date].compactMap(\.self) {
                    #expect(date.weekday == lesson.weekday)
                    if lesson.kind != .announcement {
                        #expect(lesson.weeks >> UInt8(Term.week(of: date) - 1) & 1 == 1)
                    }
                    #expect(date >= university.term.start && date <= university.term.examsEnd)
                }
            }
        }
    }

    @Test func `Each lesson of a group appears in its lecturer's timetable`() async throws {
        try await Simulator.with { simulator in
            let groups = try await simulator.reply("\(Self.api)/student-groups").rows.compactMap {
                $0["name"] as? String
            }
            var checked = 0
            for name in groups.filter({ $0.hasSuffix("1") }).prefix(12) {
                let timetable = try await simulator.reply("\(Self.api)/schedule?studentGroup=\(name)").json
                for (day, lessons) in timetable["schedules"] as? [String: [[String: Any]]] ?? [:] {
                    for lesson in lessons {
                        for lecturer in lesson["employees"] as? [[String: Any]] ?? [] {
                            let slug = try #require(lecturer["urlId"] as? String)
                            let other = try await simulator.reply("\(Self.api)/employees/schedule/\(slug)").json
                            let rows = (other["schedules"] as? [String: [[String: Any]]])?[day] ?? []
                            #expect(
                                rows.contains { row in
                                    row["subject"] as? String == lesson["subject"] as? String
                                        && row["startLessonTime"] as? String == lesson["startLessonTime"] as? String
                                        && row["weekNumber"] as? [Int] == lesson["weekNumber"] as? [Int]
                                        && row["auditories"] as? [String] == lesson["auditories"] as? [String]
                                        && (row["studentGroups"] as? [[String: Any]] ?? []).contains {
                                            $0["name"] as? String == name
                                        }
                                })
                            #expect(rows.allSatisfy { $0["employees"] is NSNull })
                            checked += 1
                        }
                    }
                }
            }
            #expect(checked > 100)
        }
    }

    @Test func `A timetable has the members of the university's answers in 2026`() async throws {
        try await Simulator.with { simulator in
            let timetable = try await simulator.reply("\(Self.api)/schedule?studentGroup=353501").json
            #expect(
                Set(timetable.keys) == [
                    "startDate", "endDate", "startExamsDate", "endExamsDate", "employeeDto", "studentGroupDto",
                    "schedules",
                    "nextSchedules", "currentTerm", "nextTerm", "exams", "currentPeriod", "isZaochOrDist",
                ])
            #expect(timetable["startDate"] as? String == "01.09.2026")
            #expect(timetable["currentPeriod"] as? String == "Осенний")
            #expect(timetable["isZaochOrDist"] as? Bool == false)
            #expect((timetable["exams"] as? [Any])?.isEmpty == true)
            let week = try await simulator.reply("\(Self.api)/schedule/current-week")
            #expect(week.text == "2")
        }
    }

    @Test func `Exams are also listed by weekday, and part-time groups have nothing else`() async throws {
        try await Simulator.with(at: "2027-01-08T09:00:00Z") { simulator in
            let timetable = try await simulator.reply("\(Self.api)/schedule?studentGroup=353501").json
            let exams = try #require(timetable["exams"] as? [[String: Any]])
            #expect(timetable["currentPeriod"] as? String == "Сессия")
            #expect(exams.count == 8)
            let days = try #require(timetable["schedules"] as? [String: [[String: Any]]])
            #expect(days.values.joined().count { $0["dateLesson"] is String } >= 8)
            let groups = try await simulator.reply("\(Self.api)/student-groups").rows
            let name = try #require(
                groups.first { ($0["facultyAbbrev"] as? String) == "ИИТ" && $0["course"] is Int }?["name"] as? String)
            let partTime = try await simulator.reply("\(Self.api)/schedule?studentGroup=\(name)").json
            #expect(partTime["schedules"] is NSNull)
            #expect(partTime["startDate"] is NSNull)
            #expect(partTime["isZaochOrDist"] as? Bool == true)
            #expect(
                (partTime["exams"] as? [[String: Any]])?.contains { $0["lessonTypeAbbrev"] as? String == "УЛк" } == true
            )
        }
    }

    @Test func `An unknown group and one without a timetable get 404 without a body`() async throws {
        try await Simulator.with { simulator in
            for name in ["999999", "089103"] {
                let reply = try await simulator.reply("\(Self.api)/schedule?studentGroup=\(name)")
                #expect(reply.status == 404)
                #expect(reply.body.isEmpty)
            }
            #expect(try await simulator.reply("\(Self.api)/student-groups").text.contains("\"089103\""))
        }
    }

    @Test func `A moved lesson changes for group and lecturer until the change is undone`()
        async throws
    {
        try await Simulator.with { simulator in
            let target = "\(Self.api)/schedule?studentGroup=353501"
            let before = try await simulator.reply(target).body
            simulator.apply(DataChange(.lessonMoved).with { $0.group = "353501" })
            let after = try await simulator.reply(target)
            #expect(after.body != before)
            let days = try #require(after.json["schedules"] as? [String: [[String: Any]]])
            let lesson = try #require(days.values.joined().first { $0["note"] as? String == "перенесено" })
            if let slug = (lesson["employees"] as? [[String: Any]])?.first?["urlId"] as? String {
                #expect(try await simulator.reply("\(Self.api)/employees/schedule/\(slug)").text.contains("перенесено"))
            }
            let update = "\(Self.api)/last-update-date/student-group?groupNumber=353501"
            #expect(try await simulator.reply(update).json["lastUpdateDate"] as? String == "07.10.2026")
            simulator.clearChanges()
            #expect(try await simulator.reply(target).body == before)
        }
    }

    @Test func `Lists shrink, timetables vanish and shapes change on command`() async throws {
        try await Simulator.with(at: "2027-01-08T09:00:00Z") { simulator in
            let target = "\(Self.api)/schedule?studentGroup=353501"
            simulator.apply(DataChange(.listShrank).with { ($0.list, $0.count) = ("student-groups", 3) })
            #expect(try await simulator.reply("\(Self.api)/student-groups").rows.count == 3)
            simulator.apply(DataChange(.shape).with { $0.shape = "2024" })
            let old = try await simulator.reply(target).json
            #expect(old["schedules"] is NSNull)
            #expect(old["previousSchedules"] is [String: Any])
            simulator.apply(DataChange(.shape).with { $0.shape = "seconds" })
            #expect(try await simulator.reply(target).text.contains("\"startLessonTime\":\"08:30:00\""))
            simulator.apply(DataChange(.shape).with { $0.shape = "2022" })
            #expect(try await simulator.reply(target).json["currentTerm"] == nil)
            simulator.apply(DataChange(.timetableGone).with { $0.group = "353501" })
            #expect(try await simulator.reply(target).status == 404)
        }
    }
}
