import Foundation
import ScheduleContract
import Testing
import Upstream
import Values
import Wire

@testable import ScheduleService

/// Tests of payloads captured from the university over the years; each test is skipped if they are not present.
@Suite struct CapturedPayloadTests {
    private func plan(_ name: String) throws -> StudyPlan? {
        guard let data = Samples.captured(name) else { return nil }
        let timetable = try JSONCoding.decode(BSUIRTimetable.self, from: Array(data), unknownMembers: .ignored)
        return try timetable.plan()
    }

    private func counts(_ plan: StudyPlan) -> [LessonKind: Int] {
        Dictionary(grouping: plan.entries, by: \.kind).mapValues(\.count)
    }

    @Test func `A timetable of 2022 has separate exams without a range and names no term`() throws {
        guard let plan = try plan("group_2022_exams_without_date_range.json") else { return }
        #expect(counts(plan) == [.lesson: 34, .exam: 10])
        #expect(plan.term == .current && plan.termName == nil && !plan.isPartTime)
        #expect(plan.start?.description == "2022-09-01" && plan.examsEnd?.description == "2023-01-10")
        #expect(plan.entries.filter(\.isSplit).count == 2)
        #expect(plan.exams(subgroup: nil).first?.date != nil)
    }

    @Test func `A timetable during the exams of 2024 shows the previous term and each exam once`() throws {
        guard let plan = try plan("group_221701_2024-06_session_previousSchedules.json") else { return }
        #expect(counts(plan) == [.lesson: 42, .exam: 10])
        #expect(plan.term == .previous && plan.termName == "Весенний")
        let examDay = try #require(plan.exams(subgroup: nil).first?.date)
        #expect(!plan.day(examDay, subgroup: nil).lessons.isEmpty)
        #expect(plan.day(examDay, subgroup: nil).lessons.allSatisfy { $0.kind == .exam })
    }

    @Test func `A part-time timetable of 2024 dates every entry and keeps lessons as lessons`() throws {
        guard let plan = try plan("group_314351_2024_parttime_small.json") else { return }
        #expect(plan.isPartTime && counts(plan) == [.lesson: 1, .exam: 9])
        #expect(plan.entries.allSatisfy { $0.date != nil && !$0.isUnplaced })
    }

    @Test func `An entry listed under a weekday and among a lecturer's exams counts once, with all its groups`() throws
    {
        guard let plan = try plan("employee_v-chueshov_2024.json") else { return }
        #expect(counts(plan) == [.lesson: 9, .exam: 21])
        #expect(plan.entries.map(\.groups.count).max() == 11)
        #expect(plan.entries.allSatisfy { $0.lecturers.isEmpty })
    }

    @Test func `Subgroups, bells and times with or without seconds read alike in 2026`() throws {
        guard let plan = try plan("group_353501_2026_autumn.json"),
            let seconds = try self.plan("synthetic_times_with_seconds.json")
        else { return }
        #expect(plan == seconds)
        #expect(plan.entries.map(\.subgroup).sorted { ($0 ?? 0) < ($1 ?? 0) } == [nil, 1, 2])
        #expect(plan.entries.first?.start == 8 * 60 + 30)
        #expect(plan.entries.allSatisfy { $0.weekday == 6 })
    }

    @Test func `A timetable without lessons, or without the member, is empty`() throws {
        for name in ["edge_group_000001_all_null.json", "synthetic_schedules_key_missing.json"] {
            guard let plan = try plan(name) else { return }
            #expect(plan.isEmpty, "\(name)")
        }
    }

    @Test func `Catalogues of two years are read completely`() throws {
        func count<Row: Decodable>(_ name: String, _ type: Row.Type) throws -> Int? {
            guard let data = Samples.captured(name) else { return nil }
            let rows = try JSONCoding.decode([LenientElement<Row>].self, from: Array(data), unknownMembers: .ignored)
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

    @Test func `No e-mail address of the university is passed on`() throws {
        for name in ["group_221701_2024-06_session_previousSchedules.json", "employee_v-chueshov_2024.json"] {
            guard let plan = try plan(name) else { return }
            #expect(!String(decoding: try JSONCoding.encode(plan), as: UTF8.self).contains("@"))
        }
    }

    @Test func `The computed week is the one that every captured row names`() throws {
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
