import NIOCore
import ServiceRuntime
import Synchronization
import Testing
import Values

@testable import Gateway

/// Tests of the limits that an address shares with the network around it.
@Suite struct NetworkLimitTests {
    private let second: UInt64 = 1_000_000_000
    private let policy = LimitPolicy(name: "address", rate: 10, burst: 50, networkFactor: 5)
    private let network = LimitKey.user("network")

    private static func client(_ address: String) throws -> AddressKeys {
        ClientAddress(try SocketAddress(ipAddress: address, port: 1)).keys
    }

    private static func gate(_ policies: CallGate.Policies = CallGate.Policies()) -> CallGate {
        CallGate(
            policies: policies,
            limits: (RateLimiter(capacity: 65_536), CallsInFlight(capacity: 64)),
            tokens: AccessTokens(.init(issuer: "vokol", audience: "vokol", cacheCapacity: 64)), onUnknownKey: {})
    }

    @Test func `A policy's network limit is the limit times the factor, under a name of its own`() throws {
        let wide = try #require(policy.network)
        #expect(wide.name == "address-network" && wide.rate == 50 && wide.burst == 250)
        #expect(LimitPolicy(name: "user", rate: 1, burst: 1).network == nil)
        let widest = LimitPolicy(name: "any", rate: 1, burst: .max, networkFactor: .max)
        #expect(widest.network?.burst == LimitPolicy.bursts.upperBound)
    }

    @Test(arguments: [true, false])
    func `8 threads with many /64s of a /48 get its burst and rate × time together, and a /64 its own`(isOpen: Bool)
        throws
    {
        let gate = Self.gate()
        let policy = isOpen ? gate.policies.open : gate.policies.address
        let wide = try #require(policy.network)
        let clients = try (0..<2_000).map { try Self.client("2001:db8:1:\(String($0, radix: 16))::7") }
        let (start, seconds) = (3_600 * second, UInt64(6))
        let clock = Atomic<UInt64>(start)
        let admitted = Atomic<Int>(0)
        let ofFirst = Atomic<Int>(0)
        // The first call fixes the start of the network's time.
        @Sendable func admit(_ index: Int, _ now: UInt64) -> Bool {
            let (narrow, wide) =
                isOpen
                ? (clients[index].opening, clients[index].wideOpening) : (clients[index].narrow, clients[index].wide)
            return gate.limiter.admit(narrow, of: wide, cost: 1, policy: policy, now: now).decision.isAllowed
        }
        #expect(admit(1, start))
        onThreads(8) { [second] thread in
            var random = SplitMix64(seed: UInt64(thread))
            while true {
                let now = clock.add(20_000, ordering: .relaxed).newValue
                guard now <= start + seconds * second else { return }
                let index = Int.random(in: 0..<4, using: &random) == 0 ? 0 : Int.random(in: 1..<2_000, using: &random)
                guard admit(index, now) else { continue }
                if index == 0 {
                    ofFirst.add(1, ordering: .relaxed)
                } else {
                    admitted.add(1, ordering: .relaxed)
                }
            }
        }
        let first = ofFirst.load(ordering: .relaxed)
        var total = admitted.load(ordering: .relaxed) + first + 1
        for index in 1..<2_000 { while admit(index, start + seconds * second) { total += 1 } }
        #expect(total == wide.burst + Int(wide.rate) * Int(seconds))
        #expect(first <= policy.burst + Int(policy.rate) * Int(seconds))
    }

