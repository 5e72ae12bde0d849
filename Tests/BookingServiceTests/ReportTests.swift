import BookingContract
import Contract
import Testing
import Values

@testable import BookingService

/// Tests of the report of occupancy and revenue.
@Suite struct ReportTests {
    private func report(_ fixture: BookingFixture, days: Int) async throws -> Booking.Report.Result {
        try await fixture.service.report(
            Booking.Report.Params(from: LocalDate(daysSince1970: 20_778), days: DayCount(unchecked: days)),
            fixture.person([.parkAdmin]))
    }

    @Test func `A report sums bookings by the day they begin and money by the day it comes in`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob, staff) = (fixture.person(), fixture.person(), fixture.person([.parkStaff]))
            let shown = try await fixture.book(ada, fixture.today(10), sets: 2)
            let missed = try await fixture.book(bob, fixture.today(10), on: "small")
            let late = try await fixture.book(bob, fixture.today(10, 30))
            _ = try await fixture.cancel(bob, late)
            let free = try await fixture.book(bob, fixture.time(day: 1, 12))
            _ = try await fixture.cancel(bob, free)
            try await fixture.buyPass(ada)
            _ = try await fixture.book(ada, fixture.time(day: 1, 12), sets: 3, .pass)
            _ = try await fixture.service.checkIn(Booking.CheckIn.Params(id: shown.id), staff)
            fixture.clock.set(fixture.today(10, 15))
            _ = try await fixture.service.noShow(Booking.NoShow.Params(id: missed.id), staff)

            let found = try await report(fixture, days: 2)
            #expect(
                found.items.map { "\($0.date) \($0.reverseId?.text ?? "-")" } == [
                    "2026-11-21 big", "2026-11-21 small", "2026-11-21 -", "2026-11-22 big", "2026-11-22 small",
                ])
            let (big, small, other, next) = (found.items[0], found.items[1], found.items[2], found.items[3])
            #expect((big.bookings, big.sets, big.noShows, big.lateCancellations) == (1, 2, 0, 1))
            #expect(big.revenue == shown.price)
            #expect((small.bookings, small.sets, small.noShows, small.revenue.amount) == (1, 1, 1, 0))
            let park = try await fixture.source.park()
            let pass = try #require(park.settings.products.first { $0.id.text == "ten-sets" })
            #expect((other.bookings, other.revenue) == (0, pass.price))
            #expect((next.bookings, next.sets, next.passSets, next.revenue.amount) == (1, 3, 3, 0))
            #expect((found.total.bookings, found.total.sets, found.total.passSets) == (3, 6, 3))
            #expect(found.total.revenue.amount == shown.price.amount + pass.price.amount)
            #expect(try await report(fixture, days: 1).items.count == 3)
        }
    }

    @Test func `A report counts the sets of opening hours and special days, without closed times`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            func available() async throws -> [String: Int] {
                try await report(fixture, days: 1).items.reduce(into: [:]) {
                    $0[$1.reverseId?.text ?? ""] = $1.availableSets
                }
            }
            let usual = try #require(try await available()["big"])
            #expect(usual > 12)
            #expect(try await available()["small"] == usual)
            #expect(try await report(fixture, days: 2).total.availableSets == 4 * usual)

            func close(_ hour: Int, until end: Int) async throws -> Identifier {
                try await fixture.service.close(
                    Booking.Close.Params(
                        from: fixture.today(hour), to: fixture.today(end), reverseId: ReverseID(unchecked: "big"),
                        reason: NoteText(unchecked: "Wind")), staff.with(key: fixture.freshKey())
                ).id
            }
            let sets = 60 / (try await fixture.source.park().settings.setMinutes)
            let closure = try await close(12, until: 14)
            #expect(try await available() == ["big": usual - 2 * sets, "small": usual])
            // Reopened after an hour, so that an hour was closed.
            fixture.clock.set(fixture.today(13))
            _ = try await fixture.service.reopen(Booking.Reopen.Params(id: closure), staff)
            #expect(try await available()["big"] == usual - sets)
            // Reopened before it began.
            _ = try await fixture.service.reopen(Booking.Reopen.Params(id: try await close(15, until: 16)), staff)
            #expect(try await available()["big"] == usual - sets)
        }
    }

    @Test func `A report's file has a line for each row, and the revenue in rubles`() {
        func row(_ reverse: ReverseID?, _ numbers: [Int], _ amount: Int, available: Int) -> Booking.ReportRow {
            Booking.ReportRow(
                date: LocalDate(daysSince1970: 20_778), reverseId: reverse, bookings: numbers[0], sets: numbers[1],
                passSets: numbers[2], noShows: numbers[3], lateCancellations: numbers[4],
                revenue: Money(amount: amount, currency: CurrencyCode(unchecked: "BYN")), availableSets: available)
        }
        let rows = [
            row(ReverseID(unchecked: "big"), [12, 20, 8, 1, 2], 24_005, available: 48),
            row(nil, [0, 0, 0, 0, 0], -4_000, available: 0),
        ]
        #expect(
            ShowReport.text(of: rows).split(separator: "\r\n", omittingEmptySubsequences: false) == [
                "date,reverseId,bookings,sets,passSets,noShows,lateCancellations,revenue,currency,availableSets",
                "2026-11-21,big,12,20,8,1,2,240.05,BYN,48", "2026-11-21,,0,0,0,0,0,-40.00,BYN,0", "",
            ])
    }
}
