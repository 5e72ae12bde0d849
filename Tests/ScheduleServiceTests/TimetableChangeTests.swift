import Contract
import Database
import Resilience
import ScheduleContract
import Testing
import Upstream
import Values

@testable import ScheduleService

@Suite struct TimetableChangeTests {
    private static let group = GroupNumber(unchecked: "353501")
    private static let path = "/schedule?studentGroup=353501"
    private static let later = Samples.timetable(
        "\"schedules\":\(Samples.days(("Вторник", [Samples.lesson()])))")

    @Test(arguments: [
        ScheduleChange.timetable(.group(group), Fingerprint(text: "00ff")), .everything,
        .timetable(.group(group), Fingerprint(text: "00ff"), at: Instant(milliseconds: 1_789_365_600_000)),
        .timetable(.lecturer(LecturerSlug(unchecked: "s-nesterenkov")), Fingerprint(text: "00ff")),
        .favourites(account: Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")),
        .calendars(account: Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")),
    ])
    func `A change is read back from its payload`(change: ScheduleChange) {
        #expect(ScheduleChange(payload: change.payload) == change)
    }

    @Test(arguments: ["", "g", "g353501", "gx 00ff", "l 00ff", "fnobody", "g353501 00ff more", "x"])
    func `An unknown payload means that anything changed`(payload: String) {
        #expect(ScheduleChange(payload: payload) == .everything)
    }

    @Test func `Changes become hints of topics that clients can name`() {
        for change in [
            ScheduleChange.timetable(.group(Self.group), Fingerprint(text: "00ff")),
            .timetable(.lecturer(LecturerSlug(unchecked: "s-nesterenkov")), Fingerprint(text: "00ff")),
        ] {
            #expect(change.hint(version: 1).map { Schedule.timetableTopic.isNamed(by: $0.topic) } == true)
        }
        #expect(
            ScheduleChange.favourites(account: Identifier(unchecked: "ada")).hint(version: 7)
                == Hint(topic: "favourites", subject: "ada", version: 7))
        #expect(ScheduleChange.everything.hint(version: 1) == nil)
    }

    @Test func `A timetable that differs from its copy is announced once the copy is new, and the first copy is not`()
        async throws
    {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: Self.path)
            let subject = Subject.group(Self.group)
            for _ in 0..<2 { _ = try await test.library.plan(of: subject, refresh: true) }
            #expect(test.changes.waiting.isEmpty)
            test.university.setReply(.json(Self.later), for: Self.path)
            let renewed = try await test.library.plan(of: subject, refresh: true).value
            #expect(test.changes.waiting == [.timetable(subject, renewed.fingerprint)])
            #expect(await test.library.cachedPlan(of: subject)?.value.fingerprint == renewed.fingerprint)
        }
    }

    @Test func `An answer kept from before a change is not served after it`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: Self.path)
            let answers = TimetableAnswers(
                library: test.library, subjects: test.handler.timetables.subjects,
                answers: ExpiringCache<TimetableAnswerKey, [UInt8]>(maximumBytes: 100_000, lifetime: .seconds(3_600)),
                label: OriginLabel(isSimulated: false), metrics: test.metrics)
            func answer() async throws -> [UInt8] {
                try await answers.forGroup(Schedule.ForGroup.Params(group: Self.group), test.context())
            }
            let first = try await answer()
            #expect(try await answer() == first)
            test.university.setReply(.json(Self.later), for: Self.path)
            _ = try await test.library.plan(of: .group(Self.group), refresh: true)
            #expect(try await answer() != first)
        }
    }

    @Test func `A copy that another replica found to be old is renewed, unless it is a few seconds old`() async throws {
        try await TestUniversity.with { test in
            let (subject, renewal) = (Subject.group(Self.group), CopyRenewal(library: test.library))
            test.university.setReply(.json(TestUniversity.timetable), for: Self.path)
            // Without a copy there is nothing to renew.
            await renewal.renew(.timetable(subject, Fingerprint(text: "other")))
            #expect(test.university.requests.isEmpty)
            let copy = try await test.library.plan(of: subject).value
            test.university.clearRequests()
            test.clock.advance(.seconds(9))
            await renewal.renew(.timetable(subject, Fingerprint(text: "other")))
            test.clock.advance(.seconds(1))
            await renewal.renew(.timetable(subject, copy.fingerprint))
            #expect(test.university.requests.isEmpty)
            test.university.setReply(.json(Self.later), for: Self.path)
            await renewal.renew(.timetable(subject, Fingerprint(text: "other")))
            #expect(test.university.requests == [Self.path])
            #expect(await test.library.cachedPlan(of: subject)?.value.fingerprint != copy.fingerprint)
            #expect(test.changes.waiting.count == 1)
        }
    }
}
