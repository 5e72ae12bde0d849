import AuthContract
import Crypto
import Testing
import Values

@testable import AuthService

@Suite struct DeviceTokenSealTests {
    private let seal = DeviceTokenSeal(key: .init(data: [UInt8](repeating: 3, count: 32)))
    private let account = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
    private let now = Instant(milliseconds: 1_795_243_200_000)

    @Test func `A token belongs to its account for 180 days, and names nobody`() {
        let token = seal.token(of: account, at: now)
        #expect(token.text.utf8.count <= DeviceToken.maximumLength && !token.text.contains("019ab3c4"))
        let end = now.advanced(bySeconds: 180 * 86_400)
        #expect(seal.isCurrent(token, of: account, at: now) && seal.isCurrent(token, of: account, at: end))
        #expect(!seal.isCurrent(token, of: account, at: end.advanced(bySeconds: 1)))
        #expect(!seal.isCurrent(token, of: nil, at: now))
        let other = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdee")
        #expect(!seal.isCurrent(token, of: other, at: now))
    }

    @Test func `No forged token is current`() {
        let good = seal.token(of: account, at: now).text
        let (time, mac) = (good.split(separator: ".")[0], good.split(separator: ".")[1])
        let forgeries = [
            "", ".", time + ".", "." + mac, "\(time).\(mac).", "\(time)0.\(mac)", "0\(time).\(mac)", "+\(time).\(mac)",
            "-9223372036854775808.\(mac)", "9223372036854775808.\(mac)", "\(time).\(mac.dropLast())", "\(time).\(mac)A",
            "\(mac).\(time)", "\(time).AAAA",
        ]
        for text in forgeries {
            #expect(!seal.isCurrent(DeviceToken(unchecked: String(text)), of: account, at: now), "\(text)")
        }
        #expect(seal.isCurrent(DeviceToken(unchecked: good), of: account, at: now))
    }
}
