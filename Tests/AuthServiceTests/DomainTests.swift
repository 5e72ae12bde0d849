import AuthContract
import Crypto
import Testing
import Values

@testable import AuthService

@Suite struct OneTimeCodeTests {
    private let seal = CodeSeal(pepper: SymmetricKey(data: [UInt8](repeating: 1, count: 32)))
    private let first = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
    private let second = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdee")

    @Test func `A code has six digits, even if it begins with zeros`() {
        // The generator scales a random word down to the range, so a small word gives a small number.
        let small = seal.makeCode(using: RandomSource { 1 << 50 })
        #expect(small.text == "000061")
        let codes = (0..<2_000).map { _ in seal.makeCode(using: .system).text }
        #expect(codes.allSatisfy { OneTimeCode($0) != nil })
        #expect(Set(codes).count > 1_900)
        #expect(codes.contains { $0.hasPrefix("0") })
    }

    @Test func `A code matches its own challenge only`() {
        let code = seal.makeCode(using: .system)
        let mac = seal.mac(of: code, challenge: first)
        #expect(seal.isCode(code, challenge: first, mac: mac))
        #expect(!seal.isCode(code, challenge: second, mac: mac))
        #expect(!CodeSeal(pepper: SymmetricKey(size: .bits256)).isCode(code, challenge: first, mac: mac))
    }

    @Test func `No code matches a challenge without a code`() {
        let mac = seal.macOfNoCode(using: .system)
        #expect(mac.count == seal.mac(of: seal.makeCode(using: .system), challenge: first).count)
        for number in stride(from: 0, to: 1_000_000, by: 997) {
            let digits = String(number)
            let code = OneTimeCode(unchecked: String(repeating: "0", count: 6 - digits.count) + digits)
            #expect(!seal.isCode(code, challenge: first, mac: mac))
        }
    }
}

@Suite struct QuotaTests {
    @Test func `Uses below the limit need no wait; at the limit, the oldest must leave the window`() {
        let quota = Quota(limit: 3, window: .seconds(60))
        let now = Instant(milliseconds: 40_000)
        func wait(_ times: Int64...) -> Duration? {
            quota.wait(after: times.map { Instant(milliseconds: $0 * 1_000) }, now: now)
        }
        #expect(wait() == nil)
        #expect(wait(30, 10) == nil)
        #expect(wait(30, 20, 10) == .seconds(30))
        #expect(wait(30, 20, -20) == nil)
        // With more uses than the limit, which may have been lowered, the third latest counts.
        #expect(wait(35, 30, 20, 10) == .seconds(40))
    }
}

@Suite struct ThrottlePolicyTests {
    private let policy = ThrottlePolicy(
        freeFailures: 3, firstDelay: .seconds(1), maximumDelay: .seconds(10), memory: .seconds(100))
    private let now = Instant(milliseconds: 1_000_000)

    private func state(_ failures: Int, secondsAgo: Int64) -> ThrottleState {
        ThrottleState(failures: failures, lastAttemptAt: now.advanced(bySeconds: -secondsAgo))
    }

    @Test func `The first failures cause no delay, and further ones double it up to the limit`() {
        let delays = (0...9).map { policy.delay(after: $0).components.seconds }
        #expect(delays == [0, 0, 0, 1, 2, 4, 8, 10, 10, 10])
        #expect(policy.delay(after: .max) == .seconds(10))
    }

    @Test func `An attempt after the full wait is admitted`() {
        #expect(policy.judge(nil, now: now) == .admitted(failures: 1))
        #expect(policy.judge(state(4, secondsAgo: 1), now: now) == .refused(wait: .seconds(1)))
        #expect(policy.judge(state(4, secondsAgo: 2), now: now) == .admitted(failures: 5))
    }

    @Test func `Failures are forgotten after a while`() {
        #expect(policy.judge(state(9, secondsAgo: 99), now: now) == .admitted(failures: 10))
        #expect(policy.judge(state(9, secondsAgo: 100), now: now) == .admitted(failures: 1))
    }

