import Logging
import ServiceRuntime
import Synchronization
import Testing
import Upstream

@testable import ScheduleService

@Suite struct BackgroundRefreshTests {
    private func refresh(_ world: World, parallel: Int = 2) -> BackgroundRefresh {
        BackgroundRefresh(
            library: world.library, plan: BackgroundRefresh.Plan(parallel: parallel), metrics: world.metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, sleep: { _ in }, random: { 0.5 })
    }

    /// The university with many groups.
    private func crowd(_ count: Int) -> FakeUniversity {
        let university = FakeUniversity()
        let rows = (0..<count).map { "{\"name\":\"\(350_000 + $0)\"}" }
        university.say(.json("[\(rows.joined(separator: ","))]"), to: "/student-groups")
        return university
    }

    @Test("A round asks once for every group and lecturer, a few at a time; the next only for what has become old")
    func rounds() async throws {
        try await World.with(university: crowd(40)) { world in
            let refresh = refresh(world)
            let isFinished1 = await refresh.round()
            #expect(isFinished1)
            let asked = world.university.asked
            #expect(Set(asked).count == asked.count && asked.count == 3 + 40 + 2)
            #expect(world.university.peak <= 2)
            world.university.forget()
            world.clock.advance(.seconds(9 * 3_600))
            let isFinished2 = await refresh.round()
            #expect(isFinished2)
            #expect(world.university.asked.isEmpty)
            // A round that begins a tenth early leaves nobody out until the next.
            world.clock.advance(.seconds(100 * 60))
            let isFinished3 = await refresh.round()
            #expect(isFinished3)
            #expect(world.university.asked.count == 42)
        }
    }

    @Test("Three failures in a row end a round")
    func patience() async throws {
        try await World.with(university: crowd(40)) { world in
            let refresh = refresh(world, parallel: 1)
            _ = try await world.library.groups()
            _ = try await world.library.lecturers()
            _ = try await world.library.rooms()
            world.university.forget()
            world.university.fail(with: .timedOut)
            let isFinished4 = await refresh.round()
            #expect(!isFinished4)
            #expect(world.university.asked.count == 3)
            #expect(world.metrics.rounds[.stopped] == 1 && world.metrics.refreshes[.failed] == 3)
        }
    }

    @Test("A failure here and there does not end a round")
    func single() async throws {
        try await World.with(university: crowd(20)) { world in
            for number in [350_001, 350_007, 350_013] {
                world.university.say(.failure(.refused(status: 500, body: [])), to: "/schedule?studentGroup=\(number)")
            }
            // In the order of the catalogue, none beside another.
            let isFinished5 = await refresh(world, parallel: 1).round()
            #expect(isFinished5)
            #expect(world.metrics.refreshes[.fetched] == 19 && world.metrics.refreshes[.failed] == 3)
        }
    }

    @Test(
        "A university that has moved away takes hardly any timetable with it, whether it answers 404 or without lessons",
        arguments: [nil, "\"schedules\":null", "\"schedules\":{}", "\"nextTerm\":null"])
    func moved(_ empty: String?) async throws {
        let university = crowd(20)
        for number in 350_000..<350_020 {
            university.say(.json(World.timetable(of: number)), to: "/schedule?studentGroup=\(number)")
        }
        try await World.with(university: university) { world in
            let isFilled = await refresh(world).round()
            #expect(isFilled)
            for number in 350_000..<350_020 {
                let owner = "\"studentGroupDto\":{\"name\":\"\(number)\"}"
                university.say(
                    empty.map { .json("{\(owner),\($0)}") } ?? .absent, to: "/schedule?studentGroup=\(number)")
            }
            for _ in 0..<5 {
                world.clock.advance(.seconds(13 * 3_600))
                let isFinished = await refresh(world, parallel: 1).round()
                #expect(!isFinished)
            }
            var kept = 0
            for number in 350_000..<350_020 {
                let told = try await world.forGroup(String(number))
                if told.hasTimetable, told.stale { kept += 1 }
            }
            #expect(kept == 20 - FaultLedger.vanishing)
        }
    }

    @Test("Without catalogues there is no round")
    func nobody() async throws {
        try await World.with { world in
            world.university.fail(with: .unreachable("no"))
            let isFinished6 = await refresh(world).round()
            #expect(!isFinished6)
            #expect(world.university.asked == ["/student-groups"])
        }
    }
}
