import BookingContract
import Testing
import Values

@testable import BookingService

/// Tests of dates with other hours or prices, or with closed reverses.
@Suite struct SpecialDayTests {
    private func date(_ text: String) -> LocalDate { LocalDate(text) ?? LocalDate(daysSince1970: 0) }

    private func special(
        _ from: String, to: String? = nil, isClosed: Bool = false, hours: (String, String)? = nil, price: Int? = nil,
        closed: [String] = []
    ) -> Booking.SpecialDays {
        // Six parameters: each is a member of its own.
        Booking.SpecialDays(
            from: date(from), to: date(to ?? from), isClosed: isClosed,
            opens: (hours?.0).map(TimeOfDay.init(unchecked:)), closes: (hours?.1).map(TimeOfDay.init(unchecked:)),
            setPrice: price.map { Money(amount: $0, currency: CurrencyCode(unchecked: "BYN")) },
            closedReverses: closed.map(ReverseID.init(unchecked:)))
    }

    @Test func `Special days have their own hours and price, and reverses that do not open`() async throws {
        try await BookingFixture.with(configure: { settings in
            settings.specialDays = [
                special("2026-11-22", hours: ("08:00", "09:00"), price: 3_000, closed: ["small"]),
                special("2026-11-22", to: "2026-11-25", isClosed: true),
            ]
        }) { fixture in
            let ada = fixture.person()
            let slots = try await fixture.slots(1)
            #expect(slots.count == 8)
            #expect(slots.first?.startsAt == fixture.time(day: 1, 8))
            #expect(slots.allSatisfy { $0.price.amount == 3_000 })
            #expect(slots.filter { $0.state == .closed }.map(\.reverseId.text) == Array(repeating: "small", count: 4))
            #expect(try await fixture.book(ada, fixture.time(day: 1, 8, 15), sets: 2).price.amount == 6_000)
            #expect(
                await ending { try await fixture.book(ada, fixture.time(day: 1, 8), on: "small") } == "not-a-slot")
            #expect(await ending { try await fixture.book(ada, fixture.time(day: 1, 12)) } == "not-a-slot")

            let days = try await fixture.service.days(
                Booking.Days.Params(from: LocalDate("2026-11-22"), days: DayCount(unchecked: 5)))
            #expect(days.items.map(\.isClosed) == [false, true, true, true, false])
            #expect(days.items[1].closing?.reason == .closingDay)
            #expect(try await fixture.slots(2).isEmpty)
            #expect(await ending { try await fixture.book(ada, fixture.time(day: 3, 12)) } == "not-a-slot")
        }
    }

    @Test func `A day on which no reverse opens is closed, and a day of the week without hours can open`() throws {
        var settings = try ParkSource.decode(FirstConfiguration.document)
        settings.hours.removeAll { $0.weekday.value == 7 }
        settings.specialDays = [
            special("2026-11-22", hours: ("10:00", "11:00")), special("2026-11-23", closed: ["big", "small"]),
        ]
        let park = try Park(version: 1, settings: settings)
        #expect(park.starts(on: date("2026-11-22")).count == 4)
        #expect(park.starts(on: date("2026-11-29")).isEmpty)
        #expect(
            park.closingCause(on: date("2026-11-23"), at: Instant(milliseconds: 1_795_243_200_000)) == .closingDay
        )
    }

    @Test(arguments: [
        ("not-before", "/park/specialDays/0/to"), ("opens-before-closing", "/park/specialDays/0/closes"),
        ("together", "/park/specialDays/0/opens"), ("currency", "/park/specialDays/0/setPrice/currency"),
        ("reverse", "/park/specialDays/0/closedReverses"),
    ])
    func `Special days that make no sense are rejected`(_ rule: String, _ place: String) throws {
        var settings = try ParkSource.decode(FirstConfiguration.document)
        var entry = special("2026-11-22")
        switch rule {
        case "not-before": entry.to = date("2026-11-21")
        case "opens-before-closing":
            (entry.opens, entry.closes) = (TimeOfDay(unchecked: "12:00"), TimeOfDay(unchecked: "10:00"))
        case "together": entry.opens = TimeOfDay(unchecked: "12:00")
        case "currency": entry.setPrice = Money(amount: 1, currency: CurrencyCode(unchecked: "EUR"))
        default: entry.closedReverses = [ReverseID(unchecked: "third")]
        }
        settings.specialDays = [entry]
        #expect(settings.faults.map(\.pointer) == [place])
        #expect(settings.faults.first?.fault.rule == rule)
    }
}
