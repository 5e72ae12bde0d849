import Calendars
import Contract
import Database
import Logging
import Postgres
import Resilience
import ScheduleContract
import TestSupport
import Testing
import Values
import Wire

@testable import ScheduleService

/// The time of a timetable's latest change, which all replicas name alike.
@Suite struct ChangeTimeTests {
    private static let template = DatabaseTemplate(
        "schedule-change-times", migrations: ScheduleMigrations.all,
        programVersion: ScheduleMigrations.programVersion)
    private static let group = GroupNumber(unchecked: "353501")
    private static let path = "/schedule?studentGroup=353501"
    private static let somebody = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")

    /// Lets a replica read a timetable whose only lesson is in `room`.
    private func read(_ test: TestUniversity, room: String) async throws {
        let lesson = Samples.lesson(["\"auditories\":[\"\(room)\"]"])
        test.university.setReply(
            .json(Samples.timetable("\"schedules\":\(Samples.days(("Понедельник", [lesson])))")), for: Self.path)
        _ = try await test.library.plan(of: .group(Self.group), refresh: true)
    }

    private func reading(_ test: TestUniversity) -> ChangeTimeReading {
        ChangeTimeReading(times: test.changeTimes, store: test.handler.changes.store, logger: Self.logger)
    }

    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Stores the change that a replica found last, as its ``ChangeRecording`` does.
    private func record(_ test: TestUniversity) async throws {
        await ChangeRecording(
            store: test.handler.changes.store, times: test.changeTimes, publisher: test.changes, logger: Self.logger
        ).record(try #require(test.found.all.last))
    }

    /// Returns what a replica answers: the time in the timetable and in the list of changes, and the feed.
    private func answers(
        _ test: TestUniversity, _ secret: CalendarSecret
    ) async throws -> (times: [Instant?], feed: String) {
        let since = Instant(milliseconds: 1_789_365_600_000)
        let changes = try await test.handler.changes.list(
            Schedule.Changes.Params(group: Self.group, since: since), test.context())
        let file = try await test.handler.calendars.file(
            Schedule.CalendarFile.Params(secret: secret), test.context())
        return (
            [try await test.forGroup().changedAt, changes.changedAt],
            String(decoding: Base64URL.decode(file.bodyBase64[...]) ?? [], as: UTF8.self)
        )
    }

    private func addCalendar(_ test: TestUniversity) async throws -> CalendarSecret {
        let added = try await test.handler.calendars.add(
            Schedule.AddCalendar.Params(group: Self.group), test.context(Self.somebody))
        // Before all changes, so that the feed states the time of the latest one.
        let statement = PreparedStatement("calendarsOld", "UPDATE calendar SET made_at = 0")
        _ = try await test.handler.calendars.store.client.query(statement)
        return try #require(added.path.split(separator: "/").last.flatMap { CalendarSecret(String($0)) })
    }

    @Test func `Two replicas that find a change one after the other, and a restarted one, name the same time`()
        async throws
    {
        try await PostgresCluster.withClient(like: Self.template) { client in
            let clock = DayClock()
            try await TestUniversity.with(clock: clock, postgres: client) { first in
                try await TestUniversity.with(clock: clock, postgres: client) { second in
                    for replica in [first, second] {
                        try await reading(replica).read()
                        try await read(replica, room: "1")
                    }
                    let secret = try await addCalendar(first)
                    #expect(try await answers(first, secret).times == [nil, nil])
                    clock.advance(.seconds(60))
                    let changed = clock.now
                    try await read(first, room: "2")
                    try await record(first)
                    clock.advance(.seconds(60))
                    try await read(second, room: "2")
                    #expect(try await second.forGroup().changedAt == clock.now)
                    try await record(second)
                    let expected = try await answers(first, secret)
                    #expect(expected.times == [changed, changed])
                    #expect(expected.feed.contains("DTSTAMP:\(CalendarTime.utc(changed))"))
                    #expect(try await answers(second, secret) == expected)
                    // Without a copy, a process does not find the change itself.
                    try await TestUniversity.with(clock: clock, postgres: client) { restarted in
                        try await reading(restarted).read()
                        try await read(restarted, room: "2")
                        #expect(restarted.found.all.isEmpty)
                        #expect(try await answers(restarted, secret) == expected)
                    }
                }
            }
        }
    }

    @Test func `A replica that hears of a change names its time at once, even if it has just answered`() async throws {
        try await TestUniversity.with { test in
            let answers = TimetableAnswers(
                library: test.library, subjects: test.handler.timetables.subjects,
                answers: ExpiringCache<TimetableAnswerKey, [UInt8]>(maximumBytes: 100_000, lifetime: .seconds(3_600)),
                label: OriginLabel(isSimulated: false), metrics: test.metrics)
            func changedAt() async throws -> Instant? {
                let bytes = try await answers.forGroup(Schedule.ForGroup.Params(group: Self.group), test.context())
                return try JSONCoding.decode(Schedule.Timetable.self, from: bytes).changedAt
            }
            try await read(test, room: "1")
            #expect(try await changedAt() == nil)
            let change = ScheduleChange.timetable(.group(Self.group), Fingerprint(text: "00ff"), at: test.clock.now)
            reading(test).heard(change)
            #expect(try await changedAt() == test.clock.now)
        }
    }

    @Test func `A copy's own time counts until the database was read, and then only that of a change that waits`() {
        let (times, subject) = (ChangeTimes(), Subject.group(Self.group))
        let moments = (0..<4).map { Instant(milliseconds: 1_000 * $0) }
        #expect(times.time(of: subject, copied: moments[1]) == moments[1])
        times.read([:])
        #expect(times.time(of: subject, copied: moments[1]) == nil)
        times.found(subject, at: moments[2])
        #expect(times.time(of: subject, copied: nil) == moments[2])
        times.stored(subject, at: moments[1], foundAt: moments[2])
        #expect(times.time(of: subject, copied: nil) == moments[1])
        // A change that is found while an earlier one is being stored still waits.
        times.found(subject, at: moments[3])
        times.stored(subject, at: moments[2], foundAt: moments[2])
        #expect(times.time(of: subject, copied: nil) == moments[3])
    }
}
