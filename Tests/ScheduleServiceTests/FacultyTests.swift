import Contract
import ScheduleContract
import Testing
import Upstream
import Values

@testable import ScheduleService

/// Groups by faculty, speciality and year of study.
@Suite struct FacultyTests {
    private func group(
        _ number: String, _ faculty: String?, _ speciality: String?, _ course: Int? = nil
    ) -> Schedule.Group {
        Schedule.Group(
            number: GroupNumber(unchecked: number), faculty: nil, facultyAbbreviation: faculty, speciality: speciality,
            specialityAbbreviation: nil, course: course)
    }

    @Test func `Groups are found by faculty, speciality and year, and what has no name comes last`() {
        let faculties = FacultyTree.faculties(of: [
            group("100001", nil, nil), group("200001", "ФКСиС", "Б", 2), group("200002", "ФКСиС", "Б", 1),
            group("200003", "ФКСиС", "Б", 1), group("200004", "ФКСиС", "А"), group("300001", "ФКП", "В", 4),
            group("200005", "ФКСиС", "Б"),
        ])
        #expect(faculties.map(\.abbreviation) == ["ФКП", "ФКСиС", nil])
        let specialities = faculties[1].specialities
        #expect(specialities.map(\.name) == ["А", "Б"])
        #expect(specialities[1].courses.map(\.course) == [1, 2, nil])
        #expect(specialities[1].courses[0].groups.map(\.text) == ["200002", "200003"])
        #expect(faculties[2].specialities[0].courses[0].groups.map(\.text) == ["100001"])
    }

    @Test func `The catalogue's groups are all in the answer, with its age`() async throws {
        try await TestUniversity.with { test in
            let result = try await test.handler.catalogues.faculties(.init(), test.context())
            let numbers = result.items.flatMap(\.specialities).flatMap(\.courses).flatMap(\.groups).map(\.text)
            #expect(numbers.sorted() == ["050541", "314351", "353501"])
            #expect(result.items.map(\.abbreviation) == ["ФКП", "ФКСиС"] && !result.isStale)
            #expect(result.fetchedAt == test.clock.now)
            test.university.fail(with: .timedOut)
            #expect(try await test.handler.catalogues.faculties(.init(), test.context()) == result)
        }
        try await TestUniversity.with { test in
            test.university.fail(with: .timedOut)
            let failure = await code { _ = try await test.handler.catalogues.faculties(.init(), test.context()) }
            #expect(failure?.reason == "catalogue-unavailable")
        }
    }
}
