import Contract
import Foundation
import Logging
import RPC
import Resilience
import ScheduleContract
import ServiceRuntime
import Testing
import Upstream
import Values
import Wire

@testable import ScheduleService

@Suite struct TimetableTests {
    @Test func `A group's timetable names its owner, its age and its source`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            let answer = try await test.forGroup()
            #expect(answer.hasTimetable && answer.lessons.count == 1)
            #expect(answer.group?.specialityAbbreviation == "ИиТП")
            #expect(answer.fetchedAt == test.clock.now && !answer.isStale && answer.source == nil)
            #expect(answer.provider == "bsuir" && answer.attribution.contains("iis.bsuir.by"))
            #expect(answer.period?.examsEnd?.description == "2027-01-25")
            let weekTwo = try await test.handler.timetables.forGroup(
                Schedule.ForGroup.Params(group: GroupNumber(unchecked: "353501"), week: StudyWeek(2)), test.context())
            #expect(try JSONCoding.decode(Schedule.Timetable.self, from: weekTwo).lessons.isEmpty)
        }
    }

    @Test(arguments: [
        ("en", "Timetable: BSUIR, iis.bsuir.by"), ("ru", "Расписание: БГУИР, iis.bsuir.by"),
        ("be", "Расклад: БДУІР, iis.bsuir.by"),
    ])
    func `The credit is in the caller's language`(_ language: String, _ credit: String) async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            let context = test.context(locale: language)
            let listed = try await test.handler.timetables.exams(
                Schedule.Exams.Params(group: GroupNumber(unchecked: "353501")), context)
            #expect(try JSONCoding.decode(Schedule.Exams.Result.self, from: listed).attribution == credit)
            #expect(test.handler.week.week(Schedule.Week.Params(), context).attribution == credit)
        }
    }

    @Test func `A kept answer serves its own language only`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            let answers = TimetableAnswers(
                library: test.library, subjects: test.handler.timetables.subjects,
                answers: ExpiringCache<TimetableAnswerKey, [UInt8]>(maximumBytes: 100_000, lifetime: .seconds(3_600)),
                label: OriginLabel(isSimulated: false), metrics: test.metrics)
            let group = GroupNumber(unchecked: "353501")
            let date = try #require(LocalDate("2026-09-14"))
            for _ in 0..<2 {
                for (locale, name) in [("en", "Lecture"), ("ru", "Лекция"), ("be", "Лекцыя")] {
                    let context = test.context(locale: locale)
                    let timetable = try await answers.forGroup(Schedule.ForGroup.Params(group: group), context)
                    let day = try await answers.day(Schedule.Day.Params(group: group, date: date), context)
                    let next = try await answers.next(Schedule.Next.Params(group: group), context)
                    let lessons =
                        try JSONCoding.decode(Schedule.Timetable.self, from: timetable).lessons
                        + JSONCoding.decode(Schedule.Day.Result.self, from: day).lessons + next.lessons.prefix(1)
                    #expect(lessons.map(\.typeName) == [name, name, name])
                }
            }
        }
    }

    @Test func `Answers of a simulated university are labelled`() async throws {
        try await TestUniversity.with(isSimulated: true) { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            let answer = try await test.forGroup()
            #expect(answer.source == .simulator)
            let groups = try await test.groups()
            #expect(groups.source == .simulator)
            #expect(test.handler.week.week(Schedule.Week.Params(), test.context()).source == .simulator)
        }
    }

    @Test func `A page of a catalogue has its items, the next cursor and its age`() async throws {
        try await TestUniversity.with { test in
            let first = try await test.groups(Schedule.CatalogueQuery(limit: CatalogueLimit(2)))
            #expect(first.items.map(\.number.text) == ["050541", "314351"])
            #expect(first.items.first?.specialityAbbreviation == "ВМСиС" && first.fetchedAt == test.clock.now)
            let last = try await test.groups(
                Schedule.CatalogueQuery(cursor: first.nextCursor, limit: CatalogueLimit(2)))
            #expect(last.items.map(\.number.text) == ["353501"] && last.nextCursor == nil)
            let none = try await test.groups(Schedule.CatalogueQuery(query: SearchText("999")))
            #expect(none.items.isEmpty)
            let foreign = await code {
                _ = try await test.groups(
                    Schedule.CatalogueQuery(query: SearchText("35"), cursor: first.nextCursor))
            }
            #expect(foreign?.code == .invalidParams)
        }
    }

    @Test func `A group without a timetable is an answer and an unknown group is an error`() async throws {
        try await TestUniversity.with { test in
            let none = try await test.forGroup()
            #expect(!none.hasTimetable && none.lessons.isEmpty && none.group != nil)
            test.university.clearRequests()
            let failure = await code { _ = try await test.forGroup("999999") }
            #expect(failure?.code == .notFound && failure?.reason == "unknown-group")
            // The university is not asked about an owner that is in no catalogue.
            #expect(test.university.requests.isEmpty)
            let lecturer = await code {
                _ = try await test.handler.timetables.forLecturer(
                    Schedule.ForLecturer.Params(lecturer: LecturerSlug(unchecked: "no-body")), test.context())
            }
            #expect(lecturer?.code == .notFound && lecturer?.reason == "unknown-lecturer")
        }
    }

    @Test func `Exactly one of group and lecturer is required`() async throws {
        try await TestUniversity.with { test in
            let none = await code { _ = try await test.day(Schedule.Day.Params()) }
            #expect(none?.code == .invalidParams)
            let both = await code {
                _ = try await test.day(
                    Schedule.Day.Params(
                        group: GroupNumber(unchecked: "353501"), lecturer: LecturerSlug(unchecked: "ts-go")))
            }
            #expect(both?.code == .invalidParams)
        }
    }

    @Test func `A day names its week, and today is the day in Minsk`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            // 23:30 on Sunday the 13th in UTC.
            test.clock.set(try #require(Instant("2026-09-13T23:30:00Z")))
            let day = try await test.day(Schedule.Day.Params(group: GroupNumber(unchecked: "353501")))
            #expect(day.date.description == "2026-09-14" && day.week.value == 3 && day.weekday.value == 1)
            #expect(day.lessons.map { $0.startsAt?.description } == ["2026-09-14T10:35:00Z"])
            #expect(day.isInTerm && day.hasTimetable)
        }
    }

    @Test(arguments: [
        (UpstreamFailure.timedOut, ErrorCode.unavailable, "timetable-unavailable"),
        (.unreachable("no"), .unavailable, "timetable-unavailable"),
        (.rejected(status: 500, body: []), .unavailable, "timetable-unavailable"),
        (.limited(retryAfter: .seconds(7)), .unavailable, "timetable-unavailable"),
        (.suspended(retryAfter: .seconds(9)), .unavailable, "timetable-unavailable"),
        (.tooLarge, .badUpstream, "timetable-unreadable"),
        (.unreadable("a page for people"), .badUpstream, "timetable-unreadable"),
    ])
    func `A failing university without a cached copy is an error with its reason`(
        _ failure: UpstreamFailure, _ expected: ErrorCode, _ reason: String
    ) async throws {
        try await TestUniversity.with { test in
            _ = try await test.library.groups()
            test.university.fail(with: failure)
            let error = await code { _ = try await test.forGroup() }
            #expect(error?.code == expected && error?.reason == reason)
        }
    }

    @Test func `A body of another shape is an error and does not replace a timetable`() async throws {
        try await TestUniversity.with { test in
            let path = "/schedule?studentGroup=353501"
            for body in ["{}", "[]", "{\"title\":\"Internal Server Error\",\"status\":500}", "{\"schedules\":", "nan"] {
                test.university.setReply(.json(body), for: path)
                let error = await code { _ = try await test.forGroup() }
                #expect(error?.code == .badUpstream, "\(body)")
                // The pause after the failure has to end first.
                test.clock.advance(.seconds(10))
            }
            test.university.setReply(.json(TestUniversity.timetable), for: path)
            let fetched = try await test.forGroup()
            test.university.setReply(.json("{}"), for: path)
            test.clock.advance(.seconds(25 * 3_600))
            let kept = try await test.forGroup()
            #expect(kept.lessons == fetched.lessons && kept.isStale && kept.fetchedAt == fetched.fetchedAt)
        }
    }

    @Test func `A cached copy is served for thirty days, labelled as stale`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            let fetched = try await test.forGroup()
            test.university.fail(with: .timedOut)
            test.clock.advance(.seconds(29 * 86_400))
            let kept = try await test.forGroup()
            #expect(kept.isStale && kept.fetchedAt == fetched.fetchedAt && kept.lessons.count == 1)
            let groups = try await test.groups()
            #expect(groups.isStale && groups.items.count == 3)
            test.clock.advance(.seconds(2 * 86_400))
            let error = await code { _ = try await test.forGroup() }
            #expect(error?.code == .unavailable)
        }
    }

    @Test func `An expired copy is stale once a refresh has failed`() async throws {
        try await TestUniversity.with { test in
            let subject = Subject.group(GroupNumber(unchecked: "353501"))
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            _ = try await test.forGroup()
            test.university.fail(with: .timedOut)
            test.clock.advance(.seconds(2 * 3_600))
            await #expect(throws: UpstreamFailure.self) { _ = try await test.library.plan(of: subject, refresh: true) }
            let kept = try await test.forGroup()
            #expect(kept.isStale && kept.hasTimetable)
        }
    }

    @Test func `Cached answers survive a restart with the university down`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "schedule-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let clock = DayClock()
        let before = Answers()
        try await TestUniversity.with(clock: clock, directory: directory.path) { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            await before.keep(try await Answers.all(test))
        }
        let dead = FakeUniversity()
        dead.fail(with: .unreachable("nobody is there"))
        try await TestUniversity.with(university: dead, clock: clock, directory: directory.path) { test in
            let after = try await Answers.all(test)
            let kept = await before.kept
            #expect(after == kept)
            #expect(test.university.requests.isEmpty)
            clock.advance(.seconds(20 * 86_400))
            let late = try await test.forGroup()
            #expect(late.isStale && late.lessons.count == 1)
            let none = try await test.forGroup("050541")
            #expect(none.isStale && !none.hasTimetable)
        }
    }

    /// A record of a service's answers.
    private actor Answers {
        var kept: [String] = []
        func keep(_ answers: [String]) { kept = answers }

        static func all(_ test: TestUniversity) async throws -> [String] {
            let query = Schedule.CatalogueQuery()
            let group = GroupNumber(unchecked: "353501")
            let context = test.context()
            let lists = [
                try await test.handler.catalogues.groups(query, context),
                try await test.handler.catalogues.lecturers(query, context),
                try await test.handler.catalogues.rooms(query, context),
            ].map { String(decoding: $0, as: UTF8.self) }
            let parts: [any Encodable & Sendable] = [
                try await test.forGroup(),
                try await test.forGroup("050541"), try await test.day(Schedule.Day.Params(group: group)),
                try await test.handler.timetables.next(Schedule.Next.Params(group: group), context),
            ]
            return try lists + parts.map { String(decoding: try JSONCoding.encode(Erased($0)), as: UTF8.self) }
        }
    }

    private struct Erased: Encodable {
        let value: any Encodable
        init(_ value: any Encodable) { self.value = value }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    @Test func `Timetables are served without a catalogue, and a missing one may be unknown`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.failure(.timedOut), for: "/student-groups")
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            let answer = try await test.forGroup()
            #expect(answer.hasTimetable && answer.group == nil)
            let unknown = await code { _ = try await test.forGroup("999999") }
            #expect(unknown?.code == .unavailable)
        }
    }

    @Test func `A catalogue that shrank by more than half is accepted only when repeated later`() async throws {
        try await TestUniversity.with { test in
            let all = try await test.library.groups()
            #expect(all.value.count == 3)
            test.university.setReply(.json("[{\"name\":\"353501\"}]"), for: "/student-groups")
            test.clock.advance(.days(8))
            let kept = try await test.library.groups()
            #expect(kept.value.count == 3 && kept.isStale)
            #expect(test.metrics.shrunken.current == 1)
            // Too old to be served while a newer one is read.
            test.clock.advance(.days(23))
            let taken = try await test.library.groups()
            #expect(taken.value.count == 1)
        }
    }

    @Test func `A timetable contains the time of its latest change`() async throws {
        try await TestUniversity.with { test in
            let path = "/schedule?studentGroup=353501"
            let subject = Subject.group(GroupNumber(unchecked: "353501"))
            test.university.setReply(.json(TestUniversity.timetable), for: path)
            let first = try await test.forGroup().changedAt
            test.clock.advance(.seconds(3_600))
            _ = try await test.library.plan(of: subject, refresh: true)
            let second = try await test.forGroup().changedAt
            #expect(first == nil && second == nil, "the first copy is no change")
            #expect(test.metrics.changes.current == 0)
            let moved = Samples.lesson(["\"auditories\":[\"101-1 к.\"]"])
            test.university.setReply(
                .json(Samples.timetable("\"schedules\":\(Samples.days(("Понедельник", [moved])))")), for: path)
            test.clock.advance(.seconds(3_600))
            _ = try await test.library.plan(of: subject, refresh: true)
            let third = try await test.forGroup().changedAt
            #expect(third == test.clock.now)
            #expect(test.metrics.changes.current == 1)
        }
    }

    @Test func `Concurrent calls for one timetable cost one request`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 { group.addTask { try await test.forGroup().hasTimetable } }
                for try await isThere in group { #expect(isThere) }
            }
            #expect(test.university.requests.sorted() == ["/schedule?studentGroup=353501", "/student-groups"])
        }
    }

    @Test func `The week is compared with the university's in any notation, and the computed one is kept`()
        async throws
    {
        try await TestUniversity.with { test in
            let check = WeekCheck(
                library: test.library, latest: test.lastCheck, metrics: test.metrics,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            func weekAndAgreement() -> (StudyWeek, Bool?) {
                let week = test.handler.week.week(Schedule.Week.Params(), test.context())
                return (week.week, week.isConfirmed)
            }
            #expect(weekAndAgreement() == (StudyWeek(unchecked: 3), nil))
            for (body, agrees) in [("3", true), ("3\n", true), ("1\n", false), (" 3 ", true)] {
                test.university.setReply(.json(body), for: "/schedule/current-week")
                let isTold = await check.check()
                #expect(isTold)
                #expect(weekAndAgreement() == (StudyWeek(unchecked: 3), agrees), "\(body)")
                #expect(test.metrics.weekDiffers.current == (agrees ? 0 : 1))
            }
            for body in ["", "5", "0", "null", "<html>"] {
                test.university.setReply(.json(body), for: "/schedule/current-week")
                let isTold = await check.check()
                #expect(!isTold, "\(body)")
            }
            #expect(weekAndAgreement().1 == true)
        }
    }
}
