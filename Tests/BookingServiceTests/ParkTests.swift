import BookingContract
import Postgres
import RPC
import Synchronization
import Testing
import Values

@testable import BookingService

@Suite struct ParkTests {
    private func park(_ change: (inout Booking.ParkSettings) -> Void = { _ in }) throws -> Park {
        var settings = try ParkSource.decode(FirstConfiguration.document)
        change(&settings)
        return try Park(version: 1, settings: settings)
    }

    private func open(_ park: inout Booking.ParkSettings, _ zone: String, from: String, to: String) {
        park.timeZone = TimeZoneName(unchecked: zone)
        park.hours = (1...7).map { day in
            Booking.DayHours(
                weekday: Weekday(unchecked: day), opens: TimeOfDay(unchecked: from), closes: TimeOfDay(unchecked: to))
        }
    }

    @Test func `The default park is valid, and complete in each language`() throws {
        let park = try park()
        #expect(park.bookableReverses.map(\.text) == ["big", "small"])
        #expect(park.freeCancellation == 7_200_000 && park.undo == 600_000)
        for language in Language.allCases {
            #expect(park.settings.name.text(in: language).language == language)
            #expect(park.settings.rules.text(in: language).language == language)
            for product in park.settings.products { #expect(product.name.text(in: language).language == language) }
        }
    }

    @Test(arguments: [
        ("Europe/Minsk", "2026-11-21T06:00:00Z"), ("Asia/Kolkata", "2026-11-21T03:30:00Z"),
        ("Asia/Kathmandu", "2026-11-21T03:15:00Z"), ("America/St_Johns", "2026-11-21T12:30:00Z"),
        ("Pacific/Kiritimati", "2026-11-20T19:00:00Z"),
    ])
    func `Sets begin by the park's local time at any offset from UTC`(_ zone: String, _ first: String) throws {
        let park = try park { open(&$0, zone, from: "09:00", to: "10:00") }
        let date = try #require(LocalDate("2026-11-21"))
        let starts = park.starts(on: date)
        #expect(starts.count == 4)
        #expect(starts.first?.description == first)
        for start in starts {
            #expect(start.milliseconds % Atom.length == 0)
            #expect(throws: Never.self) {
                try park.slots(
                    SlotRequest(reverse: ReverseID(unchecked: "big"), start: start, sets: SetCount(unchecked: 1)))
            }
            #expect(park.zone.date(at: start) == date)
        }
    }

