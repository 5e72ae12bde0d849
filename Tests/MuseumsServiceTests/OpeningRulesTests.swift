import Testing
import Values

@testable import MuseumsService

@Suite struct OpeningRulesTests {
    private func hours(_ text: String, _ date: String, isHoliday: Bool = false) throws -> String {
        let rules = try #require(OpeningRules(text))
        let day = rules.day(try #require(LocalDate(date)), isHoliday: isHoliday)
        if let closed = day.closed { return "\(closed)" }
        return day.spans.map { "\($0.start / 60):\($0.start % 60)-\($0.end / 60):\($0.end % 60)" }.joined(
            separator: ",")
    }

    @Test(arguments: [
        // 2026-11-27 is a Friday.
        ("24/7", "2026-11-27", "0:0-24:0"), ("10:00-18:00", "2026-11-27", "10:0-18:0"),
        ("Mo-Fr 10:00-18:00", "2026-11-27", "10:0-18:0"), ("Mo-Fr 10:00-18:00", "2026-11-28", "dayOff"),
        ("Fr-Mo 9:00-12:30, 13:15-17:00", "2026-11-29", "9:0-12:30,13:15-17:0"),
        ("Mo,We-Fr 10:00-18:00;", "2026-11-24", "dayOff"), ("Mo-Su 10:00-18:00; Fr off", "2026-11-27", "dayOff"),
        ("Mo-Su 10:00-18:00; Fr 11:00-20:00", "2026-11-27", "11:0-20:0"),
        ("Fr[-1] off", "2026-11-27", "dayOff"), ("10:00-18:00; Fr[-1] off", "2026-11-27", "dayOff"),
        ("10:00-18:00; Fr[-1] off", "2026-11-20", "10:0-18:0"), ("10:00-18:00; Fr[1,4] off", "2026-11-27", "dayOff"),
        ("Apr-Oct Tu-Su 10:00-18:00", "2026-11-27", "season"), ("Nov-Mar Tu-Su 11:00-17:00", "2026-11-27", "11:0-17:0"),
        ("Nov-Mar 11:00-17:00", "2027-02-01", "11:0-17:0"), ("Nov 27 off; Nov: 10:00-12:00", "2026-11-27", "10:0-12:0"),
        ("10:00-12:00; Nov 27 off", "2026-11-27", "season"), ("10:00-12:00; Nov 26-28 off", "2026-11-28", "season"),
        ("10:00-12:00; Dec 25-Jan 7 closed", "2027-01-03", "season"),
        ("Jan 1-7,Nov 27 10:00-11:00", "2026-11-27", "10:0-11:0"),
        ("Fr 22:00-02:00", "2026-11-27", "22:0-26:0"), ("Fr 22:00-26:00", "2026-11-27", "22:0-26:0"),
        ("Dec 31 10:00-14:00", "2026-12-31", "10:0-14:0"),
    ])
    func `The last rule that applies to a day decides`(text: String, date: String, expected: String) throws {
        #expect(try hours(text, date) == expected)
    }

    @Test func `Rules for public holidays apply to no other day`() throws {
        let text = "Mo-Fr 10:00-18:00; PH off"
        #expect(try hours(text, "2026-11-27") == "10:0-18:0")
        #expect(try hours(text, "2026-11-27", isHoliday: true) == "holiday")
        #expect(try hours("Sa,PH 11:00-15:00", "2026-11-27", isHoliday: true) == "11:0-15:0")
        #expect(try hours("Sa,PH 11:00-15:00", "2026-11-27") == "dayOff")
        #expect(
            OpeningRules(text)?.dependsOnHolidays == true && OpeningRules("10:00-11:00")?.dependsOnHolidays == false)
    }

    @Test(arguments: [
        "", " ", ";", "; 10:00-11:00", "Mo-Fr", "Mo-Fr 10:00", "10:00+", "10:00-18:00+", "sunrise-sunset", "SH off",
        "Mo-Fr 10:00-18:00 \"by appointment\"", "Mo-Fr 10:00-18:00 || \"call us\"", "week 1-10 10:00-11:00",
        "2026 Nov 10:00-11:00", "Mon 10:00-11:00", "mo 10:00-11:00", "Mo[6] off", "Mo[] off", "Mo[-] off", "Mo[1 off",
        "Mo-off", "Jan-off",
        "Feb 30 off", "Jan 0 off", "25:00-26:00", "10:60-11:00", "10:00-49:00", "10:00-10:00", "10:00-11:00,", "Mo,",
        "Mo--Fr 10:00-11:00", "unknown", "open", "offline", "24/7 off", "10:00-11:00 Mo", "Mo 10:00-11:00; ;",
        "Mo 10:00\u{2013}11:00", "Пн 10:00-11:00", "Jan-Foo off", "10:00-11:00\n", "Mo 10:00-12:00, Tu 10:00-12:00",
        String(repeating: "Mo off; ", count: 60) + "Mo off",
        String(repeating: "10:00-11:00,", count: 20) + "10:00-11:00",
    ])
    func `A statement that is not understood as a whole is left out`(text: String) {
        #expect(OpeningRules(text) == nil)
    }

    @Test func `Damaged statements neither trap nor take long`() {
        var generator = SplitMix64(seed: 51)
        let parts = Array("Mo-Fr 10:00-18:00; We[-1] off; PH off; Dec 25-Jan 7 closed; 24/7,:[]99+\"").map(String.init)
        let date = LocalDate(daysSince1970: 20_000)
        for _ in 0..<5_000 {
            var text =
                ["Mo-Fr 10:00-18:00; We[-1] off", "Apr-Oct Tu-Su 9:00-12:00,13:00-17:00; PH off"]
                .randomElement(using: &generator).map { Array($0).map(String.init) } ?? []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<text.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0 where text.count > 1: text.remove(at: place)
                case 1: text.insert(parts.randomElement(using: &generator) ?? "", at: place)
                default: text[place] = parts.randomElement(using: &generator) ?? ""
                }
            }
            let rules = OpeningRules(text.joined())
            for rule in rules?.rules ?? [] {
                #expect(
                    rule.spans.allSatisfy { (0..<1_440).contains($0.start) && $0.start < $0.end && $0.end <= 2_880 })
            }
            _ = rules?.day(date, isHoliday: true)
        }
    }
}
