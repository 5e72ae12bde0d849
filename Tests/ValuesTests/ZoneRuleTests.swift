import Testing

@testable import Values

@Suite struct ZoneRuleTests {
    @Test func `Rules in every form agree with the C library`() throws {
        var rules = [
            "UTC0", "JST-9", "<+0545>-5:45", "<-03>3", "AAA+1:02:03", "EST5EDT,M3.2.0,M11.1.0",
            "EST5EDT4,M3.2.0,M11.1.0",
            "IST-1GMT0,M10.5.0,M3.5.0/1", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "EET-2EEST,M3.4.4/50,M10.4.4/50",
            "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
            "AAA3BBB,J60/2,300/-5", "AAA3BBB,J59,J60/2:30:15", "AAA3BBB,59,60", "AAA-3BBB,J300,J60",
            "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "AAA3BBB,M2.5.0,M9.5.6/167", "AAA24BBB-24,M5.1.1/-167,M7.4.3/+1",
        ]
        var generator = SplitMix64(seed: 3)
        for _ in 0..<60 { rules.append(Self.randomRule(&generator)) }
        for rule in rules {
            let zone = try Zone(rule: rule)
            var seconds: [Int64] = []
            var start: Int64 = 946_684_800
            while start < 2_300_000_000 {
                let next = start + Int64.random(in: 1..<10_000_000, using: &generator)
                let end = zone.table.span(at: start).end
                seconds += end > next ? [next] : [end - 1, end]
                start = min(end, next)
            }
            let expected = try CLibrary.localTimes(zone: rule, at: seconds)
            try #require(expected.count == seconds.count)
            for (second, expected) in zip(seconds, expected) {
                let instant = Instant(milliseconds: second * 1000)
                let ours = CLibrary.LocalTime(
                    offset: zone.offset(at: instant), abbreviation: zone.abbreviation(at: instant))
                if ours != expected { Issue.record("\(rule) at \(instant): \(ours), not \(expected)") }
            }
        }
    }

    /// Makes a rule whose changes keep away from New Year, because the C library considers only one year's changes.
    private static func randomRule(_ generator: inout SplitMix64) -> String {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        func time() -> String {
            let text = "/\(number(-160...160))"
            return [",", ":\(number(0...59)),", ":\(number(0...59)):\(number(0...59)),"].randomElement(
                using: &generator
            )
            .map { text + $0.dropLast() } ?? text
        }
        func day(months: ClosedRange<Int>) -> String {
            switch number(0...2) {
            case 0: "M\(number(months)).\(number(1...5)).\(number(0...6))"
            case 1: "J\(number(months) * 30)"
            default: "\(number(months) * 30)"
            }
        }
        let first = day(months: 2...5) + time()
        let second = day(months: 8...10) + time()
        let (start, end) = number(0...1) == 0 ? (first, second) : (second, first)
        let west = number(-12...12)
        return
            "<A\(number(10...99))>\(west)\(["BBB", "<-05>", "BBB\(west + number(-2...2)):30"][number(0...2)]),\(start),\(end)"
    }

    @Test func `A rule without dates uses those of the USA`() throws {
        for rule in ["AAA5BBB", "AAA5BBB4"] {
            let zone = try Zone(rule: rule)
            #expect(try zone.wall("2026-03-08T06:59:00Z") == "2026-03-08 01:59")
            #expect(try zone.wall("2026-03-08T07:00:00Z") == "2026-03-08 03:00")
            #expect(try zone.wall("2026-11-01T05:59:00Z") == "2026-11-01 01:59")
            #expect(try zone.wall("2026-11-01T06:00:00Z") == "2026-11-01 01:00")
        }
    }

    @Test func `A rule can express permanent daylight saving time`() throws {
        for rule in ["EST5EDT,0/0,J365/25", "AAA5EDT4,J1/0,J365/25"] {
            let zone = try Zone(rule: rule)
            for year in 1999...2101 {
                for time in ["01-01T00:00:00Z", "01-01T04:59:59Z", "01-01T05:00:00Z", "12-31T23:59:59Z"] {
                    let instant = try #require(Instant("\(year)-\(time)"))
                    #expect(zone.offset(at: instant) == -14_400)
                    #expect(zone.abbreviation(at: instant) == "EDT")
                }
            }
        }
    }