    @Test func `Subjects are distinct and reveal nothing of the address`() throws {
        let pepper = SymmetricKey(size: .bits256)
        let throttle = LoginThrottle(accountAtPlace: policy, account: policy, place: policy, pepper: pepper)
        let ada = try #require(EmailAddress("ada@example.org"))
        let bob = try #require(EmailAddress("bob@example.org"))
        let here = NetworkPlace(address: "192.0.2.1")
        let there = NetworkPlace(address: "192.0.2.2")
        let keys = [(ada, here), (ada, there), (bob, here)].flatMap { email, place in
            throttle.subjects(email: email, place: place).map(\.key)
        }
        // Each pair has three keys; the account and the place that occur in two pairs share theirs.
        #expect(Set(keys).count == 7)
        #expect(keys.allSatisfy { !$0.contains("ada") && $0.utf8.count == 22 })
    }
}

@Suite struct NetworkPlaceTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("::1", "0:0:0:0::/64"),
    ])
    func `A place is an IPv4 address or an IPv6 network`(_ address: String, _ expected: String) {
        #expect(NetworkPlace(address: address).text == expected)
    }

    @Test func `Calls without an address share one place`() {
        #expect(NetworkPlace(address: nil) == NetworkPlace(address: nil))
        #expect(NetworkPlace(address: nil) != NetworkPlace(address: "192.0.2.1"))
    }
}

@Suite struct RefreshRotationTests {
    private let policy = SessionPolicy(
        accessLifetime: .seconds(300), idleLifetime: .seconds(1_000), lifetime: .seconds(5_000), grace: .seconds(10))
    private let start = Instant(milliseconds: 1_000_000)

    private func decide(
        _ presented: Int64, counter: Int64 = 7, rotatedAt: Int64 = 0, now: Int64, ended: Bool = false
    ) -> RotationDecision {
        let session = SessionState(
            counter: counter, createdAt: start, rotatedAt: start.advanced(bySeconds: rotatedAt),
            endedAt: ended ? start : nil)
        return policy.decide(presented: presented, of: session, now: start.advanced(bySeconds: now))
    }

    @Test func `The newest token is exchanged for the next`() {
        #expect(decide(7, now: 500) == .rotate)
    }

    @Test func `The previous token yields the same successor again during the grace`() {
        #expect(decide(6, now: 0) == .repeatSuccessor)
        #expect(decide(6, now: 10) == .repeatSuccessor)
        #expect(decide(6, now: 11) == .reuse)
    }

    @Test(arguments: [Int64.min, -1, 0, 5, 8, .max])
    func `Any other token ends the session`(_ presented: Int64) {
        #expect(decide(presented, now: 1) == .reuse)
    }

    @Test func `A session that is ended, idle or too old is over`() {
        #expect(decide(7, now: 1, ended: true) == .ended)
        #expect(decide(7, now: 999) == .rotate)
        #expect(decide(7, now: 1_000) == .ended)
        #expect(decide(7, rotatedAt: 4_500, now: 4_999) == .rotate)
        #expect(decide(7, rotatedAt: 4_500, now: 5_000) == .ended)
        #expect(decide(6, rotatedAt: 4_999, now: 5_000) == .ended)
    }
}

@Suite struct KeyScheduleTests {
    private let schedule = KeySchedule(period: .seconds(86_400), lead: .seconds(900), retention: .seconds(420))
    private let start = Instant(milliseconds: 1_795_243_200_000)

    @Test func `The first key signs at once`() {
        #expect(schedule.plan([], now: start) == .init(nextActiveFrom: start, expired: []))
    }

    /// Runs the schedule as replicas do, reading the keys every half minute, over many periods.
    @Test func `Every token can be verified with the oldest list of keys that a verifier may hold`() throws {
        var keys: [KeySchedule.Key] = []
        var published: [(at: Instant, ids: Set<String>)] = []
        var made = 0
        for step in 0..<(20 * 2_880) {
            let now = start.advanced(bySeconds: Int64(step) * 30)
            let plan = schedule.plan(keys, now: now)
            keys.removeAll { plan.expired.contains($0.id) }
            if let activeFrom = plan.nextActiveFrom {
                made += 1
                keys.append(KeySchedule.Key(id: "key\(made)", activeFrom: activeFrom))
            }
            published.append((now, Set(keys.map(\.id))))
            let signing = try #require(schedule.signing(keys, now: now))
            // A list from five minutes ago has the key, unless there was no key then.
            if step >= 10 { #expect(published[step - 10].ids.contains(signing.id)) }
            // A token from six and a half minutes ago, just expired by the slowest clock, can still be verified.
            if step >= 13 {
                let old = try #require(
                    schedule.signing(keys, now: now.advanced(bySeconds: -390)), "the key of an old token is gone")
                #expect(keys.contains(old))
            }
            #expect(keys.count <= 2)
        }
        #expect((20...21).contains(made))
    }

