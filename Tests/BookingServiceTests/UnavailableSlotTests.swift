import AuthContract
import BookingContract
import Contract
import RPC
import Testing
import Values

@testable import BookingService

/// Tests of slots that cannot be booked, of running sets, and of moves to the same slots.
@Suite struct UnavailableSlotTests {
    /// Returns the errors of each way to request the slots.
    private func errors(
        _ fixture: BookingFixture, _ start: Instant, sets: Int, on reverse: String
    ) async throws -> [RPCError?] {
        let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
        let booking = try await fixture.book(ada, fixture.today(20))
        let errors = [
            await rpcError { try await fixture.hold(ada, start, sets: sets, on: reverse) },
            await rpcError { try await fixture.book(ada, start, sets: sets, on: reverse) },
            await rpcError { try await fixture.move(ada, booking, to: start, sets: sets, on: reverse) },
            await rpcError { try await fixture.bookFor(start, sets: sets, on: reverse, by: staff) },
        ]
        _ = try await fixture.cancel(ada, booking)
        return errors
    }

    @Test(arguments: [
        ("third", 15, 0, 1, "/reverseId"), ("big", 15, 5, 1, "/startsAt"), ("big", 8, 0, 1, "/startsAt"),
        ("big", 15, 0, 5, "/sets"), ("big", 21, 45, 2, "/sets"), ("third", 15, 5, 5, "/reverseId"),
    ])
    func `An invalid slot is reported with the member at fault`(
        reverse: String, hour: Int, minute: Int, sets: Int, pointer: String
    ) async throws {
        try await BookingFixture.with { fixture in
            for error in try await errors(fixture, fixture.today(hour, minute), sets: sets, on: reverse) {
                #expect(error?.reason == "not-a-slot" && error?.code == .invalidParams)
                #expect(error?.faults.map(\.pointer) == [pointer])
            }
        }
    }

    @Test func `A running slot is past rather than taken, and comes with the next free slots`() async throws {
        try await BookingFixture.with { fixture in
            for error in try await errors(fixture, fixture.today(9, 15), sets: 1, on: "big") {
                #expect(error?.reason == "past" && error?.code == .conflict)
                let details = String(decoding: error?.details ?? [], as: UTF8.self)
                #expect(details.contains("2026-11-21T06:45:00Z"))
            }
            // Slots beyond the horizon are not past.
            for error in try await errors(fixture, fixture.time(day: 30, 15), sets: 1, on: "big") {
                #expect(error?.reason == "slot-taken")
            }
        }
    }

    // MARK: Walk-ins

    @Test func `The staff can book a running set at its full price; customers cannot`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            fixture.clock.set(Instant(milliseconds: fixture.today(15, 15).milliseconds - 1))
            #expect(await ending { try await fixture.book(ada, fixture.today(15)) } == "past")
            #expect(await ending { try await fixture.hold(staff, fixture.today(15)) } == "past")
            let item = try await fixture.bookFor(fixture.today(15), sets: 2, by: staff)
            #expect(item.booking.state == .booked && item.toPay.amount == 6_000)
            #expect(item.booking.startsAt == fixture.today(15) && item.booking.endsAt == fixture.today(15, 30))
            #expect(try await fixture.state(fixture.today(15, 15)) == .booked)
            #expect(await ending { try await fixture.bookFor(fixture.today(15), by: staff) } == "slot-taken")
            #expect(await ending { try await fixture.cancel(staff, item.booking) } == "already-started")
            let here = try await fixture.service.checkIn(.init(id: item.booking.id), staff)
            #expect(here.booking.state == .checkedIn && here.booking.charge.state == .charged)
            // A set that is over is not sold.
            fixture.clock.advance(.milliseconds(1))
            #expect(await ending { try await fixture.bookFor(fixture.today(15), on: "small", by: staff) } == "past")
        }
    }

    @Test func `A closed or booked running set cannot be booked`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            let missed = try await fixture.book(ada, fixture.today(15))
            fixture.clock.set(fixture.today(15, 5))
            _ = try await fixture.service.noShow(.init(id: missed.id), staff)
            #expect(await ending { try await fixture.bookFor(fixture.today(15), by: staff) } == "slot-taken")
            _ = try await fixture.service.close(
                .init(from: fixture.today(15, 10), to: fixture.today(16), reason: NoteText(unchecked: "storm")),
                staff.with(key: "close"))
            #expect(
                await ending { try await fixture.bookFor(fixture.today(15), on: "small", by: staff) } == "slot-taken")
        }
    }

    @Test func `A pass that pays for a running set must be valid at the booking`() async throws {
        try await BookingFixture.with(configure: { $0.products[0].validDays = 1 }) { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            try await fixture.buyPass(ada, "five-sets")
            let phone = try #require(try await fixture.people.person(AccountName(ada.account), deadline: .now)?.phone)
            func walkIn() async -> String {
                await ending { try await fixture.bookFor(fixture.time(day: 1, 9, 30), for: phone, .pass, by: staff) }
            }
            // The pass was valid when the set began, and expires at 09:40.
            fixture.clock.set(fixture.time(day: 1, 9, 42))
            #expect(await walkIn() == "not-enough-sets")
            fixture.clock.set(fixture.time(day: 1, 9, 39))
            #expect(await walkIn() == "ok")
        }
    }

    // MARK: Moving to the same slots

    @Test(arguments: [false, true])
    func `Moving a booking to its own slots changes nothing, late or not`(isLate: Bool) async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada)
            let booking = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            if isLate { fixture.clock.set(fixture.today(14)) }
            #expect(try await fixture.move(ada, booking, to: fixture.today(15)) == booking)
            #expect(try await fixture.move(ada, booking, to: fixture.today(15), sets: 2) == booking)
            #expect(try await fixture.service.history(.init(), ada).items == [booking])
            #expect(try await fixture.service.passes(ada).left == 8)
            #expect(try await fixture.number("SELECT count(*) FROM sanction_case") == 0)
            #expect(try await fixture.number("SELECT count(*) FROM audit WHERE event IN ('moved', 'cancelled')") == 0)
            // Another number of sets counts as another time.
            let shorter = try await fixture.move(ada, booking, to: fixture.today(15), sets: 1)
            #expect((shorter.id != booking.id) == isLate && shorter.sets.value == 1)
            fixture.clock.set(fixture.today(15))
            #expect(await ending { try await fixture.move(ada, shorter, to: fixture.today(15)) } == "already-started")
        }
    }

    @Test func `Repeating a move to a booking's own slots does not undo a later move`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            let params = Booking.Reschedule.Params(
                id: booking.id, reverseId: booking.reverseId, startsAt: booking.startsAt)
            _ = try await fixture.service.reschedule(params, ada.with(key: "k"))
            let moved = try await fixture.move(ada, booking, to: fixture.today(18))
            #expect(try await fixture.service.reschedule(params, ada.with(key: "k")) == booking)
            #expect(try await fixture.service.get(.init(id: booking.id), ada) == moved)
        }
    }
}
