import Contract
import Database
import Logging
import Postgres
import RPC
import ScheduleContract
import ServiceLifecycle
import TestSupport
import Testing
import Upstream
import Values
import Wire

@testable import ScheduleService

/// Changes of a timetable: the comparison of two states, and the states that are kept.
@Suite struct PlanComparisonTests {
    private static let template = DatabaseTemplate(
        "schedule-changes", migrations: ScheduleMigrations.all, programVersion: ScheduleMigrations.programVersion)
    private static let group = GroupNumber(unchecked: "353501")
    private static let path = "/schedule?studentGroup=353501"
    /// 2026-09-14.
    private let today = LocalDate(daysSince1970: 20_710)

    private func plan(_ lessons: [String]..., exams: String = "[]") throws -> StudyPlan {
        let days = ["Понедельник", "Вторник"]
        let list = lessons.enumerated().map { "\"\(days[$0])\":[\($1.joined(separator: ","))]" }
        let text = Samples.timetable("\"schedules\":{\(list.joined(separator: ","))}", "\"exams\":\(exams)")
        return try JSONCoding.decode(BSUIRTimetable.self, from: Array(text.utf8), unknownMembers: .ignored).plan()
    }

    private func changes(
        _ before: StudyPlan?, _ after: StudyPlan?, subgroup: Int? = nil
    ) -> [EntryChange] {
        PlanComparison.changes(
            from: before, to: after, subgroup: subgroup.map(Subgroup.init(unchecked:)), today: today)
    }

    @Test func `Equal timetables have no changes, in whatever order their lessons are`() throws {
        let (first, second) = (Samples.lesson(), Samples.lesson(["\"subject\":\"ТЭЦ\""]))
        #expect(changes(try plan([first, second]), try plan([second, first])).isEmpty)
        // One of two equal lessons is gone.
        var (two, one) = (try plan([first]), try plan([first]))
        two.entries += two.entries
        #expect(changes(two, one).map(\.before?.subject) == ["МЗИ"])
        one.entries = []
        #expect(changes(two, one).count == 2)
    }

    @Test func `A lesson with another room or time is one change, and other lessons are added or removed`() throws {
        let before = try plan([Samples.lesson(), Samples.lesson(["\"subject\":\"ТЭЦ\""])], [])
        let after = try plan(
            [Samples.lesson(["\"auditories\":[\"101-1 к.\"]"])], [Samples.lesson(["\"subject\":\"МОИ\""])])
        let found = changes(before, after)
        #expect(found.count == 3)
        let changed = try #require(found.first { $0.before != nil && $0.after != nil })
        #expect(changed.before?.rooms == ["407-5 к."] && changed.after?.rooms == ["101-1 к."])
        #expect(found.first { $0.after == nil }?.before?.subject == "ТЭЦ")
        #expect(found.first { $0.before == nil }?.after?.subject == "МОИ")
        let moved = changes(try plan([Samples.lesson()], []), try plan([], [Samples.lesson()]))
        #expect(moved.count == 1 && moved[0].before?.weekday == 1 && moved[0].after?.weekday == 2)
    }

    @Test func `The most similar lessons are paired, so that a removed one is not taken for a changed one`() throws {
        let room = "\"auditories\":[\"101-1 к.\"]"
        let found = changes(try plan([Samples.lesson()], [Samples.lesson()]), try plan([], [Samples.lesson([room])]))
        #expect(found.count == 2)
        #expect(found.first { $0.after == nil }?.before?.weekday == 1)
        #expect(found.first { $0.after != nil }?.before?.weekday == 2)
    }

    @Test func `Another subgroup's lessons, and what was over before today, are no changes`() throws {
        let empty = try plan([])
        #expect(changes(empty, try plan([Samples.lesson(["\"numSubgroup\":2"])]), subgroup: 1).isEmpty)
        #expect(changes(empty, try plan([Samples.lesson(["\"numSubgroup\":2"])]), subgroup: 2).count == 1)
        let over = try plan([Samples.lesson(["\"endLessonDate\":\"13.09.2026\""])])
        #expect(changes(over, empty).isEmpty)
        #expect(changes(try plan([Samples.lesson(["\"endLessonDate\":\"14.09.2026\""])]), empty).count == 1)
    }

