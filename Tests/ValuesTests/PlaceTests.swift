import Testing

@testable import Values

/// Tests of time zones against known local times.
@Suite struct PlaceTests {
    @Test(arguments: [
        ("Europe/Minsk", "2026-01-15T21:00:00Z", "2026-01-16 00:00", "+03"),
        ("Europe/Minsk", "2026-07-15T20:59:59Z", "2026-07-15 23:59", "+03"),
        ("Europe/Minsk", "2090-07-15T20:59:59Z", "2090-07-15 23:59", "+03"),
        ("Europe/Minsk", "2010-07-15T12:00:00Z", "2010-07-15 15:00", "EEST"),
        ("Asia/Kolkata", "2026-03-01T18:30:00Z", "2026-03-02 00:00", "IST"),
        ("Asia/Kathmandu", "2026-03-01T18:14:59.999Z", "2026-03-01 23:59", "+0545"),
        ("Asia/Kathmandu", "2026-03-01T18:15:00Z", "2026-03-02 00:00", "+0545"),
        ("Europe/Warsaw", "2026-03-29T00:59:59.999Z", "2026-03-29 01:59", "CET"),
        ("Europe/Warsaw", "2026-03-29T01:00:00Z", "2026-03-29 03:00", "CEST"),
        ("Europe/Warsaw", "2026-10-25T00:59:59Z", "2026-10-25 02:59", "CEST"),
        ("Europe/Warsaw", "2026-10-25T01:00:00Z", "2026-10-25 02:00", "CET"),
        ("Europe/Warsaw", "2099-07-01T12:00:00Z", "2099-07-01 14:00", "CEST"),
        ("Europe/Warsaw", "2099-12-01T12:00:00Z", "2099-12-01 13:00", "CET"),
        ("Australia/Lord_Howe", "2026-01-01T00:00:00Z", "2026-01-01 11:00", "+11"),
        ("Australia/Lord_Howe", "2026-06-01T00:00:00Z", "2026-06-01 10:30", "+1030"),
        ("Australia/Lord_Howe", "2080-01-01T00:00:00Z", "2080-01-01 11:00", "+11"),
        ("America/St_Johns", "2026-01-01T03:29:00Z", "2025-12-31 23:59", "NST"),
        ("America/St_Johns", "2026-07-01T02:30:00Z", "2026-07-01 00:00", "NDT"),
        ("Europe/Dublin", "2060-01-01T12:00:00Z", "2060-01-01 12:00", "GMT"),
        ("Europe/Dublin", "2060-07-01T12:00:00Z", "2060-07-01 13:00", "IST"),
        ("UTC", "1969-12-31T23:59:59.999Z", "1969-12-31 23:59", "UTC"),
    ])
    func `Zones show known local times`(name: String, instant: String, wall: String, abbreviation: String)
        throws
    {
        let zone = try Zone(name)
        #expect(try zone.wall(instant) == wall)
        #expect(zone.abbreviation(at: try #require(Instant(instant))) == abbreviation)
    }

    @Test func `A local time skipped by a clock change is moved forward by the gap`() throws {
        let warsaw = try Zone("Europe/Warsaw")
        #expect(try warsaw.instant("2026-03-29", 119) == "2026-03-29T00:59:00Z")
        #expect(try warsaw.instant("2026-03-29", 120) == "2026-03-29T01:00:00Z")
        #expect(try warsaw.instant("2026-03-29", 150) == "2026-03-29T01:30:00Z")
        #expect(try warsaw.instant("2026-03-29", 180) == "2026-03-29T01:00:00Z")
        #expect(try warsaw.instant("2099-03-29", 150) == "2099-03-29T01:30:00Z")
        // The clock is set forward by half an hour, from 02:00 to 02:30.
        #expect(try Zone("Australia/Lord_Howe").instant("2026-10-04", 135) == "2026-10-03T15:45:00Z")
    }

