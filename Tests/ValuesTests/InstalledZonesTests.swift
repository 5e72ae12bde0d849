import Foundation
import Testing

@testable import Values

/// Tests of properties that hold for every zone of the installed time zone database.
@Suite struct InstalledZonesTests {
    /// The range from 1900-01-01 to 2101-01-01, in seconds since 1970.
    private static let years: Range<Int64> = -2_208_988_800..<4_133_980_800
    /// 1972-06-01 in seconds since 1970.
    ///
    /// The last offset with odd seconds, Liberia's, had ended by then.
    private static let wholeMinutes: Int64 = 76_204_800

    @Test func `Every zone of the database can be read`() throws {
        #expect(Installed.zones.count > 300)
        for name in Installed.zones { #expect(throws: Never.self) { try Zone(name) } }
    }

    @Test func `Offsets and abbreviations match the C library from 1900 to 2100`()
        throws
    {
        var generator = SplitMix64(seed: 1)
        for name in Installed.zones {
            let zone = try Zone(name)
            var seconds: [Int64] = []
            var start = Self.years.lowerBound
            // Each change that we see, to the second; and about every four months, where the C library might see
            // others.
            while start < Self.years.upperBound {
                let next = start + Int64.random(in: 1..<20_000_000, using: &generator)
                let end = zone.table.span(at: start).end
                if end > next {
                    seconds.append(next)
                } else {
                    seconds += [end - 1, end, end + 1]
                }
                start = min(end, next)
            }
            let expected = try CLibrary.localTimes(zone: name, at: seconds)
            try #require(expected.count == seconds.count)
            for (second, expected) in zip(seconds, expected) {
                let instant = Instant(milliseconds: second * 1000)
                let ours = CLibrary.LocalTime(
                    offset: zone.offset(at: instant), abbreviation: zone.abbreviation(at: instant))
                if ours != expected { Issue.record("\(name) at \(instant): \(ours), not \(expected)") }
            }
        }
    }

    @Test func `A local time leads back to its instant, or to an earlier one with the same local time`() throws {
        var generator = SplitMix64(seed: 2)
        var folds = 0
        for name in Installed.zones {
            let zone = try Zone(name)
            var seconds = (0..<60).map { _ in
                Int64.random(in: Self.wholeMinutes..<Self.years.upperBound, using: &generator)
            }
            var change = Self.wholeMinutes
            while change < Self.years.upperBound {
                seconds += [change, change - 60, change + 60, change + Int64.random(in: 0..<7200, using: &generator)]
                change = min(zone.table.span(at: change).end, change + 40_000_000)
            }
            for second in seconds {
                let instant = Instant(milliseconds: second / 60 * 60_000)
                let (date, minute) = (zone.date(at: instant), zone.minuteOfDay(at: instant))
                let back = zone.instant(of: date, minuteOfDay: minute)
                if back == instant { continue }
                folds += 1
                #expect(back < instant, "\(name) at \(instant)")
                #expect(zone.date(at: back) == date && zone.minuteOfDay(at: back) == minute, "\(name) at \(instant)")
            }
        }
        #expect(folds > 1000)
    }

    @Test func `A day starts at the first instant of its date, or of the next date if it was skipped`() throws {
        for name in Installed.zones {
            let zone = try Zone(name)
            for day in stride(from: -25_567, to: 40_000, by: 307) {
                let date = LocalDate(daysSince1970: day)
                check(zone, date)
            }
            // The days around changes are those that could go wrong.
            var change = Self.years.lowerBound
            while change < Self.years.upperBound {
                let day = zone.date(at: Instant(milliseconds: change * 1000))
                for date in [day.advanced(byDays: -1), day, day.advanced(byDays: 1)] { check(zone, date) }
                change = min(zone.table.span(at: change).end, Self.years.upperBound)
            }
        }
    }

    private func check(_ zone: Zone, _ date: LocalDate) {
        let start = zone.startOfDay(date)
        if zone.date(at: start) != date {
            #expect(zone.date(at: start) == date.advanced(byDays: 1), "\(zone.identifier) \(date)")
            #expect(zone.startOfDay(date.advanced(byDays: 1)) == start, "\(zone.identifier) \(date)")
        }
        #expect(zone.date(at: start.advanced(bySeconds: -1)) < date, "\(zone.identifier) \(date)")
    }
}
