import Contract
import RPC
import ScheduleContract
import Testing
import Upstream

@testable import ScheduleService

/// Tests of the service with a university that fails, confuses owners, or is slow.
@Suite struct DoubtfulAnswerTests {
    @Test func `A group for which alone the server keeps failing has no timetable`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.failure(.rejected(status: 500, body: [])), for: "/schedule?studentGroup=353501")
            let first = await code { _ = try await test.forGroup() }
            #expect(first?.code == .unavailable)
            for number in ["050541", "314351"] { _ = try await test.forGroup(number) }
            let lecturer = Subject.lecturer(LecturerSlug(unchecked: "ts-go"))
            _ = try await test.library.plan(of: lecturer, refresh: true)
            test.clock.advance(.seconds(10))
            let second = await code { _ = try await test.forGroup() }
            #expect(second?.code == .unavailable)
            test.clock.advance(.seconds(10))
            let answer = try await test.forGroup()
            #expect(!answer.hasTimetable)
            // Once it is proven, it needs no further proof.
            test.clock.advance(.seconds(16 * 60))
            _ = try await test.library.plan(
                of: .group(GroupNumber(unchecked: "353501")), refresh: true)
            let again = try await test.forGroup()
            #expect(!again.hasTimetable && !again.isStale && again.fetchedAt == test.clock.now)
        }
    }

    @Test func `A cached timetable survives repeated failures of the server`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            _ = try await test.forGroup()
            test.university.setReply(.failure(.rejected(status: 500, body: [])), for: "/schedule?studentGroup=353501")
            let subject = Subject.group(GroupNumber(unchecked: "353501"))
            for number in ["050541", "314351", "050541", "314351"] {
                _ = try await test.library.plan(of: .group(GroupNumber(unchecked: number)), refresh: true)
                _ = try? await test.library.plan(of: subject, refresh: true)
            }
            let answer = try await test.forGroup()
            #expect(answer.hasTimetable)
        }
    }

    @Test func `A timetable of another owner is refused`() async throws {
        let lecturers = "{\"employeeDto\":{\"urlId\":\"ts-go\"},\"schedules\":null}"
        try await TestUniversity.with { test in
            let path = "/schedule?studentGroup=353501"
            for body in [TestUniversity.timetable(of: 353_502), lecturers] {
                test.university.setReply(.json(body), for: path)
                let error = await code { _ = try await test.forGroup() }
                #expect(error?.code == .badUpstream, "\(body)")
                // The pause after the failure has to end first.
                test.clock.advance(.seconds(10))
            }
            for (slug, isTheirs) in [("s-nesterenkov", false), ("ts-go", true)] {
                test.university.setReply(.json(lecturers), for: "/employees/schedule/\(slug)")
                let error = await code {
                    _ = try await test.handler.timetables.forLecturer(
                        Schedule.ForLecturer.Params(lecturer: LecturerSlug(unchecked: slug)), test.context())
                }
                #expect(error?.code == (isTheirs ? nil : .badUpstream), "\(slug)")
            }
        }
    }

    @Test func `A timetable does not wait long for the catalogue`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            test.university.setReply(.never, for: "/student-groups")
            var timetables = test.handler.timetables
            timetables.subjects.catalogueWait = .milliseconds(20)
            let subject = Subject.group(GroupNumber(unchecked: "353501"))
            let answer = try await timetables.plan(of: subject, test.context())
            #expect(answer.snapshot.plan != nil && answer.owner?.group == nil)
        }
    }

    @Test func `A cached timetable needs no catalogue`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            test.university.setReply(.failure(.timedOut), for: "/student-groups")
            _ = try await test.forGroup()
            test.university.clearRequests()
            test.clock.advance(.seconds(60))
            let answer = try await test.forGroup()
            #expect(answer.hasTimetable && answer.group == nil)
            #expect(test.university.requests.isEmpty)
        }
    }

    @Test func `An owner removed from the catalogue is unknown even with a cached timetable`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            let before = try await test.forGroup()
            #expect(before.group?.number.text == "353501")
            test.university.setReply(
                .json("[{\"name\":\"050541\"},{\"name\":\"314351\"}]"), for: "/student-groups")
            test.clock.advance(.days(8))
            _ = try await test.library.groups()
            let after = await code { _ = try await test.forGroup() }
            #expect(after?.reason == "unknown-group")
        }
    }
}
