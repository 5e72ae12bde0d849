import BookingContract
import Contract
import Testing
import Values

@testable import BookingService

/// Tests of the occupancy of several days.
@Suite struct BoardDaysTests {
    private func days(
        _ fixture: BookingFixture, from day: Int = 0, count: Int? = nil
    ) async throws -> [Booking.BoardDay] {
        try await fixture.service.boardDays(
            Booking.BoardDays.Params(
                from: LocalDate(daysSince1970: 20_778 + day), days: count.flatMap { BoardDayCount($0) }),
            fixture.person([.parkStaff])
        ).items
    }

    private func hour(
        _ day: Booking.BoardDay, _ start: Instant, on reverse: String = "big"
    ) throws -> Booking.BoardHour {
        let hours = try #require(day.reverses.first { $0.reverseId.text == reverse }).hours
        return try #require(hours.first { $0.startsAt == start })
    }

    @Test func `Each hour of a reverse has its booked, held and closed sets`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob, staff) = (fixture.person(), fixture.person(), fixture.person([.parkStaff]))
            let noon = fixture.time(day: 1, 12)
            _ = try await fixture.book(ada, noon, sets: 2)
            _ = try await fixture.hold(bob, fixture.time(day: 1, 14))
            let gone = try await fixture.book(ada, fixture.time(day: 1, 16))
            _ = try await fixture.cancel(ada, gone)
            _ = try await fixture.service.close(
                Booking.Close.Params(
                    from: fixture.time(day: 1, 13), to: fixture.time(day: 1, 14),
                    reverseId: ReverseID(unchecked: "small"), reason: NoteText(unchecked: "New cable")),
                staff.with(key: "close"))

            let items = try await days(fixture)
            #expect(items.map(\.date.daysSince1970) == Array(20_778..<20_785))
            let tomorrow = items[1]
            #expect(tomorrow.bookings == 1 && items[0].bookings == 0)
            let park = try await fixture.source.park()
            let perHour = 60 / park.settings.setMinutes
            #expect(
                try hour(tomorrow, noon)
                    == Booking.BoardHour(startsAt: noon, sets: perHour, booked: 2, held: 0, closed: 0))
            #expect(try hour(tomorrow, fixture.time(day: 1, 14)).held == 1)
            #expect(try hour(tomorrow, fixture.time(day: 1, 16)).booked == 0)
            let closed = try hour(tomorrow, fixture.time(day: 1, 13), on: "small")
            #expect(closed.closed == perHour && closed.booked == 0)
            #expect(try hour(tomorrow, fixture.time(day: 1, 13)).closed == 0)
            // A hold that has expired is free.
            fixture.clock.advance(.seconds(3_600))
            #expect(try hour(try await days(fixture)[1], fixture.time(day: 1, 14)).held == 0)
        }
    }

    @Test func `A day that is over keeps its bookings, and a day on which the park is closed has no reverses`()
        async throws
    {
        try await BookingFixture.with(configure: { settings in
            settings.hours = settings.hours.filter { $0.weekday.value != 1 }
        }) { fixture in
            _ = try await fixture.book(fixture.person(), fixture.today(12))
            fixture.clock.set(fixture.time(day: 1, 9))
            let items = try await days(fixture, count: 3)
            #expect(items.count == 3)
            #expect(try hour(items[0], fixture.today(12)).booked == 1)
            #expect(items[0].bookings == 1)
            // Monday.
            #expect(items[2].opensAt == nil && items[2].reverses.isEmpty)
        }
    }

    @Test func `A reverse that does not open on a date is closed all day`() async throws {
        try await BookingFixture.with(configure: { settings in
            settings.specialDays = [
                Booking.SpecialDays(
                    from: LocalDate(daysSince1970: 20_779), to: LocalDate(daysSince1970: 20_779), isClosed: false,
                    closedReverses: [ReverseID(unchecked: "small")])
            ]
        }) { fixture in
            let day = try await days(fixture)[1]
            let small = try #require(day.reverses.first { $0.reverseId.text == "small" })
            #expect(!small.hours.isEmpty && small.hours.allSatisfy { $0.closed == $0.sets })
            #expect(try #require(day.reverses.first { $0.reverseId.text == "big" }).hours.allSatisfy { $0.closed == 0 })
        }
    }
}
