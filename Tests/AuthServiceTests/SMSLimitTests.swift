import Contract
import RPC
import Synchronization
import Testing
import Values

@testable import AuthService

@Suite struct SMSPolicyTests {
    private func instants(_ secondsAgo: [Int], from now: Instant) -> [Instant] {
        secondsAgo.map { Instant(milliseconds: now.milliseconds - Int64($0) * 1_000) }
    }

    /// Returns the wait after codes to a number from the caller's network, from its place and to its block of numbers.
    private func longestWait(phone: [Instant] = [], place: [Instant] = [], block: [Instant] = [], now: Instant)
        -> Duration?
    {
        let limits = SMSPolicy().limits.limits(
            to: AuthFixture.ada, from: CodeRequester(place: NetworkPlace(address: nil)))
        return zip(limits, [[], phone, place, [], block]).compactMap { $0.wait(after: $1, now: now) }.max()
    }

    @Test(arguments: [
        ([], nil), ([59], 1), ([60], nil), ([60, 120], nil), ([60, 120, 180], 420), ([60, 120, 599], 1),
        ([60, 120, 600], nil), ([601, 1_000, 2_000, 3_000, 86_399], 1), ([601, 1_000, 2_000, 3_000, 86_400], nil),
        ([1, 601, 1_000, 2_000, 3_000], 83_400),
    ])
    func `A network gets one code for a number in a minute, three in ten, five a day`(_ sent: [Int], _ wait: Int?) {
        let now = Instant(milliseconds: 1_795_243_200_000)
        let found = longestWait(phone: instants(sent, from: now), now: now)
        #expect(found == wait.map { .seconds($0) })
    }

    @Test func `A place and a block of numbers have separate limits, and the longest wait applies`() {
        let now = Instant(milliseconds: 1_795_243_200_000)
        let sixty = instants((1...60).map { $0 * 10 }, from: now)
        let manyMore = instants((1...200).map { $0 * 5 }, from: now)
        #expect(longestWait(place: sixty, now: now) == .seconds(3_000))
        #expect(longestWait(place: Array(sixty.dropLast()), now: now) == nil)
        #expect(longestWait(block: manyMore, now: now) == .seconds(2_600))
        #expect(longestWait(phone: instants([1], from: now), place: sixty, now: now) == .seconds(3_000))
    }
}

@Suite(.serialized) struct SMSLimitTests {
    @Test func `Concurrent requests for one number send one code`() async throws {
        try await AuthFixture.with { auth in
            let ended = await endings(30) { index in
                try await auth.requestCode(origin: AuthFixture.from("192.0.2.\(index)"))
            }
            #expect(ended == ["ok": 1, "too-many-codes": 29])
            let codes = try await auth.smsCodes()
            #expect(codes.count == 1)
            let error = await rpcError { try await auth.requestCode() }
            #expect(error?.code == .quotaExceeded)
            #expect(error?.retryAfterMilliseconds == 60_000)
            auth.clock.advance(.seconds(60))
            #expect(await ending { try await auth.requestCode() } == "ok")
        }
    }

    @Test func `A place and a block of numbers get no more than their share`() async throws {
        var policy = AuthPolicy()
        policy.sms.limits.perPlace.limit = 3
        policy.sms.limits.perBlock?.limit = 4
        try await AuthFixture.with(policy: policy) { auth in
            func request(_ number: Int, from address: String) async -> String {
                await ending {
                    try await auth.requestCode("+37529123\(1_000 + number)", origin: AuthFixture.from(address))
                }
            }
            for number in 0..<3 { #expect(await request(number, from: "192.0.2.1") == "ok") }
            #expect(await request(3, from: "192.0.2.1") == "too-many-codes")
            #expect(await request(3, from: "192.0.2.2") == "ok")
            #expect(await request(4, from: "192.0.2.3") == "too-many-codes")
            #expect(
                await ending { try await auth.requestCode("+375331234567", origin: AuthFixture.from("192.0.2.2")) }
                    == "ok")
            auth.clock.advance(.seconds(3_600))
            #expect(await request(4, from: "192.0.2.1") == "ok")
        }
    }

    @Test func `Numbers of countries that are not served get no code`() async throws {
        try await AuthFixture.with { auth in
            let error = await rpcError { try await auth.requestCode("+4930123456") }
            #expect(error?.code == .invalidParams && error?.reason == "country-not-served")
            #expect(error?.faults.map(\.pointer) == ["/phone"])
            let count = try await auth.number("SELECT count(*) FROM outbox")
            #expect(count == 0)
        }
    }

    @Test func `A code that cannot be delivered before it expires is never sent`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.requestCode()
            auth.clock.advance(.seconds(300))
            #expect(try await auth.smsCodes().isEmpty)
            #expect(try await auth.number("SELECT count(*) FROM outbox") == 0)
        }
    }
}
