import Testing
import Values

@Suite struct InternetDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00"), (784_111_777_999, "Sun, 06 Nov 1994 08:49:37"),
        (951_782_400_000, "Tue, 29 Feb 2000 00:00:00"), (-1, "Wed, 31 Dec 1969 23:59:59"),
        (Int64.max, "Fri, 31 Dec 9999 23:59:59"), (Int64.min, "Sat, 01 Jan 0000 00:00:00"),
    ])
    func `Dates are written in the forms of HTTP and of mail`(milliseconds: Int64, expected: String) {
        let instant = Instant(milliseconds: milliseconds)
        #expect(InternetDate.http(instant) == "\(expected) GMT")
        #expect(InternetDate.mail(instant) == "\(expected) +0000")
    }

    @Test func `A written date is read as the same second`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<1_000 {
            let second = Int64.random(in: -60_000_000_000...250_000_000_000, using: &random)
            let instant = Instant(milliseconds: second * 1000)
            #expect(InternetDate.instant(http: InternetDate.http(instant), now: instant) == instant)
        }
    }

    @Test func `A two-digit year lies at most 50 years ahead`() {
        let now = Instant(milliseconds: 1_767_225_600_000)
        func read(_ text: String) -> String? { InternetDate.instant(http: text, now: now)?.description }
        #expect(read("Friday, 01-Jan-76 00:00:00 GMT") == "2076-01-01T00:00:00Z")
        #expect(read("Friday, 01-Jan-77 00:00:00 GMT") == "1977-01-01T00:00:00Z")
    }
}