    @Test func `A forced rotation waits for the lead and adds one key only`() {
        let first = KeySchedule.Key(id: "1", activeFrom: start)
        let now = start.advanced(bySeconds: 60)
        #expect(schedule.plan([first], now: now).nextActiveFrom == nil)
        let forced = schedule.plan([first], now: now, isForced: true)
        #expect(forced.nextActiveFrom == now.advanced(bySeconds: 900))
        let second = KeySchedule.Key(id: "2", activeFrom: now.advanced(bySeconds: 900))
        #expect(schedule.plan([first, second], now: now, isForced: true).nextActiveFrom == nil)
    }

    @Test func `A service that missed a rotation still publishes a key before signing with it`() {
        let first = KeySchedule.Key(id: "1", activeFrom: start)
        let now = start.advanced(bySeconds: 10 * 86_400)
        #expect(schedule.plan([first], now: now).nextActiveFrom == now.advanced(bySeconds: 900))
        #expect(schedule.signing([first], now: now) == first)
    }
}

@Suite struct RefreshTokenSealTests {
    private let seal = RefreshTokenSeal(key: SymmetricKey(data: [UInt8](repeating: 3, count: 32)))
    private let session = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")

    @Test func `A token holds its session and counter and is reproducible`() {
        let token = seal.token(session: session, counter: 41)
        #expect(seal.open(token) == .init(session: session, counter: 41))
        #expect(seal.token(session: session, counter: 41) == token)
        #expect(seal.token(session: session, counter: 42) != token)
        #expect(token.text.utf8.count <= RefreshToken.maximumLength)
        #expect(token.text.hasPrefix("\(session.text).41."))
    }

    @Test func `No forged token is accepted`() {
        let good = seal.token(session: session, counter: 41).text
        let parts = good.split(separator: ".").map(String.init)
        let (id, counter, mac) = (parts[0], parts[1], parts[2])
        let other = RefreshTokenSeal(key: SymmetricKey(size: .bits256)).token(session: session, counter: 41).text
        var forgeries = [
            "", ".", "..", "...", id, "\(id).\(counter)", "\(id).\(counter).", ".\(counter).\(mac)", "\(id)..\(mac)",
            "\(id).42.\(mac)", "\(id).041.\(mac)", "\(id).+41.\(mac)", "\(id).41 .\(mac)", "\(id).4١.\(mac)",
            "\(id.uppercased()).41.\(mac)", " \(good)", "\(good) ", "\(good).", "\(good).\(mac)", "\(good)=",
            "\(id).41.\(mac.dropLast())", "\(id).41.\(mac)A", "\(id).41.\(mac.uppercased())",
            "\(id).41.\(String(repeating: "A", count: 43))", "\(id)\0.41.\(mac)", "\(id).-41.\(mac)",
            "\(id).9223372036854775808.\(mac)", "\(mac).41.\(id)", "\(id.dropLast())e.41.\(mac)",
            "\(id).41.\(mac.reversed().map(String.init).joined())", other,
        ]
        for index in mac.indices { forgeries.append("\(id).41.\(mac[..<index])_\(mac[mac.index(after: index)...])") }
        forgeries.removeAll { $0 == good }
        #expect(forgeries.count >= 30)
        for forgery in forgeries { #expect(seal.open(RefreshToken(unchecked: forgery)) == nil, "\(forgery)") }
    }
}

@Suite struct MasterSecretTests {
    @Test func `Every purpose has its own key, the same on every replica`() throws {
        let secret = try #require(MasterSecret(String(repeating: "s", count: 32)))
        let again = try #require(MasterSecret(String(repeating: "s", count: 32)))
        let other = try #require(MasterSecret(String(repeating: "s", count: 31) + "t"))
        let keys = MasterSecret.Purpose.allCases.map { secret.key(for: $0).withUnsafeBytes { Array($0) } }
        #expect(Set(keys).count == MasterSecret.Purpose.allCases.count)
        for purpose in MasterSecret.Purpose.allCases {
            #expect(secret.key(for: purpose) == again.key(for: purpose))
            #expect(secret.key(for: purpose) != other.key(for: purpose))
        }
        #expect(MasterSecret(String(repeating: "s", count: 31)) == nil)
    }
}
