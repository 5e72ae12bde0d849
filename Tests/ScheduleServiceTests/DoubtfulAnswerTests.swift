import RPC
import ScheduleContract
import Testing
import Upstream

@testable import ScheduleService

/// What is believed of a university that fails, mistakes one for another, or is slow.
@Suite struct DoubtfulAnswerTests {
    @Test("A group for which alone the server fails again and again has no timetable")
    func faultyGroup() async throws {
        try await World.with { world in
            world.university.say(.failure(.refused(status: 500, body: [])), to: "/schedule?studentGroup=353501")
            let first = await code { _ = try await world.forGroup() }
            #expect(first?.code == .unavailable)
            for number in ["050541", "314351"] { _ = try await world.forGroup(number) }
            let lecturer = Subject.lecturer(LecturerSlug(unchecked: "ts-go"))
            _ = try await world.library.plan(of: lecturer, refresh: true)
            world.clock.advance(.seconds(10))
            let second = await code { _ = try await world.forGroup() }
            #expect(second?.code == .unavailable)
            world.clock.advance(.seconds(10))
            let told = try await world.forGroup()
            #expect(!told.hasTimetable)
            // Proven once, it need not be proven again.
            world.clock.advance(.seconds(16 * 60))
            _ = try await world.library.plan(
                of: .group(GroupNumber(unchecked: "353501")), refresh: true)
            let again = try await world.forGroup()
            #expect(!again.hasTimetable && !again.stale && again.fetchedAt == world.clock.now)
        }
    }

    @Test("A timetable that is there is not given up because the server fails for it again and again")
    func faultyGroupWithTimetable() async throws {
        try await World.with { world in
            world.university.say(.json(World.timetable), to: "/schedule?studentGroup=353501")
            _ = try await world.forGroup()
            world.university.say(.failure(.refused(status: 500, body: [])), to: "/schedule?studentGroup=353501")
            let subject = Subject.group(GroupNumber(unchecked: "353501"))
            for number in ["050541", "314351", "050541", "314351"] {
                _ = try await world.library.plan(of: .group(GroupNumber(unchecked: number)), refresh: true)
                _ = try? await world.library.plan(of: subject, refresh: true)
            }
            let told = try await world.forGroup()
            #expect(told.hasTimetable)
        }
    }

    @Test("Somebody else's timetable is refused")
    func anothers() async throws {
        let lecturers = "{\"employeeDto\":{\"urlId\":\"ts-go\"},\"schedules\":null}"
        try await World.with { world in
            let path = "/schedule?studentGroup=353501"
            for body in [World.timetable(of: 353_502), lecturers] {
                world.university.say(.json(body), to: path)
                let told = await code { _ = try await world.forGroup() }
                #expect(told?.code == .badUpstream, "\(body)")
                // Until then the university is not asked for it again.
                world.clock.advance(.seconds(10))
            }
            for (slug, isTheirs) in [("s-nesterenkov", false), ("ts-go", true)] {
                world.university.say(.json(lecturers), to: "/employees/schedule/\(slug)")
                let told = await code {
                    _ = try await world.service.forLecturer(
                        Schedule.ForLecturer.Params(lecturer: LecturerSlug(unchecked: slug)), deadline: world.deadline)
                }
                #expect(told?.code == (isTheirs ? nil : .badUpstream), "\(slug)")
            }
        }
    }

    @Test("A timetable does not wait long for the catalogue")
    func slowCatalogue() async throws {
        try await World.with { world in
            world.university.say(.json(World.timetable), to: "/schedule?studentGroup=353501")
            world.university.say(.never, to: "/student-groups")
            var service = world.service
            service.limits.catalogueWait = .milliseconds(20)
            let subject = Subject.group(GroupNumber(unchecked: "353501"))
            let told = try await service.timetable(of: subject, deadline: world.deadline)
            #expect(told.kept.plan != nil && told.group == nil)
        }
    }

    @Test("For a timetable that is kept no catalogue is asked for")
    func keptWithoutCatalogue() async throws {
        try await World.with { world in
            world.university.say(.json(World.timetable), to: "/schedule?studentGroup=353501")
            world.university.say(.failure(.timedOut), to: "/student-groups")
            _ = try await world.forGroup()
            world.university.forget()
            world.clock.advance(.seconds(60))
            let told = try await world.forGroup()
            #expect(told.hasTimetable && told.group == nil)
            #expect(world.university.asked.isEmpty)
        }
    }

    @Test("Somebody whose timetable is kept and who is in no catalogue any more is unknown")
    func gone() async throws {
        try await World.with { world in
            world.university.say(.json(World.timetable), to: "/schedule?studentGroup=353501")
            let before = try await world.forGroup()
            #expect(before.group?.number.text == "353501")
            world.university.say(
                .json("[{\"name\":\"050541\"},{\"name\":\"314351\"}]"), to: "/student-groups")
            world.clock.advance(.seconds(1))
            _ = try await world.library.groups(refresh: true)
            let after = await code { _ = try await world.forGroup() }
            #expect(after?.reason == "unknown-group")
        }
    }
}