    @Test func `A local time that occurs twice means the first occurrence`() throws {
        let warsaw = try Zone("Europe/Warsaw")
        #expect(try warsaw.instant("2026-10-25", 119) == "2026-10-24T23:59:00Z")
        #expect(try warsaw.instant("2026-10-25", 120) == "2026-10-25T00:00:00Z")
        #expect(try warsaw.instant("2026-10-25", 179) == "2026-10-25T00:59:00Z")
        #expect(try warsaw.instant("2026-10-25", 180) == "2026-10-25T02:00:00Z")
        // The clock is set back by half an hour, from 02:00 to 01:30.
        let lordHowe = try Zone("Australia/Lord_Howe")
        #expect(try lordHowe.instant("2026-04-05", 90) == "2026-04-04T14:30:00Z")
        #expect(try lordHowe.instant("2026-04-05", 120) == "2026-04-04T15:30:00Z")
    }

    @Test func `Minutes outside a day reach into its neighbours, and extreme numbers are clamped`() throws {
        let minsk = try Zone("Europe/Minsk")
        #expect(try minsk.instant("2026-11-21", 1440) == minsk.instant("2026-11-22", 0))
        #expect(try minsk.instant("2026-11-21", 1500) == "2026-11-21T22:00:00Z")
        #expect(try minsk.instant("2026-11-21", -1) == "2026-11-20T20:59:00Z")
        // 24:30 of the day before the clock is set forward, and 27:00, which is past that.
        let warsaw = try Zone("Europe/Warsaw")
        #expect(try warsaw.instant("2026-03-28", 1470) == "2026-03-28T23:30:00Z")
        #expect(try warsaw.instant("2026-03-28", 1620) == "2026-03-29T01:00:00Z")
        #expect(try warsaw.instant("2026-03-28", .max) == "9999-12-31T23:59:59.999Z")
        #expect(try warsaw.instant("2026-03-28", .min) == "0000-01-01T00:00:00Z")
        #expect(try minsk.instant("0000-01-01", 0) == "0000-01-01T00:00:00Z")
    }

    @Test func `A day starts with its date, also if clocks change at midnight`() throws {
        #expect(try Zone("Europe/Minsk").start("2026-11-21") == "2026-11-20T21:00:00Z")
        // The clock is set forward from 00:00 to 01:00.
        #expect(try Zone("America/Sao_Paulo").start("2018-11-04") == "2018-11-04T03:00:00Z")
        // The clock is set forward from 23:30 to 00:30, so the date begins at 00:30.
        #expect(try Zone("America/Toronto").start("1919-03-31") == "1919-03-31T04:30:00Z")
        // The clock is set back from 01:00 to 00:00, but the date begins once.
        #expect(try Zone("America/Havana").start("2026-11-01") == "2026-11-01T04:00:00Z")
        // Samoa skipped this day.
        let apia = try Zone("Pacific/Apia")
        #expect(try apia.start("2011-12-30") == "2011-12-30T10:00:00Z")
        #expect(try apia.start("2011-12-31") == "2011-12-30T10:00:00Z")
        #expect(try apia.wall("2011-12-30T09:59:59Z") == "2011-12-29 23:59")
        #expect(try apia.wall("2011-12-30T10:00:00Z") == "2011-12-31 00:00")
    }

    @Test func `The earliest and latest instants have a local time`() throws {
        for name in ["Europe/Warsaw", "Pacific/Apia", "America/Havana", "UTC"] {
            let zone = try Zone(name)
            for milliseconds in [Int64.min, .max, Instant.range.lowerBound, Instant.range.upperBound] {
                let instant = Instant(milliseconds: milliseconds)
                #expect((0..<1440).contains(zone.minuteOfDay(at: instant)))
                #expect(LocalDate.range.contains(zone.date(at: instant).daysSince1970))
                #expect(zone.startOfDay(zone.date(at: instant)).milliseconds <= Instant.range.upperBound)
            }
        }
    }

    @Test func `Zones of the same name are equal`() throws {
        #expect(try Zone("Europe/Minsk") == Zone("Europe/Minsk"))
        #expect(try Zone("Europe/Minsk") != Zone("Europe/Warsaw"))
        #expect(try Set([Zone("UTC"), Zone("UTC"), Zone("Europe/Minsk")]).count == 2)
    }
}
