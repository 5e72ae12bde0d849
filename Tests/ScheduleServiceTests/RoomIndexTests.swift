import Contract
import Database
import Logging
import RPC
import ScheduleContract
import Synchronization
import TestSupport
import Testing
import Upstream
import Values

@testable import ScheduleService

/// The index of rooms in the database, and the answers from it.
///
/// It is Monday, 14 September 2026, 09:00, week 3.
@Suite struct RoomIndexTests {
    private static let template = DatabaseTemplate(
        "schedule-rooms", migrations: ScheduleMigrations.all, programVersion: ScheduleMigrations.programVersion)
    private static let groups = ["353501", "050541", "314351"]
    private static let lecturers = ["s-nesterenkov", "ts-go"]
    private static let employee = "\"studentGroupDto\":null"

    /// Makes the timetable of a group with lessons on Mondays.
    private static func timetable(_ group: String, _ lessons: String...) -> FakeUniversity.Reply {
        .json(
            Samples.timetable(
                "\"schedules\":\(Samples.days(("Понедельник", lessons)))",
                "\"studentGroupDto\":{\"name\":\"\(group)\"}"))
    }

    /// A lesson from 13:35 to 15:00 in weeks 1 and 3, in a room of the catalogue.
    private static func lesson(_ members: String..., room: String = "303-3 к.") -> String {
        Samples.lesson(["\"auditories\":[\"\(room)\"]"] + members)
    }

    private func with(_ body: @Sendable (TestUniversity) async throws -> Void) async throws {
        try await PostgresCluster.withClient(like: Self.template) { client in
            try await TestUniversity.with(postgres: client) { test in
                for group in Self.groups {
                    test.university.setReply(
                        Self.timetable(group, Self.lesson("\"studentGroups\":[{\"name\":\"\(group)\"}]")),
                        for: "/schedule?studentGroup=\(group)")
                }
                try await body(test)
            }
        }
    }

    private func index(_ test: TestUniversity) async {
        await indexing(test).round()
    }

