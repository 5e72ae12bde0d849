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
    private func university(groups count: Int) -> FakeUniversity {
        let university = FakeUniversity()
        let rows = (0..<count).map { "{\"name\":\"\(350_000 + $0)\"}" }
        university.setReply(.json("[\(rows.joined(separator: ","))]"), for: "/student-groups")
        return university
    }

    @Test func `A round fetches every group and lecturer once, and the next one only old copies`()
        async throws
    {
        try await TestUniversity.with(university: university(groups: 40)) { test in
            let refresh = refresh(test)
            let isFirstFinished = await refresh.round()
            #expect(isFirstFinished)
            let requests = test.university.requests
            #expect(Set(requests).count == requests.count && requests.count == 3 + 40 + 2)
            #expect(test.university.peak <= 2)
            test.university.clearRequests()
            test.clock.advance(.seconds(9 * 3_600))
            let isSecondFinished = await refresh.round()
            #expect(isSecondFinished)
            #expect(test.university.requests.isEmpty)
            // A round that begins a tenth of the interval early skips nobody.
            test.clock.advance(.seconds(100 * 60))
            let isThirdFinished = await refresh.round()
            #expect(isThirdFinished)
            #expect(test.university.requests.count == 42)
        }
    }

    @Test func `Three failures in a row end a round`() async throws {
        try await TestUniversity.with(university: university(groups: 40)) { test in
            let refresh = refresh(test, parallel: 1)
            _ = try await test.library.groups()
            _ = try await test.library.lecturers()
            _ = try await test.library.rooms()
            test.university.clearRequests()
            test.university.fail(with: .timedOut)
            let isFinished = await refresh.round()
            #expect(!isFinished)
            #expect(test.university.requests.count == 3)
            #expect(test.metrics.rounds[.stopped] == 1 && test.metrics.refreshes[.failed] == 3)
        }
    }

    @Test func `Isolated failures do not end a round`() async throws {
        try await TestUniversity.with(university: university(groups: 20)) { test in
            for number in [350_001, 350_007, 350_013] {
                test.university.setReply(
                    .failure(.rejected(status: 500, body: [])), for: "/schedule?studentGroup=\(number)")
            }
            // The failing groups are not adjacent in the catalogue.
            let isFinished = await refresh(test, parallel: 1).round()
            #expect(isFinished)
            #expect(test.metrics.refreshes[.fetched] == 19 && test.metrics.refreshes[.failed] == 3)
        }
    }

    @Test(arguments: [nil, "\"schedules\":null", "\"schedules\":{}", "\"nextTerm\":null"])
    func `A university that moved costs few cached timetables, with 404 as with empty answers`(
        _ empty: String?
    ) async throws {
        let university = university(groups: 20)
        for number in 350_000..<350_020 {
            university.setReply(.json(TestUniversity.timetable(of: number)), for: "/schedule?studentGroup=\(number)")
        }
        try await TestUniversity.with(university: university) { test in
            let isFilled = await refresh(test).round()
            #expect(isFilled)
            for number in 350_000..<350_020 {
                let owner = "\"studentGroupDto\":{\"name\":\"\(number)\"}"
                university.setReply(
                    empty.map { .json("{\(owner),\($0)}") } ?? .absent, for: "/schedule?studentGroup=\(number)")
            }
            for _ in 0..<5 {
                test.clock.advance(.seconds(13 * 3_600))
                let isFinished = await refresh(test, parallel: 1).round()
                #expect(!isFinished)
            }
            var kept = 0
            for number in 350_000..<350_020 {
                let answer = try await test.forGroup(String(number))
                if answer.hasTimetable, answer.isStale { kept += 1 }
            }
            #expect(kept == 20 - FailureTracker.vanishing)
        }
    }

    @Test func `Without catalogues there is no round`() async throws {
        try await TestUniversity.with { test in
            test.university.fail(with: .unreachable("no"))
            let isFinished = await refresh(test).round()
            #expect(!isFinished)
            #expect(test.university.requests == ["/student-groups"])
        }
    }
}
