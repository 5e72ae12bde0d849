import AuthContract
import BookingContract
import Contract
import RPC
import Testing
import Values

@testable import BookingService

/// Tests of the ten minutes after booking in which a booking can be undone.
@Suite struct UndoTests {
    private func with(
        undoMinutes: Int? = 10, _ body: @Sendable (BookingFixture) async throws -> Void
    ) async throws {
        try await BookingFixture.with(configure: { $0.undoMinutes = undoMinutes }, body)
    }

    @Test func `A booking made shortly before the start is free to cancel until freeUntil, and late from then on`()
        async throws
    {
        try await with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada)
            fixture.clock.set(fixture.today(14))
            let first = try await fixture.book(ada, fixture.today(15), .pass)
            #expect(first.freeUntil == fixture.today(14, 10))
            fixture.clock.set(Instant(milliseconds: first.freeUntil.milliseconds - 1))
            let cancelled = try await fixture.cancel(ada, first)
            #expect(cancelled.cancellation?.isLate == false && cancelled.caseId == nil)
            #expect(cancelled.charge.state == .returned)
            #expect(try await fixture.service.passes(ada).left == 10)
            #expect(try await fixture.state(fixture.today(15)) == .free)

            let second = try await fixture.book(ada, fixture.today(15), .pass)
            fixture.clock.set(second.freeUntil)
            let late = try await fixture.cancel(ada, second)
            #expect(late.cancellation?.isLate == true && late.caseId != nil)
            #expect(try await fixture.number("SELECT count(*) FROM sanction_case") == 1)
        }
    }

    @Test func `Cancelling is free until the later of both times, but not once the booking has begun`() async throws {
        try await with { fixture in
            let ada = fixture.person()
            #expect(try await fixture.book(ada, fixture.today(15)).freeUntil == fixture.today(13))
            fixture.clock.set(fixture.today(14, 55))
            let booking = try await fixture.book(ada, fixture.today(15), on: "small")
            #expect(booking.freeUntil == fixture.today(15))
            fixture.clock.set(fixture.today(15))
            #expect(await ending { try await fixture.cancel(ada, booking) } == "already-started")
        }
    }

    @Test func `A booking that can be undone is moved without a case`() async throws {
        try await with { fixture in
            let ada = fixture.person()
            fixture.clock.set(fixture.today(14))
            let booking = try await fixture.book(ada, fixture.today(15))
            let moved = try await fixture.move(ada, booking, to: fixture.today(15, 30))
            #expect(moved.id == booking.id && moved.moves == 1)
            // Moving does not prolong the time.
            #expect(moved.freeUntil == booking.freeUntil)
            fixture.clock.set(moved.freeUntil)
            #expect(try await fixture.move(ada, moved, to: fixture.today(16)).id != booking.id)
            #expect(try await fixture.number("SELECT count(*) FROM sanction_case") == 1)
        }
    }

    @Test func `A customer who undid three bookings within a day has no time to undo the next ones`() async throws {
        try await with { fixture in
            let (ada, eve) = (fixture.person(), fixture.person())
            fixture.clock.set(fixture.today(14))
            // What could be cancelled free of charge anyway does not count.
            for _ in 0..<4 { _ = try await fixture.cancel(ada, try await fixture.book(ada, fixture.today(18))) }
            for _ in 0..<2 { _ = try await fixture.cancel(ada, try await fixture.book(ada, fixture.today(15))) }
            // Moving counts once for a booking, however often it is moved and cancelled then.
            var booking = try await fixture.book(ada, fixture.today(15))
            booking = try await fixture.move(ada, booking, to: fixture.today(15, 30))
            booking = try await fixture.move(ada, booking, to: fixture.today(18))
            _ = try await fixture.cancel(ada, booking)
            #expect(try await fixture.number("SELECT count(*) FROM booking WHERE undone_at IS NOT NULL") == 3)

            let fourth = try await fixture.book(ada, fixture.today(15))
            #expect(fourth.freeUntil == fixture.today(13))
            #expect(try await fixture.cancel(ada, fourth).cancellation?.isLate == true)
            // Others, and bookings by the staff, are not concerned.
            #expect(try await fixture.book(eve, fixture.today(15)).freeUntil == fixture.today(14, 10))
            let phone = try #require(try await fixture.people.person(AccountName(ada.account), deadline: .now)?.phone)
            let item = try await fixture.bookFor(
                fixture.today(15, 30), for: phone, by: fixture.person([.parkStaff]))
            #expect(item.booking.freeUntil == fixture.today(14, 10))

            fixture.clock.set(fixture.time(day: 1, 14))
            #expect(
                try await fixture.book(ada, fixture.time(day: 1, 15)).freeUntil == fixture.time(day: 1, 14, 10))
        }
    }

    @Test func `A booking that the staff cancels or moves does not count as undone by the customer`() async throws {
        try await with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            fixture.clock.set(fixture.today(14))
            let first = try await fixture.book(ada, fixture.today(15))
            #expect(try await fixture.cancel(staff, first).cancellation?.isLate == false)
            let second = try await fixture.book(ada, fixture.today(15))
            #expect(try await fixture.move(staff, second, to: fixture.today(15, 30)).id == second.id)
            #expect(try await fixture.number("SELECT count(*) FROM booking WHERE undone_at IS NOT NULL") == 0)
        }
    }

    @Test func `Cancelling within a closure does not count as undoing`() async throws {
        try await BookingFixture.with(
            policy: BookingPolicy(closureBatch: 0), configure: { $0.undoMinutes = 10 }
        ) { fixture in
            let ada = fixture.person()
            fixture.clock.set(fixture.today(14))
            let booking = try await fixture.book(ada, fixture.today(15))
            var staff = fixture.person([.parkStaff]).with(key: "close")
            staff.deadline = .now + .milliseconds(900)
            _ = try? await fixture.service.close(
                .init(from: fixture.today(15), to: fixture.today(16), reason: NoteText(unchecked: "storm")), staff)
            #expect(try await fixture.cancel(ada, booking).cancellation?.isLate == false)
            #expect(try await fixture.number("SELECT count(*) FROM booking WHERE undone_at IS NOT NULL") == 0)
        }
    }

    @Test func `Settings without the time for undoing, as older releases stored them, have ten minutes`() async throws {
        try await with(undoMinutes: nil) { fixture in
            #expect(
                try await fixture.number("SELECT count(*) FROM configuration WHERE document LIKE '%undoMinutes%'") == 0)
            #expect(try await fixture.service.configuration().park.undoMinutes == 10)
            #expect(try await fixture.service.park(in: .english).undoMinutes == 10)
            fixture.clock.set(fixture.today(14))
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            #expect(booking.freeUntil == fixture.today(14, 10))

            // A booking keeps the rule under which it was made.
            let before = try await fixture.service.configuration()
            var park = before.park
            park.undoMinutes = 0
            _ = try await fixture.service.configure(
                .init(version: before.version, park: park), fixture.person([.admin]))
            #expect(try await fixture.book(ada, fixture.today(16, 30)).freeUntil == fixture.today(14, 30))
            #expect(try await fixture.book(ada, fixture.today(15, 30)).freeUntil == fixture.today(13, 30))
            #expect(try await fixture.cancel(ada, booking).cancellation?.isLate == false)
        }
    }
}