    @Test func `Changes that a large time offset moves across New Year are applied`() throws {
        // From December 30 22:00, which is 26 hours before January 1, to January 3 01:00, by clocks ahead an hour.
        let zone = try Zone(rule: "AAA0BBB,J1/-26,J365/73")
        #expect(try zone.wall("2025-12-30T21:59:00Z") == "2025-12-30 21:59")
        #expect(try zone.wall("2025-12-30T22:00:00Z") == "2025-12-30 23:00")
        #expect(try zone.wall("2026-01-02T23:59:00Z") == "2026-01-03 00:59")
        #expect(try zone.wall("2026-01-03T00:00:00Z") == "2026-01-03 00:00")
        // Both changes of a year fall into the next one: on January 5 and 6, 2026, the rule of 2025 applies.
        let late = try Zone(rule: "AAA0BBB,J364/166,J365/166")
        #expect(try late.wall("2026-01-05T21:59:00Z") == "2026-01-05 21:59")
        #expect(try late.wall("2026-01-05T22:00:00Z") == "2026-01-05 23:00")
        #expect(try late.wall("2026-01-06T21:00:00Z") == "2026-01-06 21:00")
    }

    @Test func `A rule applies after the last listed change`() throws {
        let file = TZifFile(
            changes: [(0, 1), (1_000_000_000, 0)], types: [(3600, 0, 0), (7200, 1, 4)], characters: "AAA\0BBB\0",
            rule: "AAA-1CCC-3,M3.5.0,M10.5.0")
        let zone = try Zone(identifier: "Test/Both", bytes: file.bytes)
        #expect(try zone.wall("1969-12-31T23:59:59Z") == "1970-01-01 00:59")
        #expect(try zone.wall("1970-01-01T00:00:00Z") == "1970-01-01 02:00")
        #expect(try zone.wall("2001-09-09T01:46:39Z") == "2001-09-09 03:46")
        #expect(try zone.wall("2001-12-09T00:00:00Z") == "2001-12-09 01:00")
        #expect(try zone.wall("2002-06-01T00:00:00Z") == "2002-06-01 03:00")
        // Without a rule the last change holds for ever.
        var bare = file
        bare.rule = ""
        #expect(try Zone(identifier: "Test/Bare", bytes: bare.bytes).wall("2002-06-01T00:00:00Z") == "2002-06-01 01:00")
    }

    @Test(arguments: [
        "X", "XX3", "AAA", "AAA25", "AAA3:60", "AAA3:00:60", "AAA3BBB,", "AAA3BBB,M3.2.0", "AAA3BBB,M3.2.0,",
        "AAA3BBB,M13.2.0,M11.1.0", "AAA3BBB,M0.2.0,M11.1.0", "AAA3BBB,M3.6.0,M11.1.0", "AAA3BBB,M3.0.0,M11.1.0",
        "AAA3BBB,M3.2.7,M11.1.0", "AAA3BBB,J0,J10", "AAA3BBB,J366,J10", "AAA3BBB,366,10", "AAA3BBB,J1/168,J10",
        "AAA3BBB,J1/-168,J10", "AAA3BBB,J1/,J10", "<AAA3", "<X>3", "AAA3BBB,M3.2.0,M11.1.0 ", ":Europe/Minsk",
        "AAA3YY,J1,J2", "AAA3BBB,J1,J2,J3", "AAA99999999999999999999", "AAA--3", "AAA3BBB,M3.2,M11.1.0",
        "<é€>3", "AAA3BBB4,0001,2",
    ])
    func `A malformed rule is refused`(rule: String) {
        let fault = #expect(throws: ZoneFault.self) { try Zone(rule: rule) }
        #expect(fault?.reason == .malformed)
        #expect(fault?.description == "time zone Test/Rule: a malformed rule in its last line")
    }
}
