import BookingContract
import Contract
import RPC
import Testing
import Values

@testable import BookingService
@testable import Notify

/// Tests of waiting for slots that are booked, and of their offers.
@Suite struct WaitlistTests {
    private func wait(
        _ fixture: BookingFixture, _ caller: BookingCaller, _ start: Instant, sets: Int = 1
    ) async throws -> Booking.WaitlistEntry {
        try await fixture.service.wait(
            Booking.Wait.Params(
                reverseId: ReverseID(unchecked: "big"), startsAt: start, sets: SetCount(unchecked: sets)),
            caller)
    }

    private func entries(_ fixture: BookingFixture, _ caller: BookingCaller) async throws -> [Booking.WaitlistEntry] {
        try await fixture.service.waitlist(caller).items
    }

    private func confirm(
        _ fixture: BookingFixture, _ caller: BookingCaller, _ entry: Booking.WaitlistEntry
    ) async throws -> Booking.Record {
        try await fixture.service.book(
            Booking.Book.Params(holdId: entry.holdId, payWith: .onSite), caller.with(key: fixture.freshKey()))
    }

    @Test func `Freed slots are held for the first who waits, who is told and books them`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob, eve) = (fixture.person(), fixture.person(language: .russian), fixture.person())
            let start = fixture.time(day: 1, 12)
            let booking = try await fixture.book(ada, start)
            let first = try await wait(fixture, bob, start)
            #expect(first.state == .waiting && first.ahead == 0)
            #expect(try await wait(fixture, bob, start) == first)
            fixture.clock.advance(.seconds(1))
            #expect(try await wait(fixture, eve, start).ahead == 1)
            try await fixture.housekeeping.tidy()
            #expect(try await entries(fixture, bob).map(\.state.known) == [.waiting])

            _ = try await fixture.cancel(ada, booking)
            // Not even in the moment before the offer can a passer-by take the slots.
            #expect(await ending { try await fixture.book(ada, start) } == "slot-taken")
            #expect(await ending { try await fixture.book(eve, start) } == "slot-taken")
            #expect(await ending { try await fixture.hold(ada, start) } == "slot-taken")
            try await fixture.housekeeping.tidy()
            let offered = try #require(try await entries(fixture, bob).first)
            #expect(offered.state == .offered)
            #expect(offered.offeredUntil == Instant(milliseconds: fixture.clock.now + 900_000))
            #expect(
                try await fixture.sent().map(\.text).contains(
                    "Вейк-парк: до 09:55 за вами: 22.11 в 12:00, сетов: 1. Большой реверс"))
            #expect(await ending { try await fixture.book(eve, start) } == "slot-taken")
            #expect(try await confirm(fixture, bob, offered).startsAt == start)
            #expect(try await entries(fixture, bob).isEmpty)
            #expect(try await entries(fixture, eve).map(\.ahead) == [0])
        }
    }

    @Test func `An offer that nobody takes ends, and the next who waits gets one`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob, eve) = (fixture.person(), fixture.person(), fixture.person())
            let start = fixture.time(day: 1, 12)
            let booking = try await fixture.book(ada, start)
            _ = try await wait(fixture, bob, start)
            fixture.clock.advance(.seconds(1))
            _ = try await wait(fixture, eve, start)
            _ = try await fixture.cancel(ada, booking)
            try await fixture.housekeeping.tidy()
            fixture.clock.advance(.seconds(901))
            #expect(try await entries(fixture, bob).isEmpty)
            // Waiting again is possible only once somebody has booked the slots.
            #expect(await ending { try await wait(fixture, bob, start) } == "slot-free")
            try await fixture.housekeeping.tidy()
            let offered = try #require(try await entries(fixture, eve).first)
            #expect(offered.state == .offered)
            // Leaving gives the slots back at once.
            try await fixture.service.leaveWaitlist(Booking.LeaveWaitlist.Params(id: offered.id), eve)
            #expect(try await entries(fixture, eve).isEmpty)
            _ = try await fixture.book(ada, start)
        }
    }

    @Test func `Only slots that are booked can be waited for`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob, staff) = (fixture.person(), fixture.person(), fixture.person([.parkStaff]))
            let start = fixture.time(day: 1, 12)
            #expect(await ending { try await wait(fixture, bob, start) } == "slot-free")
            _ = try await fixture.hold(ada, start)
            #expect(await ending { try await wait(fixture, bob, start) } == "slot-free")
            #expect(await ending { try await wait(fixture, bob, fixture.time(day: 1, 12, 5)) } == "not-a-slot")
            _ = try await fixture.service.close(
                Booking.Close.Params(
                    from: fixture.time(day: 2, 10), to: fixture.time(day: 2, 20),
                    reason: NoteText(unchecked: "Storm")),
                staff.with(key: "close"))
            #expect(await ending { try await wait(fixture, bob, fixture.time(day: 2, 12)) } == "slot-taken")
        }
    }

    @Test func `A customer has few entries, and a slot has few who wait`() async throws {
        var policy = BookingPolicy()
        policy.waitlist.perCustomer = 2
        policy.waitlist.perSlot = 2
        try await BookingFixture.with(policy: policy) { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            let starts = [0, 15, 30].map { fixture.time(day: 1, 12, $0) }
            for start in starts { _ = try await fixture.book(ada, start) }
            for start in starts.prefix(2) { _ = try await wait(fixture, bob, start) }
            #expect(await ending { try await wait(fixture, bob, starts[2]) } == "too-many-waiting")
            // Two sets overlap the entries for each of them.
            #expect(await ending { try await wait(fixture, fixture.person(), starts[0], sets: 2) } == "waitlist-full")
            _ = try await wait(fixture, fixture.person(), starts[0])
            #expect(await ending { try await wait(fixture, fixture.person(), starts[0]) } == "waitlist-full")
        }
    }

    @Test func `A customer with quiet hours or another hold passes the turn, and others may book meanwhile`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let (ada, bob, eve) = (fixture.person(), fixture.person(), fixture.person())
            let starts = [fixture.time(day: 1, 12), fixture.time(day: 1, 13)]
            let bookings = [try await fixture.book(ada, starts[0]), try await fixture.book(ada, starts[1])]
            for start in starts { _ = try await wait(fixture, bob, start) }
            let other = try await fixture.hold(bob, fixture.time(day: 1, 15))
            _ = try await fixture.cancel(ada, bookings[0])
            try await fixture.housekeeping.tidy()
            #expect(try await entries(fixture, bob).map(\.state.known) == [.waiting, .waiting])
            fixture.clock.set(other.expiresAt)
            try await fixture.housekeeping.tidy()
            #expect(try await entries(fixture, bob).map(\.state.known) == [.offered, .waiting])

            fixture.clock.set(fixture.today(23))
            _ = try await fixture.cancel(ada, bookings[1])
            try await fixture.housekeeping.tidy()
            #expect(try await entries(fixture, bob).map(\.state.known) == [.waiting])
            _ = try await fixture.book(eve, starts[1])
        }
    }

    @Test func `An entry ends with its time, and with the suspension of its customer`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            let start = fixture.today(12)
            let booking = try await fixture.book(ada, start)
            _ = try await wait(fixture, bob, start)
            fixture.clock.set(fixture.today(11, 56))
            _ = try await fixture.cancel(ada, booking)
            #expect(try await entries(fixture, bob).isEmpty)
            #expect(await ending { try await wait(fixture, bob, start) } == "past")
            _ = try await fixture.book(fixture.person(), start)
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.number("SELECT count(*) FROM waitlist") == 0)
        }
    }

    @Test func `Of many who race for freed slots only the one with the offer gets them`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            let start = fixture.time(day: 1, 12)
            let booking = try await fixture.book(ada, start)
            _ = try await wait(fixture, bob, start)
            _ = try await fixture.cancel(ada, booking)
            let others = (0..<6).map { _ in fixture.person() }
            let endings = await withTaskGroup(of: String.self) { group in
                group.addTask { await ending { try await fixture.housekeeping.tidy() } }
                group.addTask { await ending { try await fixture.housekeeping.tidy() } }
                for other in others { group.addTask { await ending { try await fixture.book(other, start) } } }
                return await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(endings.count { $0 == "slot-taken" } == others.count)
            #expect(try await entries(fixture, bob).map(\.state.known) == [.offered])
            #expect(try await fixture.sent().filter { $0.text.contains("yours until") }.count == 1)
        }
    }
}
