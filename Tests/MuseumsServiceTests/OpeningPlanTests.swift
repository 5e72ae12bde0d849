import MuseumsContract
import Testing
import Values

@testable import MuseumsService

@Suite struct OpeningPlanTests {
    private func plan(_ text: String, zone: String = "Europe/Minsk", country: String = "BY") throws -> OpeningPlan {
        let rules = try #require(OpeningRules(text))
        let zone = try Zone(zone)
        return try #require(OpeningPlan(rules, zone: zone, country: CountryCode(unchecked: country)))
    }

    private func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

    @Test func `A museum is open between its times, in its own zone`() throws {
        let plan = try plan("Tu-Su 10:00-18:00")
        // Minsk is three hours ahead of UTC all year.
        #expect(try plan.status(at: instant("2026-11-27T07:00:00Z")) == .open(until: instant("2026-11-27T15:00:00Z")))
        #expect(
            try plan.status(at: instant("2026-11-27T06:59:59Z"))
                == .closed(opensAt: instant("2026-11-27T07:00:00Z"), because: .hours))
        #expect(
            try plan.status(at: instant("2026-11-27T15:00:00Z"))
                == .closed(opensAt: instant("2026-11-28T07:00:00Z"), because: .hours))
        #expect(
            try plan.status(at: instant("2026-11-30T09:00:00Z"))
                == .closed(opensAt: instant("2026-12-01T07:00:00Z"), because: .dayOff))
    }

    @Test func `Summer time moves the hours with the clock`() throws {
        let plan = try plan("10:00-18:00", zone: "Europe/Warsaw", country: "PL")
        let days = ["2026-03-28", "2026-03-29"].compactMap(LocalDate.init).map(plan.day)
        #expect(
            days.map { $0.spans.first?.lowerBound.description } == ["2026-03-28T09:00:00Z", "2026-03-29T08:00:00Z"])
    }

    @Test func `Hours past midnight belong to the day before`() throws {
        let plan = try plan("Fr 22:00-02:00")
        #expect(try plan.status(at: instant("2026-11-27T22:30:00Z")) == .open(until: instant("2026-11-27T23:00:00Z")))
        #expect(
            try plan.status(at: instant("2026-11-27T23:00:00Z"))
                == .closed(opensAt: instant("2026-12-04T19:00:00Z"), because: .dayOff))
    }

    @Test func `Holidays and seasons close a museum`() throws {
        let plan = try plan("Apr-Oct 10:00-18:00; PH off")
        #expect(
            try plan.status(at: instant("2026-05-09T09:00:00Z"))
                == .closed(opensAt: instant("2026-05-10T07:00:00Z"), because: .holiday))
        #expect(
            try plan.status(at: instant("2026-11-27T09:00:00Z"))
                == .closed(opensAt: instant("2027-04-01T07:00:00Z"), because: .season))
    }

    @Test func `A museum that never closes or never opens has no next change`() throws {
        #expect(try plan("24/7").status(at: instant("2026-11-27T09:00:00Z")) == .open(until: nil))
        #expect(
            try plan("off").status(at: instant("2026-11-27T09:00:00Z")) == .closed(opensAt: nil, because: .dayOff))
    }

    @Test func `Rules on holidays need a country whose holidays are known`() throws {
        let rules = try #require(OpeningRules("10:00-18:00; PH off"))
        let zone = try Zone("Europe/Warsaw")
        #expect(OpeningPlan(rules, zone: zone, country: CountryCode(unchecked: "PL")) == nil)
        #expect(
            try plan("10:00-18:00", zone: "Europe/Warsaw", country: "PL").day(LocalDate(daysSince1970: 0)).spans.count
                == 1)
    }

    @Test func `Radunitsa is the ninth day of Orthodox Easter`() throws {
        let calendar = try #require(HolidayCalendar.of(CountryCode(unchecked: "BY")))
        for day in ["2024-05-14", "2025-04-29", "2026-04-21", "2026-07-03", "2026-12-25", "2027-01-02"] {
            #expect(calendar.contains(try #require(LocalDate(day))), "\(day)")
        }
        for day in ["2024-05-13", "2026-04-20", "2026-12-26"] {
            #expect(!calendar.contains(try #require(LocalDate(day))), "\(day)")
        }
        #expect(HolidayCalendar.orthodoxEaster(of: 2100) == nil)
    }

    @Test func `The zone is stated, or that of a country with one zone`() {
        #expect(MuseumZone.of(CountryCode(unchecked: "BY"), stated: nil)?.identifier == "Europe/Minsk")
        #expect(MuseumZone.of(CountryCode(unchecked: "US"), stated: nil) == nil)
        #expect(MuseumZone.of(CountryCode(unchecked: "US"), stated: "America/Chicago")?.identifier == "America/Chicago")
        #expect(MuseumZone.of(CountryCode(unchecked: "BY"), stated: "Nowhere/Land") == nil)
    }
}