    private func indexing(
        _ test: TestUniversity, announce: @escaping @Sendable () -> Void = {}
    ) -> RoomIndexing {
        RoomIndexing(
            library: test.library, store: test.handler.rooms.store, interval: .seconds(1), isReady: { true },
            announce: announce, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Reads the timetables of the given groups, and of all lecturers, then adds them to the index.
    private func read(_ test: TestUniversity, groups: [String] = Self.groups, refresh: Bool = false) async throws {
        _ = try await test.library.groups()
        _ = try await test.library.lecturers()
        for group in groups {
            _ = try await test.library.plan(of: .group(GroupNumber(unchecked: group)), refresh: refresh)
        }
        for slug in Self.lecturers { _ = try await test.library.plan(of: .lecturer(LecturerSlug(unchecked: slug))) }
        await index(test)
    }

    private func forRoom(_ test: TestUniversity, _ name: String) async throws -> Schedule.ForRoom.Result {
        // A new use case has nothing in memory.
        try await answers(test).forRoom(.init(room: RoomName(unchecked: name)), test.context(locale: "en"))
    }

    private func free(
        _ test: TestUniversity, _ params: Schedule.FreeRooms.Params = .init()
    ) async throws -> Schedule.FreeRooms.Result {
        try await answers(test).freeRooms(params, test.context())
    }

    private func answers(_ test: TestUniversity) -> RoomAnswers {
        RoomAnswers(
            library: test.library, store: test.handler.rooms.store, label: OriginLabel(isSimulated: false),
            isReady: { true })
    }

    private func time(_ text: String) -> TimeOfDay { TimeOfDay(unchecked: text) }

    @Test func `A room's timetable has each lesson once, with all groups`() async throws {
        try await with { test in
            try await read(test)
            let result = try await forRoom(test, "303-3 К")
            #expect(result.room.name == "303-3 к." && result.room.type == "лабораторные занятия")
            #expect(result.lessons.count == 1 && result.isComplete)
            let lesson = try #require(result.lessons.first)
            #expect(lesson.groups.map(\.text) == ["050541", "314351", "353501"] && lesson.typeName == "Lecture")
            #expect(lesson.lecturers.map(\.name) == ["Герчик А."] && lesson.start == time("13:35"))
            #expect(result.coverage.groupsRead == 3 && result.coverage.isSufficient)
            #expect(result.fetchedAt == test.clock.now && !result.isStale)
            let other = try await answers(test).forRoom(
                .init(room: RoomName(unchecked: "303-3 к."), week: StudyWeek(unchecked: 2)), test.context())
            #expect(other.lessons.isEmpty)
        }
    }

    @Test func `A room that only lessons name has a timetable, and an unknown one is an error`() async throws {
        try await with { test in
            test.university.setReply(
                Self.timetable("353501", Self.lesson(room: "спортзал")), for: "/schedule?studentGroup=353501")
            try await read(test)
            let hall = try await forRoom(test, "спортзал")
            #expect(hall.lessons.count == 1 && hall.room.building == nil)
            #expect(try await forRoom(test, "507а-4 к.").lessons.isEmpty)
            #expect(await code { _ = try await forRoom(test, "999-9 к.") }?.reason == "unknown-room")
        }
    }

    @Test func `Rooms without a lesson at the time are free, until their next lesson`() async throws {
        try await with { test in
            try await read(test)
            let now = try await free(test)
            #expect(now.date == LocalDate("2026-09-14") && now.from == time("09:00") && now.to == time("09:00"))
            #expect(now.items.map(\.room.name) == ["303-3 к.", "507а-4 к."])
            #expect(now.items.map(\.freeUntil) == [time("13:35"), nil])
            let during = try await free(test, .init(from: time("14:00"), to: time("14:30")))
            #expect(during.items.map(\.room.name) == ["507а-4 к."])
            let after = try await free(test, .init(from: time("15:00"), building: BuildingName(unchecked: "3 К")))
            #expect(after.items.map(\.freeFrom) == [time("15:00")] && after.week.value == 3)
            let otherWeek = try await free(test, .init(date: LocalDate("2026-09-21"), from: time("14:00")))
            #expect(otherWeek.items.count == 2)
            let backwards = await code { _ = try await free(test, .init(from: time("15:00"), to: time("15:00"))) }
            #expect(backwards?.code == .invalidParams)
        }
    }

    @Test func `No room is called free before the timetables are read, nor on a day for which none are published`()
        async throws
    {
        try await with { test in
            try await read(test, groups: ["353501", "050541"])
            let partly = try await free(test)
            #expect(partly.items.isEmpty && !partly.coverage.isSufficient)
            #expect(partly.coverage.groups == 3 && partly.coverage.groupsRead == 2)
            #expect(!(try await forRoom(test, "303-3 к.")).coverage.isSufficient)
            try await read(test)
            #expect(try await free(test).items.count == 2)
            let holidays = try await free(test, .init(date: LocalDate("2027-07-15")))
            #expect(holidays.items.isEmpty && !holidays.coverage.isSufficient)
        }
    }

    @Test func `A changed timetable replaces its lessons, and an older copy of another replica does not`() async throws
    {
        try await with { test in
            try await read(test)
            let store = test.handler.rooms.store
            let group = Subject.group(GroupNumber(unchecked: "353501"))
            let former = try #require(await test.library.cachedPlan(of: group))
            test.clock.advance(.seconds(60))
            for group in Self.groups {
                test.university.setReply(
                    Self.timetable(group, Self.lesson(room: "507а-4 к.")), for: "/schedule?studentGroup=\(group)")
            }
            try await read(test, refresh: true)
            #expect(try await forRoom(test, "303-3 к.").lessons.isEmpty)
            _ = try await store.put(
                former.value.plan, former.value.fingerprint, of: group, readAt: former.fetchedAt,
                deadline: test.deadline)
            #expect(try await forRoom(test, "303-3 к.").lessons.isEmpty)
            #expect(try await forRoom(test, "507а-4 к.").lessons.count == 1)
        }
    }

    @Test func `A copy that was read again unchanged is as new as the reading`() async throws {
        try await with { test in
            try await read(test)
            let first = test.clock.now
            test.clock.advance(.seconds(86_401))
            await index(test)
            #expect(try await forRoom(test, "303-3 к.").fetchedAt == first)
            #expect(try await forRoom(test, "303-3 к.").isStale)
            for slug in Self.lecturers {
                _ = try await test.library.plan(of: .lecturer(LecturerSlug(unchecked: slug)), refresh: true)
            }
            try await read(test, refresh: true)
            let again = try await forRoom(test, "303-3 к.")
            #expect(again.fetchedAt == test.clock.now && !again.isStale && again.lessons.count == 1)
        }
    }

    @Test func `A timetable that nobody reads any more leaves the index after 30 days`() async throws {
        try await with { test in
            try await read(test)
            test.university.setReply(.json("[{\"name\":\"999001\"},{\"name\":\"999002\"}]"), for: "/student-groups")
            test.clock.advance(.seconds(29 * 86_400))
            await index(test)
            #expect(try await test.handler.rooms.store.sources(deadline: test.deadline).count == 5)
            test.clock.advance(.seconds(2 * 86_400))
            await index(test)
            #expect(try await test.handler.rooms.store.sources(deadline: test.deadline).isEmpty)
            #expect(
                try await test.handler.rooms.store.entries(in: RoomKey(of: "303-3 к."), deadline: test.deadline).isEmpty
            )
        }
    }

    @Test func `A round announces new lessons once, and unchanged ones not at all`() async throws {
        try await with { test in
            let announced = Atomic(0)
            let indexing = indexing(test) { announced.wrappingAdd(1, ordering: .relaxed) }
            try await read(test)
            await indexing.round()
            #expect(announced.load(ordering: .relaxed) == 0)
            test.clock.advance(.seconds(60))
            for group in Self.groups {
                _ = try await test.library.plan(of: .group(GroupNumber(unchecked: group)), refresh: true)
            }
            await indexing.round()
            #expect(announced.load(ordering: .relaxed) == 0)
            test.clock.advance(.seconds(60))
            for group in Self.groups {
                test.university.setReply(
                    Self.timetable(group, Self.lesson(room: "507а-4 к.")), for: "/schedule?studentGroup=\(group)")
                _ = try await test.library.plan(of: .group(GroupNumber(unchecked: group)), refresh: true)
            }
            await indexing.round()
            #expect(announced.load(ordering: .relaxed) == 1)
        }
    }

    @Test func `An announced change is added at once by the replica that has the new timetable`() async throws {
        try await with { test in
            try await read(test)
            let announced = Atomic(0)
            let indexing = indexing(test) { announced.wrappingAdd(1, ordering: .relaxed) }
            let group = Subject.group(GroupNumber(unchecked: "353501"))
            let former = try #require(await test.library.cachedPlan(of: group)).value.fingerprint
            test.clock.advance(.seconds(60))
            test.university.setReply(
                Self.timetable("353501", Self.lesson(room: "507а-4 к.")), for: "/schedule?studentGroup=353501")
            let fingerprint = try await test.library.plan(of: group, refresh: true).value.fingerprint
            await indexing.add(.timetable(group, former))
            #expect(try await forRoom(test, "507а-4 к.").lessons.isEmpty)
            await indexing.add(.timetable(group, fingerprint))
            #expect(try await forRoom(test, "507а-4 к.").lessons.count == 1)
            await indexing.add(.timetable(group, fingerprint))
            #expect(announced.load(ordering: .relaxed) == 1)
        }
    }

    @Test func `After an announcement, the index is read again`() async throws {
        try await with { test in
            try await read(test)
            let answers = answers(test)
            let during = Schedule.FreeRooms.Params(from: time("14:00"))
            #expect(try await answers.freeRooms(during, test.context()).items.map(\.room.name) == ["507а-4 к."])
            test.clock.advance(.seconds(60))
            for group in Self.groups {
                test.university.setReply(
                    Self.timetable(group, Self.lesson(room: "507а-4 к.")), for: "/schedule?studentGroup=\(group)")
            }
            try await read(test, refresh: true)
            answers.heard(.timetable(.group(GroupNumber(unchecked: "353501")), Fingerprint([])))
            #expect(try await answers.freeRooms(during, test.context()).items.map(\.room.name) == ["507а-4 к."])
            answers.heard(.rooms)
            #expect(try await answers.freeRooms(during, test.context()).items.map(\.room.name) == ["303-3 к."])
        }
    }

    @Test func `Without the database, rooms are unavailable`() async throws {
        try await TestUniversity.with { test in
            let failure = await code {
                _ = try await test.handler.rooms.freeRooms(.init(), test.context())
            }
            #expect(failure?.code == .unavailable)
        }
    }
}
