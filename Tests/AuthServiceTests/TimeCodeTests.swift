import Testing
import Values

@testable import AuthService

@Suite struct TimeCodeTests {
    /// Appendix B of RFC 6238, whose codes have eight digits, of which an app shows the last six.
    @Test(arguments: [
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
        (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
    func `The codes are those of RFC 6238`(_ second: Int64, _ expected: String) {
        let code = TimeCode(secret: Array("12345678901234567890".utf8))
        #expect(code.code(at: TimeCode.step(at: Instant(milliseconds: second * 1_000))) == expected)
    }

    @Test func `A code works one step early and one late, and never after a later or the same one`() {
        let code = TimeCode(secret: Array("12345678901234567890".utf8))
        let now = Instant(milliseconds: 1_795_243_200_000)
        let step = TimeCode.step(at: now)
        for offset in -3...3 as ClosedRange<Int64> {
            let found = code.step(of: code.code(at: step + offset), after: 0, now: now)
            #expect(found == (abs(offset) <= 1 ? step + offset : nil), "\(offset)")
        }
        #expect(code.step(of: code.code(at: step), after: step, now: now) == nil)
        #expect(code.step(of: code.code(at: step - 1), after: step, now: now) == nil)
    }

    /// Section 10 of RFC 4648.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func `Secrets are written in base32`(_ plain: String, _ expected: String) {
        #expect(Base32.encode(Array(plain.utf8)) == expected)
    }
}