    @Test func `Calls that the network refuses leave the addresses exactly their rest, whatever the concurrency`() {
        let limiter = RateLimiter(capacity: 1_024)
        // The addresses together may make twice the calls of the network.
        let policy = LimitPolicy(name: "any", rate: 0.002, burst: 400, networkFactor: 4)
        let keys = (0..<8).map { LimitKey.user("\($0)") }
        let admitted = keys.map { _ in Tally() }
        let (network, now) = (network, 7 * second)
        onThreads(8) { thread in
            var random = SplitMix64(seed: UInt64(thread))
            for _ in 0..<20_000 {
                // Most calls of all threads go to two addresses.
                let index = Bool.random(using: &random) ? Int.random(in: 0..<2, using: &random) : thread
                let quota = limiter.admit(keys[index], of: network, cost: 1, policy: policy, now: now)
                if quota.decision.isAllowed { admitted[index].add() }
            }
        }
        #expect(admitted.reduce(0) { $0 + $1.count } == 1_600)
        for (key, tally) in zip(keys, admitted) {
            let rest = 400 - tally.count
            if rest > 0 { #expect(limiter.admit(key, cost: rest, policy: policy, now: now).isAllowed) }
            #expect(!limiter.admit(key, cost: 1, policy: policy, now: now).isAllowed)
        }
    }

    @Test func `The limit that binds is the one that refuses, or the one that leaves fewer calls`() {
        let limiter = RateLimiter(capacity: 64)
        func admit(_ user: String, cost: Int = 1) -> CallGate.Quota {
            limiter.admit(.user(user), of: network, cost: cost, policy: policy, now: second)
        }
        let first = admit("1", cost: 45)
        #expect(first.policy.name == "address" && first.decision.remaining == 5)
        #expect(admit("1", cost: 6).policy.name == "address")
        for user in 2...4 { #expect(admit("\(user)", cost: 50).decision.isAllowed) }
        let last = admit("5", cost: 40)
        #expect(last.policy.name == "address" && last.decision.remaining == 10)
        let new = admit("6")
        #expect(new.policy.name == "address-network" && new.decision.isAllowed && new.decision.remaining == 14)
        let refused = admit("7", cost: 20)
        #expect(refused.policy.name == "address-network" && !refused.decision.isAllowed)
        #expect(refused.decision.retryAfter == 6 * 20_000_000)
        #expect(admit("7", cost: 14).decision.isAllowed)
    }

    @Test func `A cost that is charged afterwards is charged to the network, too`() {
        let limiter = RateLimiter(capacity: 64)
        for user in 1...6 { _ = limiter.settle(.user("\(user)"), of: network, cost: 40, policy: policy, now: second) }
        let new = limiter.admit(.user("new"), of: network, cost: 20, policy: policy, now: second)
        #expect(new.policy.name == "address-network" && !new.decision.isAllowed && new.decision.remaining == 10)
    }

    @Test func `An address without a slot is limited by its network alone`() {
        let limiter = RateLimiter(capacity: 16)
        #expect(limiter.admit(.user("old"), of: network, cost: 1, policy: policy, now: second).decision.isAllowed)
        for index in 0..<14 { _ = limiter.admit(.user("\(index)"), cost: 1, policy: policy, now: second) }
        let new = limiter.admit(.user("new"), of: network, cost: 60, policy: policy, now: second)
        #expect(new.policy.name == "address-network" && new.decision.remaining == 189)
    }

    @Test func `The guard of a network counts all but the lines of connections that are signed in`() throws {
        var policies = CallGate.Policies()
        policies.guardLimit = LimitPolicy(name: "guard", rate: 1, burst: 10, networkFactor: 2)
        let gate = Self.gate(policies)
        let now = NIODeadline.uptimeNanoseconds(3_600 * second)
        let clients = try (1...4).map { try Self.client("192.0.2.\($0)") }
        for _ in 0..<5 { #expect(gate.guardAdmits(clients[0], isSignedIn: true, at: now)) }
        #expect(gate.guardAdmits(clients[0], cost: 5, at: now))
        #expect(!gate.guardAdmits(clients[0], isSignedIn: true, at: now))
        #expect(gate.guardAdmits(clients[1], cost: 10, at: now))
        #expect(gate.guardAdmits(clients[2], cost: 5, at: now))
        #expect(!gate.guardAdmits(clients[3], at: now))
        #expect(gate.guardAdmits(clients[3], isSignedIn: true, at: now))
    }

    @Test func `Many /64s of a /48 share the calls in flight of their network, and a /64 keeps its own`() throws {
        let limits = CallsInFlight(capacity: 1_024, maxima: .init(addressService: 4, networkFactor: 3))
        let clients = try (0..<100).map { try Self.client("2001:db8:1:\(String($0, radix: 16))::7") }
        let admitted = clients.filter { limits.begin(nil, $0, service: 1) }
        #expect(admitted.count == 12)
        // A call that its network refuses counts nowhere.
        #expect(limits.addresses.count(clients[99].narrow) == 0)
        #expect(limits.begin(nil, try Self.client("2001:db8:2::7"), service: 1))
        #expect(limits.begin(nil, clients[0], service: 2), "another service has its own")
        limits.end(nil, clients[0], service: 2)
        for client in admitted { limits.end(nil, client, service: 1) }
        #expect(limits.networks.count(clients[0].wide) == 0)
        let own = (0..<5).filter { _ in limits.begin(nil, clients[0], service: 1) }
        #expect(own.count == 4 && limits.networks.count(clients[0].wide) == 4)
    }

    @Test func `The settings give a network's calls in flight the factor of its rates`() throws {
        let source = try SettingSource.standard(
            process: "gateway", arguments: ["--limits-network-factor", "3"], environment: [:])
        let maxima = try CallsInFlight.Maxima(try Settings(LimitSettings.all, source: source))
        #expect(maxima.networkFactor == 3 && maxima.addressService == 512)
    }
}

/// A counter that threads share.
private final class Tally: Sendable {
    private let value = Atomic<Int>(0)
    var count: Int { value.load(ordering: .relaxed) }
    func add() { value.add(1, ordering: .relaxed) }
}
