import AggregatorContract
import BookingContract
import Contract
import RPC
import Testing
import Values

@testable import BookingService

@Suite struct BookingTests {
    @Test func `A booked slot shows as booked, and is free again after the cancellation`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let start = fixture.today(15)
            #expect(try await fixture.state(start) == .free)
            let booking = try await fixture.book(ada, start, sets: 2)
            #expect(booking.state == .booked)
            #expect(booking.endsAt == fixture.today(15, 30))
            #expect(booking.price == Money(amount: 6_000, currency: CurrencyCode(unchecked: "BYN")))
            #expect(booking.freeUntil == fixture.today(13))
            #expect(try await fixture.state(start) == .booked)
            #expect(try await fixture.state(fixture.today(15, 15)) == .booked)
            #expect(try await fixture.state(fixture.today(15, 30)) == .free)
            #expect(try await fixture.state(start, on: "small") == .free)

            let cancelled = try await fixture.cancel(ada, booking)
            #expect(cancelled.state == .cancelled)
            #expect(cancelled.cancellation?.isLate == false)
            #expect(cancelled.cancellation?.by == .customer)
            #expect(cancelled.charge == Booking.Charge(state: .none), "it names no amount")
            #expect(cancelled.caseId == nil)
            #expect(try await fixture.state(start) == .free)
        }
    }

    @Test func `The second booking of a slot gets slot-taken with the next free slots`() async throws {
        try await BookingFixture.with { fixture in
            _ = try await fixture.book(fixture.person(), fixture.today(15))
            let error = await rpcError { try await fixture.book(fixture.person(), fixture.today(15)) }
            #expect(error?.reason == "slot-taken")
            #expect(error?.code == .conflict)
            let details = String(decoding: error?.details ?? [], as: UTF8.self)
            #expect(details.contains("2026-11-21T12:15:00Z"))
            #expect(details.contains("\"reverseId\":\"small\""))
            #expect(!details.contains("\"reverseId\":\"big\",\"startsAt\":\"2026-11-21T12:00:00Z\""))
        }
    }

    @Test func `The next free slots offer as many consecutive sets as requested`() async throws {
        try await BookingFixture.with(configure: { $0.reverses.removeLast() }) { fixture in
            // Every other slot of the evening is taken, except for the last three.
            for hour in 19...20 {
                _ = try await fixture.book(fixture.person(), fixture.today(hour, 15))
                _ = try await fixture.book(fixture.person(), fixture.today(hour, 45))
            }
            let error = await rpcError { try await fixture.book(fixture.person(), fixture.today(19), sets: 3) }
            let details = String(decoding: error?.details ?? [], as: UTF8.self)
            let starts = details.matches(of: /"startsAt":"([^"]+)"/).map { String($0.1) }
            let expected =
                [fixture.today(21), fixture.today(21, 15)] + [0, 15, 30, 45].map { fixture.time(day: 1, 9, $0) }
            #expect(error?.reason == "slot-taken")
            #expect(starts == expected.map(\.description))
        }
    }

    @Test func `Two bookings that overlap by one slot do not both succeed`() async throws {
        try await BookingFixture.with { fixture in
            _ = try await fixture.book(fixture.person(), fixture.today(15), sets: 2)
            #expect(
                await ending { try await fixture.book(fixture.person(), fixture.today(14, 45), sets: 2) }
                    == "slot-taken")
            #expect(
                await ending { try await fixture.book(fixture.person(), fixture.today(15, 15), sets: 2) }
                    == "slot-taken")
            #expect(await ending { try await fixture.book(fixture.person(), fixture.today(14, 30), sets: 2) } == "ok")
            #expect(await ending { try await fixture.book(fixture.person(), fixture.today(15, 30), sets: 2) } == "ok")
        }
    }

    @Test func `Invalid, past and too distant slots cannot be booked`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            #expect(await ending { try await fixture.book(ada, fixture.today(15, 5)) } == "not-a-slot")
            #expect(await ending { try await fixture.book(ada, fixture.today(8)) } == "not-a-slot")
            #expect(await ending { try await fixture.book(ada, fixture.today(22)) } == "not-a-slot")
            #expect(await ending { try await fixture.book(ada, fixture.today(21, 45), sets: 2) } == "not-a-slot")
            #expect(await ending { try await fixture.book(ada, fixture.today(15), sets: 5) } == "not-a-slot")
            #expect(await ending { try await fixture.book(ada, fixture.today(15), on: "third") } == "not-a-slot")
            #expect(await ending { try await fixture.book(ada, fixture.today(9, 30)) } == "past")
            #expect(await ending { try await fixture.book(ada, fixture.time(day: 30, 15)) } == "slot-taken")
            #expect(await ending { try await fixture.book(ada, fixture.time(day: 29, 15)) } == "ok")
        }
    }

    @Test func `A change of the set's length cannot make two bookings overlap`() async throws {
        try await BookingFixture.with { fixture in
            let admin = fixture.person([.admin])
            _ = try await fixture.book(fixture.person(), fixture.today(15, 15))
            let before = try await fixture.service.configuration()
            var park = before.park
            park.setMinutes = 60
            _ = try await fixture.service.configure(
                Booking.Configure.Params(version: before.version, park: park), admin)
            #expect(try await fixture.state(fixture.today(15)) == .booked)
            #expect(await ending { try await fixture.book(fixture.person(), fixture.today(15)) } == "slot-taken")
            #expect(await ending { try await fixture.book(fixture.person(), fixture.today(16)) } == "ok")
            #expect(
                await ending {
                    try await fixture.service.configure(
                        Booking.Configure.Params(version: before.version, park: park), admin)
                } == "version-changed")
        }
    }

    @Test func `A repeated key gives the same answer and books once, and other content is refused`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let first = try await fixture.book(ada, fixture.today(15), key: "one")
            let second = try await fixture.book(ada, fixture.today(15), key: "one")
            #expect(first == second)
            #expect(try await fixture.number("SELECT count(*) FROM booking") == 1)
            #expect(
                await ending { try await fixture.book(ada, fixture.today(16), key: "one") } == "idempotency-mismatch")
            #expect(await ending { try await fixture.book(fixture.person(), fixture.today(16), key: "one") } == "ok")
            #expect(
                await ending {
                    try await fixture.service.book(
                        Booking.Book.Params(payWith: .onSite), ada)
                } == "idempotency-key-missing")
        }
    }

    @Test(arguments: [(-1, "free"), (0, "late"), (1, "late")] as [(Int64, String)])
    func `Cancelling is free more than two hours before the start, and late from then on`(
        _ offset: Int64, _ expected: String
    ) async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            fixture.clock.set(Instant(milliseconds: fixture.today(13).milliseconds + offset))
            let cancelled = try await fixture.cancel(ada, booking)
            #expect(cancelled.cancellation?.isLate == (expected == "late"))
            #expect((cancelled.caseId != nil) == (expected == "late"))
            #expect(cancelled.charge.state == (expected == "late" ? .undecided : ChargeState.none))
            #expect(try await fixture.state(fixture.today(15)) == .free)
        }
    }

    @Test func `A booking that has begun cannot be cancelled; a cancelled one stays as it is`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            fixture.clock.set(fixture.today(15))
            #expect(await ending { try await fixture.cancel(ada, booking) } == "already-started")
            fixture.clock.set(Instant(milliseconds: fixture.today(15).milliseconds - 1))
            let first = try await fixture.cancel(ada, booking)
            fixture.clock.advance(.seconds(60))
            #expect(try await fixture.cancel(ada, booking) == first)
        }
    }

    @Test func `A booking keeps the rules under which it was made`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            let before = try await fixture.service.configuration()
            var park = before.park
            park.freeCancellationMinutes = 24 * 60
            _ = try await fixture.service.configure(
                Booking.Configure.Params(version: before.version, park: park), fixture.person([.admin]))
            fixture.clock.set(fixture.today(12))
            #expect(try await fixture.cancel(ada, booking).cancellation?.isLate == false)
        }
    }

    @Test func `Only the owner and the staff can see, cancel or move a booking`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, eve, staff) = (fixture.person(), fixture.person(), fixture.person([.parkStaff]))
            let booking = try await fixture.book(ada, fixture.today(15))
            #expect(await ending { try await fixture.service.get(.init(id: booking.id), eve) } == "not-found")
            #expect(await ending { try await fixture.cancel(eve, booking) } == "not-found")
            #expect(await ending { try await fixture.move(eve, booking, to: fixture.today(16)) } == "not-found")
            #expect(try await fixture.service.get(.init(id: booking.id), staff) == booking)
            #expect(try await fixture.cancel(staff, booking).cancellation?.by == .staff)
        }
    }

    @Test func `A move takes the new slots and frees the old ones, or changes nothing`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            _ = try await fixture.book(fixture.person(), fixture.today(16))
            #expect(await ending { try await fixture.move(ada, booking, to: fixture.today(16)) } == "slot-taken")
            #expect(try await fixture.state(fixture.today(15)) == .booked)
            // A move to slots that overlap the booking's own succeeds.
            let longer = try await fixture.move(ada, booking, to: fixture.today(15), sets: 2)
            #expect(longer.sets.value == 2)
            let moved = try await fixture.move(ada, longer, to: fixture.time(day: 1, 10), sets: 1, on: "small")
            #expect(moved.startsAt == fixture.time(day: 1, 10))
            #expect(moved.reverseId.text == "small")
            #expect(try await fixture.state(fixture.today(15)) == .free)
            #expect(try await fixture.state(fixture.time(day: 1, 10), on: "small") == .booked)
            #expect(moved.moves == 2)
        }
    }

    @Test func `The history is paged, newest first, and filtered`() async throws {
        try await BookingFixture.with(configure: { $0.bookingsPerAccount = 100 }) { fixture in
            let ada = fixture.person()
            var ids: [Identifier] = []
            for index in 0..<5 { ids.append(try await fixture.book(ada, fixture.today(12 + index)).id) }
            let cancelled = try await fixture.service.cancel(.init(id: ids[2]), ada)
            func page(_ filter: HistoryFilter?, _ cursor: Cursor? = nil, _ limit: Int = 2) async throws -> Page<
                Booking.Record
            > {
                try await fixture.service.history(
                    .init(state: filter, cursor: cursor, limit: PageLimit(unchecked: limit)), ada)
            }
            let first = try await page(nil)
            #expect(first.items.map(\.id) == [ids[4], ids[3]])
            let second = try await page(nil, first.nextCursor)
            #expect(second.items.map(\.id) == [ids[2], ids[1]])
            let third = try await page(nil, second.nextCursor)
            #expect(third.items.map(\.id) == [ids[0]])
            #expect(third.nextCursor == nil)
            #expect(try await page(.cancelled).items.map(\.id) == [cancelled.id])
            fixture.clock.set(fixture.today(13, 15))
            #expect(try await page(.upcoming, nil, 10).items.map(\.id) == [ids[3], ids[4]])
            #expect(try await page(.past, nil, 10).items.map(\.id) == [ids[1], ids[0]])
            #expect(await ending { try await page(.past, first.nextCursor) } == "invalid-params")
        }
    }

    @Test func `Upcoming bookings are paged by start while time passes`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            var ids: [Identifier] = []
            for hour in [17, 12, 15, 13, 16] { ids.append(try await fixture.book(ada, fixture.today(hour)).id) }
            let inOrder = [1, 3, 2, 4, 0].map { ids[$0] }
            func page(_ cursor: Cursor?, _ filter: HistoryFilter = .upcoming) async throws -> Page<Booking.Record> {
                try await fixture.service.history(
                    .init(state: filter, cursor: cursor, limit: PageLimit(unchecked: 2)), ada)
            }
            let first = try await page(nil)
            #expect(first.items.map(\.id) == Array(inOrder[0..<2]))
            // Bookings that have ended, or lie before the position of the page, shift nothing.
            fixture.clock.set(fixture.today(13, 15))
            _ = try await fixture.book(ada, fixture.today(14))
            let rest = try await page(first.nextCursor)
            #expect(rest.items.map(\.startsAt) == [fixture.today(14), fixture.today(15)])
            let last = try await page(rest.nextCursor)
            #expect(last.items.map(\.id) == Array(inOrder[3...]) && last.nextCursor == nil)
            // A running booking is not in the past.
            fixture.clock.set(fixture.today(16, 5))
            #expect(try await page(nil).items.map(\.id) == Array(inOrder[3...]))
            #expect(await ending { try await page(first.nextCursor, .all) } == "invalid-params")
        }
    }

    @Test func `An answer is kept for a day by the clock of the database`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let params = Booking.Book.Params(
                reverseId: ReverseID(unchecked: "big"), startsAt: fixture.time(day: 3, 15),
                sets: SetCount(unchecked: 1),
                payWith: .onSite)
            let first = try await fixture.service.book(params, ada.with(key: "k"))
            _ = try await fixture.cancel(ada, first)
            fixture.clock.advance(.seconds(86_400))
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.service.book(params, ada.with(key: "k")) == first)
            fixture.clock.advance(.milliseconds(1))
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.service.book(params, ada.with(key: "k")).id != first.id)
        }
    }

    @Test func `The number of an account's coming bookings is limited`() async throws {
        try await BookingFixture.with(configure: { $0.bookingsPerAccount = 2 }) { fixture in
            let ada = fixture.person()
            _ = try await fixture.book(ada, fixture.today(12))
            let second = try await fixture.book(ada, fixture.today(13))
            #expect(await ending { try await fixture.book(ada, fixture.today(14)) } == "too-many-bookings")
            _ = try await fixture.cancel(ada, second)
            #expect(await ending { try await fixture.book(ada, fixture.today(14)) } == "ok")
        }
    }

    @Test func `Days show the number of free slots`() async throws {
        try await BookingFixture.with { fixture in
            let before = try await fixture.service.days(.init(days: DayCount(unchecked: 3)))
            #expect(before.items.map(\.date.description) == ["2026-11-21", "2026-11-22", "2026-11-23"])
            // Saturday 09:00 to 22:00 on two reverses; at 09:40 three slots of each have begun.
            #expect(before.items[0].slots == 104)
            #expect(before.items[0].free == 98)
            // Monday 12:00 to 21:00.
            #expect(before.items[2].slots == 72)
            _ = try await fixture.book(fixture.person(), fixture.today(15), sets: 3)
            let after = try await fixture.service.days(.init(days: DayCount(unchecked: 1)))
            #expect(after.items[0].free == 95)
        }
    }
}
