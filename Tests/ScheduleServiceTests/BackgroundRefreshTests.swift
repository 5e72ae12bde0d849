import Logging
import ScheduleContract
import ServiceRuntime
import Synchronization
import Testing
import Upstream

@testable import ScheduleService

@Suite struct BackgroundRefreshTests {
    private func refresh(_ test: TestUniversity, parallel: Int = 2) -> BackgroundRefresh {
        BackgroundRefresh(
            library: test.library, plan: BackgroundRefresh.Plan(parallel: parallel), metrics: test.metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, sleep: { _ in }, random: { 0.5 })
    }

    /// Makes a university with many groups.
    private func crowd(_ count: Int) -> FakeUniversity {
        let university = FakeUniversity()
        let rows = (0..<count).map { "{\"name\":\"\(350_000 + $0)\"}" }
        university.say(.json("[\(rows.joined(separator: ","))]"), to: "/student-groups")
        return university
    }

    @Test func `A round fetches every group and lecturer once, and the next one only old copies`()
        async throws
    {
        try await TestUniversity.with(university: crowd(40)) { test in
            let refresh = refresh(test)
            let isFinished1 = await refresh.round()
            #expect(isFinished1)
            let asked = test.university.asked
            #expect(Set(asked).count == asked.count && asked.count == 3 + 40 + 2)
            #expect(test.university.peak <= 2)
            test.university.forget()
            test.clock.advance(.seconds(9 * 3_600))
            let isFinished2 = await refresh.round()
            #expect(isFinished2)
            #expect(test.university.asked.isEmpty)
            // A round that begins a tenth of the interval early skips nobody.
            test.clock.advance(.seconds(100 * 60))
            let isFinished3 = await refresh.round()
            #expect(isFinished3)
            #expect(test.university.asked.count == 42)
        }
    }

    @Test func `Three failures in a row end a round`() async throws {
        try await TestUniversity.with(university: crowd(40)) { test in
            let refresh = refresh(test, parallel: 1)
            _ = try await test.library.groups()
            _ = try await test.library.lecturers()
            _ = try await test.library.rooms()
            test.university.forget()
            test.university.fail(with: .timedOut)
            let isFinished4 = await refresh.round()
            #expect(!isFinished4)
            #expect(test.university.asked.count == 3)
            #expect(test.metrics.rounds[.stopped] == 1 && test.metrics.refreshes[.failed] == 3)
        }
    }

    @Test func `Isolated failures do not end a round`() async throws {
        try await TestUniversity.with(university: crowd(20)) { test in
            for number in [350_001, 350_007, 350_013] {
                test.university.say(.failure(.refused(status: 500, body: [])), to: "/schedule?studentGroup=\(number)")
            }
            // The failing groups are not adjacent in the catalogue.
            let isFinished5 = await refresh(test, parallel: 1).round()
            #expect(isFinished5)
            #expect(test.metrics.refreshes[.fetched] == 19 && test.metrics.refreshes[.failed] == 3)
        }
    }

    @Test(arguments: [nil, "\"schedules\":null", "\"schedules\":{}", "\"nextTerm\":null"])
    func `A university that moved costs few cached timetables, with 404 as with empty answers`(
        _ empty: String?
    ) async throws {
        let university = crowd(20)
        for number in 350_000..<350_020 {
            university.say(.json(TestUniversity.timetable(of: number)), to: "/schedule?studentGroup=\(number)")
        }
        try await TestUniversity.with(university: university) { test in
            let isFilled = await refresh(test).round()
            #expect(isFilled)
            for number in 350_000..<350_020 {
                let owner = "\"studentGroupDto\":{\"name\":\"\(number)\"}"
                university.say(
                    empty.map { .json("{\(owner),\($0)}") } ?? .absent, to: "/schedule?studentGroup=\(number)")
            }
            for _ in 0..<5 {
                test.clock.advance(.seconds(13 * 3_600))
                let isFinished = await refresh(test, parallel: 1).round()
                #expect(!isFinished)
            }
            var kept = 0
            for number in 350_000..<350_020 {
                let told = try await test.forGroup(String(number))
                if told.hasTimetable, told.stale { kept += 1 }
            }
            #expect(kept == 20 - FailureTracker.vanishing)
        }
    }

    @Test func `Without catalogues there is no round`() async throws {
        try await TestUniversity.with { test in
            test.university.fail(with: .unreachable("no"))
            let isFinished6 = await refresh(test).round()
            #expect(!isFinished6)
            #expect(test.university.asked == ["/student-groups"])
        }
    }
}