    @Test func `On days of clock changes the park is open by its local time`() throws {
        let park = try park { open(&$0, "Europe/Warsaw", from: "00:00", to: "24:00") }
        // 29 March 2026 has 23 hours, 25 October 25.
        #expect(park.starts(on: try #require(LocalDate("2026-03-29"))).count == 92)
        #expect(park.starts(on: try #require(LocalDate("2026-10-25"))).count == 100)
        #expect(park.starts(on: try #require(LocalDate("2026-10-26"))).count == 96)
        let fold = park.starts(on: try #require(LocalDate("2026-10-25")))
        #expect(Set(fold).count == fold.count)
        #expect(zip(fold, fold.dropFirst()).allSatisfy { $1.milliseconds - $0.milliseconds == 900_000 })
    }

    @Test func `The price of a set depends on its time`() throws {
        let park = try park()
        func price(_ text: String) throws -> Int { park.price(from: try #require(Instant(text))) }
        // Friday before 17:00 in Minsk, Friday from 17:00 on, Saturday, Monday.
        #expect(try price("2026-11-20T13:45:00Z") == 2_500)
        #expect(try price("2026-11-20T14:00:00Z") == 3_000)
        #expect(try price("2026-11-21T06:00:00Z") == 3_000)
        #expect(try price("2026-11-23T12:00:00Z") == 2_500)
        let slots = try park.slots(
            SlotRequest(
                reverse: ReverseID(unchecked: "big"), start: try #require(Instant("2026-11-20T13:45:00Z")),
                sets: SetCount(unchecked: 2)))
        #expect(slots.price == 5_500)
        #expect(slots.atoms.count == 6)
    }

    @Test func `An invalid configuration is refused with the member at fault`() throws {
        func refused(_ place: String, _ change: (inout Booking.ParkSettings) -> Void) {
            let faults = #expect(throws: MemberFaults.self) { _ = try park(change) }
            #expect(faults?.faults.first?.pointer == "/park/\(place)")
        }
        refused("setMinutes") { $0.setMinutes = 7 }
        refused("setMinutes") { $0.setMinutes = 0 }
        refused("maximumSets") { $0.maximumSets = 9 }
        refused("horizonDays") { $0.horizonDays = 0 }
        refused("reverses") { $0.reverses = [] }
        refused("reverses") { $0.reverses += $0.reverses }
        refused("products") { $0.products += $0.products }
        refused("hours") { $0.hours += $0.hours }
        refused("hours/0/closes") { $0.hours[0].opens = TimeOfDay(unchecked: "21:00") }
        refused("hours/0/opens") { $0.hours[0].opens = TimeOfDay(unchecked: "09:03") }
        refused("setPrice/amount") { $0.setPrice.amount = -1 }
        refused("priceBands/0/price/amount") { $0.priceBands[0].price.amount = -1 }
        refused("setPrice/currency") { park in
            let euro = CurrencyCode(unchecked: "EUR")
            park.setPrice.currency = euro
            for index in park.priceBands.indices { park.priceBands[index].price.currency = euro }
            for index in park.products.indices { park.products[index].price.currency = euro }
        }
        refused("products/0/price/currency") { $0.products[0].price.currency = CurrencyCode(unchecked: "EUR") }
        refused("products/0/validDays") { $0.products[0].validDays = 0 }
        refused("timeZone") { $0.timeZone = TimeZoneName(unchecked: "Mars") }
        refused("freeCancellationMinutes") { $0.freeCancellationMinutes = -1 }
        refused("undoMinutes") { $0.undoMinutes = 61 }
    }

    @Test func `Cancelling is late from two hours before the start on, to the millisecond`() {
        let start = Instant(milliseconds: 1_795_262_400_000)
        func outcome(_ before: Int64) -> CancellationRule.Outcome {
            CancellationRule(freeCancellation: 7_200_000, undo: 0).outcome(
                start: start, madeAt: Instant(milliseconds: start.milliseconds - 3_600_000),
                now: Instant(milliseconds: start.milliseconds - before))
        }
        #expect(outcome(7_200_001) == .free)
        #expect(outcome(7_200_000) == .late)
        #expect(outcome(7_199_999) == .late)
        #expect(outcome(1) == .late)
        #expect(outcome(0) == .started)
        #expect(outcome(-1) == .started)
    }

    @Test func `A booking can be undone for ten minutes, but not once it has begun`() {
        let rule = CancellationRule(freeCancellation: 7_200_000, undo: 600_000)
        let start = Instant(milliseconds: 1_795_262_400_000)
        func at(_ before: Int64) -> Instant { Instant(milliseconds: start.milliseconds - before) }
        func outcome(madeAt: Int64, _ now: Int64) -> CancellationRule.Outcome {
            rule.outcome(start: start, madeAt: at(madeAt), now: at(now))
        }
        #expect(outcome(madeAt: 3_600_000, 3_600_000) == .undone)
        #expect(outcome(madeAt: 3_600_000, 3_000_001) == .undone)
        #expect(outcome(madeAt: 3_600_000, 3_000_000) == .late)
        #expect(outcome(madeAt: 60_000, 1) == .undone)
        #expect(outcome(madeAt: 60_000, 0) == .started)
        // Both times overlap: nothing is undone while cancelling is free anyway.
        #expect(outcome(madeAt: 7_500_000, 7_200_001) == .free)
        #expect(outcome(madeAt: 7_500_000, 7_200_000) == .undone)
        #expect(outcome(madeAt: 7_500_000, 6_900_000) == .late)

        #expect(rule.freeUntil(start: start, madeAt: at(86_400_000)) == at(7_200_000))
        #expect(rule.freeUntil(start: start, madeAt: at(7_500_000)) == at(6_900_000))
        #expect(rule.freeUntil(start: start, madeAt: at(3_600_000)) == at(3_000_000))
        #expect(rule.freeUntil(start: start, madeAt: at(60_000)) == start)
        // A walk-in has begun when it is made.
        #expect(rule.freeUntil(start: start, madeAt: at(-60_000)) == start)
    }
}

@Suite struct SlotCacheTests {
    @Test func `A replica shows its own changes at once, and others' after the next check`() async throws {
        try await BookingFixture.with { fixture in
            let uptime = ManualUptime()
            func replica() -> SlotCache {
                SlotCache(
                    store: fixture.store, source: ParkSource(store: fixture.store),
                    now: { Instant(milliseconds: fixture.clock.now) }, uptime: { uptime.now })
            }
            let (here, there) = (replica(), replica())
            let date = LocalDate(daysSince1970: 20_778)
            func free(_ cache: SlotCache) async throws -> Int? {
                try await cache.days(date...date).entries.first?.day.free
            }
            #expect(try await free(here) == 98)
            #expect(try await free(there) == 98)
            let booking = try await fixture.book(fixture.person(), fixture.today(15))
            let version = try await fixture.number("SELECT version FROM day_version WHERE day = 20778")
            here.changed([date: Int64(version)])
            #expect(try await free(here) == 97)
            #expect(try await free(there) == 98)
            uptime.advance(.milliseconds(250))
            #expect(try await free(there) == 97)
            #expect(booking.state == .booked)
        }
    }

    @Test func `Cached states change when a set begins or a hold expires`() async throws {
        try await BookingFixture.with { fixture in
            let hold = try await fixture.hold(fixture.person(), fixture.today(9, 45))
            #expect(try await fixture.state(fixture.today(9, 45)) == .held)
            fixture.clock.set(fixture.today(9, 45))
            #expect(try await fixture.state(fixture.today(9, 45)) == .past)
            #expect(hold.expiresAt == fixture.today(9, 45))
        }
    }

    @Test func `Concurrent calls share one read of the database`() async throws {
        try await BookingFixture.with { fixture in
            let date = LocalDate(daysSince1970: 20_780)
            let before = fixture.client.statistics.calls
            let cache = SlotCache(
                store: fixture.store, source: fixture.source,
                now: { Instant(milliseconds: fixture.clock.now) })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<500 {
                    group.addTask {
                        let entry = try #require(try await cache.days(date...date).entries.first)
                        _ = try entry.answer(to: SlotsRequest(), in: try await fixture.source.park())
                    }
                }
                try await group.waitForAll()
            }
            // The calls read the versions, the configuration and the day; a slow machine may read the versions
            // repeatedly.
            #expect(fixture.client.statistics.calls - before < 50)
        }
    }

    @Test func `A day beyond the horizon has no slots, and is not cached`() async throws {
        try await BookingFixture.with { fixture in
            let far = try await fixture.service.slots(.init(date: try #require(LocalDate("9999-12-31"))))
            #expect(String(decoding: far, as: UTF8.self).hasSuffix("\"items\":[]}"))
            let past = try await fixture.service.slots(.init(date: try #require(LocalDate("2026-11-20"))))
            #expect(String(decoding: past, as: UTF8.self).hasSuffix("\"items\":[]}"))
            #expect(
                await ending {
                    try await fixture.service.slots(
                        .init(date: LocalDate(daysSince1970: 20_778), reverseId: ReverseID(unchecked: "third")))
                } == "not-found")
        }
    }
}

/// An uptime clock that the test advances.
final class ManualUptime: Sendable {
    private let passed = Mutex<Duration>(.zero)
    private let start = ContinuousClock.now
    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
    func advance(_ duration: Duration) { passed.withLock { $0 += duration } }
}
