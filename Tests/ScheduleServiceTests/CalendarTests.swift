import Calendars
import Contract
import Database
import Foundation
import Postgres
import RPC
import ScheduleContract
import Synchronization
import TestSupport
import Testing
import Values
import Wire

@testable import ScheduleService

/// Calendar feeds: the format, and the addresses with their secrets.
@Suite struct CalendarTests {
    private static let template = DatabaseTemplate(
        "schedule-calendars", migrations: ScheduleMigrations.all, programVersion: ScheduleMigrations.programVersion)
    private static let group = GroupNumber(unchecked: "353501")
    private static let path = "/schedule?studentGroup=353501"
    private let somebody = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
    private let another = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcde0")
    /// 2026-09-14.
    private let today = LocalDate(daysSince1970: 20_710)

    private func plan(_ lesson: [String], exams: [String] = []) throws -> StudyPlan {
        let text = Samples.timetable(
            "\"schedules\":\(Samples.days(("Понедельник", [Samples.lesson(lesson)])))",
            "\"exams\":[\(exams.joined(separator: ","))]")
        return try JSONCoding.decode(BSUIRTimetable.self, from: Array(text.utf8), unknownMembers: .ignored).plan()
    }

    private func lines(_ plan: StudyPlan?, language: Language = .english, subgroup: Int? = nil) throws -> [String] {
        let feed = CalendarFeed(
            subject: .group(Self.group), name: "353501", subgroup: subgroup.flatMap(Subgroup.init), language: language,
            stamp: try #require(Instant("2026-09-01T10:00:00Z")), today: today, time: try MinskTime())
        let text = String(decoding: feed.bytes(of: plan), as: UTF8.self)
        #expect(text.hasSuffix("\r\nEND:VCALENDAR\r\n"))
        for line in text.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75, "\(line)") }
        return text.replacingOccurrences(of: "\r\n ", with: "").components(separatedBy: "\r\n")
    }

    @Test func `A lesson of two weeks is an event of every second week, with its zone, place and people`() throws {
        let lines = try lines(try plan([]), language: .russian)
        for line in [
            "DTSTART;TZID=Europe/Minsk:20260914T133500", "DTEND;TZID=Europe/Minsk:20260914T150000",
            // The last lesson is on 21 December, in week 1.
            "RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20261221T103500Z", "SUMMARY:МЗИ\\, лекция", "LOCATION:407-5 к.",
            "DESCRIPTION:Методы защиты информации\\nГерчик А.", "DTSTAMP:20260901T100000Z",
        ] {
            #expect(lines.contains(line), "\(line) \(lines)")
        }
        #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 1)
    }

    /// The days of all series of an entry.
    private func days(_ entry: Entry) -> [LocalDate] {
        CalendarSeries.all(of: entry, today: today).flatMap { series in
            stride(from: series.first.daysSince1970, through: series.last.daysSince1970, by: 7 * series.interval)
                .map(LocalDate.init(daysSince1970:))
        }.sorted()
    }

    @Test(arguments: 1...15) func `The events of a lesson are on the days on which it takes place`(weeks: UInt8) throws
    {
        var entry = try #require(try plan([]).entries.first)
        entry.weeks = WeekSet(rawValue: weeks)
        for (from, to) in [("2026-09-07", "2026-12-26"), ("2026-02-09", "2026-12-26"), ("2024-08-26", "2024-09-09")] {
            let (first, last) = (try #require(LocalDate(from)), try #require(LocalDate(to)))
            (entry.from, entry.to) = (first, last)
            let expected = (first.daysSince1970...last.daysSince1970).map(LocalDate.init(daysSince1970:))
                .filter { entry.takesPlace(on: $0, week: AcademicWeek(of: $0).number) }
            #expect(days(entry) == expected, "\(weeks) \(from)")
        }
    }

    @Test func `A lesson without bounds takes place in the academic year`() throws {
        var entry = try #require(try plan([]).entries.first)
        (entry.from, entry.to, entry.weeks) = (nil, nil, .all)
        #expect(days(entry).first == LocalDate("2026-08-31") && days(entry).last == LocalDate("2027-06-28"))
        entry.weeks = []
        #expect(days(entry).isEmpty)
    }

    @Test func `A UID stays when the room or the lecturer changes, and differs between lessons`() throws {
        func uids(_ lesson: [String]) throws -> [String] { try lines(try plan(lesson)).filter { $0.hasPrefix("UID") } }
        let uid = try uids([])
        #expect(try uids(["\"auditories\":[\"1\"]", "\"employees\":[]", "\"note\":\"x\""]) == uid)
        #expect(try uids(["\"subject\":\"ТЭЦ\""]) != uid)
        // One event a week of the cycle, since these are at no equal distances.
        let three = try uids(["\"weekNumber\":[1,2,3]"])
        #expect(three.count == 3 && Set(three).count == 3)
        let same = try #require(try plan([]).entries.first)
        var twice = try plan([])
        twice.entries = [same, same]
        #expect(Set(try lines(twice).filter { $0.hasPrefix("UID") }).count == 2)
    }

    @Test func `An exam is an event of one day, and a lesson past midnight ends on the next`() throws {
        let exam = Samples.lesson([
            "\"lessonTypeAbbrev\":\"Экзамен\"", "\"dateLesson\":\"12.01.2027\"", "\"weekNumber\":[]",
        ])
        let times = ["\"startLessonTime\":\"23:00\"", "\"endLessonTime\":\"01:00\""]
        let lines = try lines(try plan(times, exams: [exam]))
        #expect(lines.contains("DTSTART;TZID=Europe/Minsk:20270112T133500"))
        #expect(lines.contains("SUMMARY:МЗИ\\, exam"))
        #expect(lines.contains("DTEND;TZID=Europe/Minsk:20260915T010000"))
        #expect(lines.filter { $0.hasPrefix("RRULE") }.count == 1)
    }

    @Test func `Texts are escaped and long lines folded between characters`() throws {
        let note = String(repeating: "длинная; заметка, ", count: 12)
        let lines = try lines(try plan(["\"note\":\"\(note)\""]))
        let details = try #require(lines.first { $0.hasPrefix("DESCRIPTION") })
        #expect(details.contains("\\nдлинная\\; заметка\\, длинная"), "\(details)")
    }

    @Test func `A feed of a subgroup has no lessons of another, and one without a timetable has no events`() throws {
        let lesson = ["\"numSubgroup\":2"]
        #expect(!(try lines(try plan(lesson), subgroup: 1)).contains("BEGIN:VEVENT"))
        let details = "DESCRIPTION:Методы защиты информации\\nГерчик А.\\nSubgroup 2"
        #expect(try lines(try plan(lesson), subgroup: 2).contains(details))
        #expect(!(try lines(nil)).contains("BEGIN:VEVENT"))
    }

    // MARK: Addresses

    private func withCalendars(_ body: @Sendable (TestUniversity) async throws -> Void) async throws {
        try await PostgresCluster.withClient(like: Self.template) { client in
            try await TestUniversity.with(postgres: client) { test in
                test.university.setReply(.json(TestUniversity.timetable), for: Self.path)
                try await body(test)
            }
        }
    }

    private func add(_ test: TestUniversity) async throws -> (id: Identifier, secret: CalendarSecret) {
        let made = try await test.handler.calendars.add(
            Schedule.AddCalendar.Params(group: Self.group), test.context(somebody, locale: "be"))
        let last = try #require(made.path.split(separator: "/").last)
        // The address of the feed, as the gateway reads it.
        let secret = try #require(CalendarSecret(String(last)))
        #expect(made.path == "/v1/calendars/\(secret.text).ics" && made.calendar.group == Self.group)
        return (made.calendar.id, secret)
    }

    private func file(_ test: TestUniversity, _ secret: CalendarSecret) async throws -> String {
        let result = try await test.handler.calendars.file(
            Schedule.CalendarFile.Params(secret: secret), test.context())
        #expect(result.mediaType == "text/calendar")
        return String(decoding: Base64URL.decode(result.bodyBase64[...]) ?? [], as: UTF8.self)
    }

    @Test func `A feed's address opens the timetable in its owner's language, until it is revoked`()
        async throws
    {
        try await withCalendars { test in
            let (id, secret) = try await add(test)
            #expect(try await file(test, secret).contains("SUMMARY:МЗИ\\, лекцыя"))
            let revoke = Schedule.RemoveCalendar.Params(id: id)
            _ = try await test.handler.calendars.remove(revoke, test.context(another))
            #expect(try await file(test, secret).contains("BEGIN:VEVENT"))
            _ = try await test.handler.calendars.remove(revoke, test.context(somebody))
            #expect(await code { _ = try await file(test, secret) }?.code == .notFound)
            #expect(await code { _ = try await file(test, CalendarSecret.random()) }?.code == .notFound)
        }
    }

    @Test func `A feed comes from the copy within a second and a half while the university hangs`() async throws {
        let replies = [FakeUniversity.Reply.json(TestUniversity.timetable), .absent]
        for (reply, events) in zip(replies, [true, false]) {
            try await PostgresCluster.withClient(like: Self.template) { client in
                let clock = DayClock()
                let directory = FileManager.default.temporaryDirectory.appending(path: "vokol-feed-\(UUID())")
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: directory) }
                // A process that has the copy, and one that finds it on disk.
                let secret = try await kept(reply, clock, directory.path, client)
                let waits = Waits()
                let university = FakeUniversity()
                university.setReply(.never, for: Self.path)
                try await TestUniversity.with(
                    university: university, clock: clock, directory: directory.path, postgres: client, waits: waits
                ) { test in
                    for _ in 0..<2 {
                        clock.advance(.days(2))
                        waits.skip()
                        let feed = try await file(test, secret)
                        #expect(feed.contains("BEGIN:VEVENT") == events)
                        #expect(waits.total <= .milliseconds(1_500))
                    }
                    #expect(university.requests.contains(Self.path))
                }
            }
        }
    }

    /// Creates a feed whose timetable a process keeps on disk; returns its secret.
    private func kept(
        _ reply: FakeUniversity.Reply, _ clock: DayClock, _ directory: String, _ client: PostgresClient
    ) async throws -> CalendarSecret {
        let kept = Mutex<CalendarSecret?>(nil)
        try await TestUniversity.with(clock: clock, directory: directory, postgres: client) { test in
            test.university.setReply(reply, for: Self.path)
            let (_, secret) = try await add(test)
            _ = try await file(test, secret)
            kept.withLock { $0 = secret }
        }
        let secret = kept.withLock { $0 }
        return try #require(secret)
    }

    @Test func `The secret is in no table, and the list does not tell it`() async throws {
        try await withCalendars { test in
            let (id, secret) = try await add(test)
            let client = test.handler.calendars.store.client
            #expect(try await DatabaseSearch.tables(containing: [secret.text], in: client).isEmpty)
            let list = try await test.handler.calendars.list(.init(), test.context(somebody))
            #expect(list.items.map(\.id) == [id] && list.items[0].name != nil)
            #expect(try await test.handler.calendars.list(.init(), test.context(another)).items.isEmpty)
            let page = try await test.handler.favourites.export(.init(), test.context(somebody))
            #expect(page.items.map(\.table) == ["calendar"])
            #expect(!page.items.flatMap(\.values).contains { $0.name == "digest" })
        }
    }

    @Test func `An account has at most twenty feeds, only of groups that exist`() async throws {
        try await withCalendars { test in
            let unknown = Schedule.AddCalendar.Params(group: GroupNumber(unchecked: "999999"))
            let refused = await code { _ = try await test.handler.calendars.add(unknown, test.context(somebody)) }
            #expect(refused?.reason == "unknown-group")
            for _ in 0..<CalendarStore.limit { _ = try await add(test) }
            let full = await code { _ = try await add(test) }
            #expect(full?.reason == "too-many-calendars")
        }
    }
}
