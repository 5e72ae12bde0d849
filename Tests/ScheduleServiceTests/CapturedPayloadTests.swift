import Foundation
import ScheduleContract
import Testing
import Wire

@testable import ScheduleService

/// What the university really sent, at different times; each test is passed over where the payloads are not there.
@Suite struct CapturedPayloadTests {
    private func plan(_ name: String) throws -> StudyPlan? {
        guard let data = Samples.captured(name) else { return nil }
        let timetable = try JSONCoding.decode(BSUIRTimetable.self, from: Array(data), unknownMembers: .ignored)
        return try timetable.plan()
    }

    private func counts(_ plan: StudyPlan) -> [LessonKind: Int] {
        Dictionary(grouping: plan.entries, by: \.kind).mapValues(\.count)
    }

    @Test("2022: exams lie apart and have no range; nothing says which term it is")
    func year2022() throws {
        guard let plan = try plan("group_2022_exams_without_date_range.json") else { return }
        #expect(counts(plan) == [.lesson: 34, .exam: 10])
        #expect(plan.term == .current && plan.termName == nil && !plan.isPartTime)
        #expect(plan.start?.description == "2022-09-01" && plan.examsEnd?.description == "2023-01-10")
        #expect(plan.entries.filter(\.isSplit).count == 2)
        #expect(plan.exams(subgroup: nil).first?.date != nil)
    }

    @Test("2024, in the session: the timetable of before is shown, its exams once")
    func session() throws {
        guard let plan = try plan("group_221701_2024-06_session_previousSchedules.json") else { return }
        #expect(counts(plan) == [.lesson: 42, .exam: 10])
        #expect(plan.term == .previous && plan.termName == "Весенний")
        let examDay = try #require(plan.exams(subgroup: nil).first?.date)
        #expect(!plan.day(examDay, subgroup: nil).lessons.isEmpty)
        #expect(plan.day(examDay, subgroup: nil).lessons.allSatisfy { $0.kind == .exam })
    }

    @Test("2024, part-time: everything has a date, lessons are lessons")
    func partTime() throws {
        guard let plan = try plan("group_314351_2024_parttime_small.json") else { return }
        #expect(plan.isPartTime && counts(plan) == [.lesson: 1, .exam: 9])
        #expect(plan.entries.allSatisfy { $0.date != nil && !$0.isUnplaced })
    }

    @Test("2024, a lecturer: what stands under a weekday and among the exams counts once, with all of its groups")
    func lecturer() throws {
        guard let plan = try plan("employee_v-chueshov_2024.json") else { return }
        #expect(counts(plan) == [.lesson: 9, .exam: 21])
        #expect(plan.entries.map(\.groups.count).max() == 11)
        #expect(plan.entries.allSatisfy { $0.lecturers.isEmpty })
    }

    @Test("2026: subgroups, other bells, times with and without seconds are the same timetable")
    func year2026() throws {
        guard let plan = try plan("group_353501_2026_autumn.json"),
            let seconds = try self.plan("synthetic_times_with_seconds.json")
        else { return }
        #expect(plan == seconds)
        #expect(plan.entries.map(\.subgroup).sorted { ($0 ?? 0) < ($1 ?? 0) } == [nil, 1, 2])
        #expect(plan.entries.first?.start == 8 * 60 + 30)
        #expect(plan.entries.allSatisfy { $0.weekday == 6 })
    }

    @Test("A timetable without lessons, and one without the key, are empty")
    func empty() throws {
        for name in ["edge_group_000001_all_null.json", "synthetic_schedules_key_missing.json"] {
            guard let plan = try plan(name) else { return }
            #expect(plan.isEmpty, "\(name)")
        }
    }

    @Test("Catalogues of two years are read whole")
    func catalogues() throws {
        func count<Row: Decodable>(_ name: String, _ type: Row.Type) throws -> Int? {
            guard let data = Samples.captured(name) else { return nil }
            let rows = try JSONCoding.decode([Loose<Row>].self, from: Array(data), unknownMembers: .ignored)
            #expect(rows.allSatisfy { $0.value != nil }, "\(name)")
            return rows.count
        }
        guard let groups = try count("student-groups_2025_first40.json", BSUIRGroup.self) else { return }
        #expect(groups == 40)
        #expect(try count("student-groups_2026_excerpt.json", BSUIRGroup.self) == 3)
        #expect(try count("employees_all_2024_first60.json", BSUIREmployee.self) == 60)
        #expect(try count("employees_all_2026_excerpt.json", BSUIREmployee.self) == 2)
        #expect(try count("auditories_2026.json", BSUIRRoom.self) == 2)
    }

    @Test("Whatever the university sends, no e-mail address goes on")
    func privacy() throws {
        for name in ["group_221701_2024-06_session_previousSchedules.json", "employee_v-chueshov_2024.json"] {
            guard let plan = try plan(name) else { return }
            #expect(!String(decoding: try JSONCoding.encode(plan), as: UTF8.self).contains("@"))
        }
    }

    @Test("The computed week is the one that every captured row of a day names")
    func weeks() throws {
        var checked = 0
        for name in [
            "group_2022_exams_without_date_range.json", "group_221701_2024-06_session_previousSchedules.json",
            "group_314351_2024_parttime_small.json", "employee_v-chueshov_2024.json", "group_353501_2026_autumn.json",
        ] {
            guard let data = Samples.captured(name) else { return }
            let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let maps = ["schedules", "previousSchedules"].compactMap { root[$0] as? [String: [[String: Any]]] }
            let rows = maps.flatMap { $0.values.flatMap(\.self) } + (root["exams"] as? [[String: Any]] ?? [])
            for row in rows {
                guard let weeks = row["weekNumber"] as? [Int] else { continue }
                for key in ["dateLesson", "startLessonDate", "endLessonDate"] {
                    guard let date = (row[key] as? String).flatMap(BSUIRText.date) else { continue }
                    #expect(weeks.contains(AcademicWeek(of: date).number), "\(name): \(date) is of \(weeks)")
                    checked += 1
                }
            }
        }
        #expect(checked > 200)
        print("weeks compared with \(checked) dates of captured rows")
    }
}