    // MARK: Former states

    private func withUniversity(_ body: @Sendable (TestUniversity) async throws -> Void) async throws {
        try await PostgresCluster.withClient(like: Self.template) { client in
            try await TestUniversity.with(postgres: client, body)
        }
    }

    private func reply(_ test: TestUniversity, room: String) async throws -> PlanSnapshot {
        let lesson = Samples.lesson(["\"auditories\":[\"\(room)\"]"])
        test.university.setReply(
            .json(Samples.timetable("\"schedules\":\(Samples.days(("Понедельник", [lesson])))")), for: Self.path)
        return try await test.library.plan(of: .group(Self.group), refresh: true).value
    }

    private func rooms(_ test: TestUniversity, since: Instant) async throws -> [[String]?] {
        let params = Schedule.Changes.Params(group: Self.group, since: since)
        let result = try await test.handler.changes.list(params, test.context())
        #expect(result.isComplete && result.since == since)
        return result.changes.flatMap { [$0.before?.rooms, $0.after?.rooms] }
    }

    @Test func `A person sees what changed since the timetable they saw last, not what was undone`() async throws {
        try await withUniversity { test in
            let store = PastTimetableStore(client: test.handler.changes.store.client)
            _ = try await reply(test, room: "1")
            let first = test.clock.now
            #expect(try await rooms(test, since: first).isEmpty)
            test.clock.advance(.seconds(60))
            _ = try await reply(test, room: "2")
            let second = test.clock.now
            test.clock.advance(.seconds(60))
            _ = try await reply(test, room: "3")
            for change in test.found.all { try await store.add(change, deadline: test.deadline) }
            #expect(try await rooms(test, since: first) == [["1"], ["3"]])
            #expect(try await rooms(test, since: second) == [["2"], ["3"]])
            #expect(try await rooms(test, since: test.clock.now).isEmpty)
            test.clock.advance(.seconds(60))
            _ = try await reply(test, room: "1")
            try await store.add(try #require(test.found.all.last), deadline: test.deadline)
            #expect(try await rooms(test, since: first).isEmpty)
        }
    }

    @Test func `Two replicas that find a change store one state, and old states are removed`() async throws {
        try await withUniversity { test in
            let store = test.handler.changes.store
            _ = try await reply(test, room: "1")
            _ = try await reply(test, room: "2")
            let change = try #require(test.found.all.first)
            func count() async throws -> Int {
                let statement = PreparedStatement("pastCount", "SELECT count(*)::int AS count FROM past_timetable")
                return try #require(try await store.client.query(statement).first).read("count")
            }
            for _ in 0..<2 { try await store.add(change, deadline: test.deadline) }
            #expect(try await count() == 1)
            for number in 0..<PastTimetableStore.capacity {
                var next = change
                next.fingerprintBefore = Fingerprint(text: "\(number)")
                next.at = change.at.advanced(bySeconds: Int64(number + 1))
                try await store.add(next, deadline: test.deadline)
            }
            #expect(try await count() == PastTimetableStore.capacity)
            var late = change
            late.fingerprintBefore = Fingerprint(text: "late")
            late.at = change.at.advanced(bySeconds: (PastTimetableStore.days + 1) * 86_400)
            try await store.add(late, deadline: test.deadline)
            #expect(try await count() == 1)
        }
    }

    @Test func `A change is announced once its former state is stored, and without it if that keeps failing`()
        async throws
    {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await withUniversity { test in
            let store = test.handler.changes.store
            let before = try await reply(test, room: "1")
            _ = try await reply(test, room: "2")
            let change = try #require(test.found.all.first)
            try await test.changes.publishPending()
            #expect(test.changes.waiting.isEmpty)
            await ChangeRecording(store: store, times: test.changeTimes, publisher: test.changes, logger: logger)
                .record(change)
            #expect(test.changes.waiting == [.timetable(.group(Self.group), change.fingerprint, at: change.at)])
            let state = try await store.state(
                of: .group(Self.group), at: change.at.advanced(bySeconds: -1), deadline: test.deadline)
            #expect(state?.plan == before.plan)
        }
        // A database without tables.
        try await PostgresCluster.withClient { client in
            try await TestUniversity.with(postgres: client, hasSchema: false) { test in
                _ = try await reply(test, room: "1")
                _ = try await reply(test, room: "2")
                let change = try #require(test.found.all.first)
                let publisher = ChangePublisher<ScheduleChange>(client: client, logger: logger)
                var recording = ChangeRecording(
                    store: PastTimetableStore(client: client), times: test.changeTimes, publisher: publisher,
                    logger: logger)
                recording.sleep = { _ in }
                await recording.record(change)
                #expect(publisher.waiting == [.timetable(.group(Self.group), change.fingerprint)])
            }
        }
    }

    @Test func `Changes that wait when the process ends are stored and announced, the states only while that succeeds`()
        async throws
    {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await withUniversity { test in
            let store = test.handler.changes.store
            for room in ["1", "2", "3"] {
                test.clock.advance(.seconds(60))
                _ = try await reply(test, room: room)
            }
            try await test.changes.publishPending()
            let recording = ChangeRecording(
                store: store, times: test.changeTimes, publisher: test.changes, logger: logger)
            test.found.all.forEach(recording.found)
            try await end(recording, logger)
            let statement = PreparedStatement("pastCountAtEnd", "SELECT count(*)::int AS count FROM past_timetable")
            #expect(try await store.client.query(statement).only.read("count") == 2)
            #expect(test.changes.waiting.count == 2)
        }
        // A database without tables.
        try await PostgresCluster.withClient { client in
            try await TestUniversity.with(postgres: client, hasSchema: false) { test in
                for room in ["1", "2", "3"] { _ = try await reply(test, room: room) }
                let publisher = ChangePublisher<ScheduleChange>(client: client, logger: logger)
                var recording = ChangeRecording(
                    store: PastTimetableStore(client: client), times: ChangeTimes(), publisher: publisher,
                    logger: logger)
                // Only the end of the process ends the pause.
                recording.sleep = { _ in try await Task.sleep(for: .seconds(3_600)) }
                test.found.all.forEach(recording.found)
                try await end(recording, logger)
                #expect(publisher.waiting.count == 2)
            }
        }
    }

    /// Runs a service that is asked to end before it begins.
    private func end(_ service: some Service, _ logger: Logger) async throws {
        let group = ServiceGroup(services: [service], logger: logger)
        await group.triggerGracefulShutdown()
        try await group.run()
    }

    @Test func `A state that may have been removed makes the list incomplete, and lecturers have no subgroups`()
        async throws
    {
        try await withUniversity { test in
            _ = try await reply(test, room: "1")
            let old = test.clock.now.advanced(bySeconds: -PastTimetableStore.days * 86_400 - 1)
            var params = Schedule.Changes.Params(group: Self.group, since: old)
            #expect(try await !test.handler.changes.list(params, test.context()).isComplete)
            params = .init(
                lecturer: LecturerSlug(unchecked: "s-nesterenkov"), since: old, subgroup: Subgroup(unchecked: 1))
            let error = await #expect(throws: RPCError.self) {
                _ = try await test.handler.changes.list(params, test.context())
            }
            #expect(error?.code == .invalidParams)
        }
    }

    @Test func `Without the tables changes fail with a retry time`() async throws {
        try await TestUniversity.with { test in
            let error = await #expect(throws: RPCError.self) { _ = try await rooms(test, since: test.clock.now) }
            #expect(error?.code == .unavailable && error?.retryAfterMilliseconds == 1_000)
        }
    }
}
