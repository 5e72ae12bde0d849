import ServiceRuntime
import Synchronization
import TestSupport
import Testing
import Values

@testable import Gateway

/// Tests of rate limits that gateways share through a store.
@Suite struct SharedLimitTests {
    private let policy = LimitPolicy(name: "user", rate: 20, burst: 40)
    private let ada = LimitBucket.user("ada")

    private static func cluster(_ count: Int) -> (TestNanoseconds, ModelStore, [SharedGateway]) {
        let clock = TestNanoseconds()
        let store = ModelStore(gateways: count, clock: clock)
        return (clock, store, (0..<count).map { _ in SharedGateway(store, clock: clock, gateways: count) })
    }

    private func admitted(_ gateway: SharedGateway, _ calls: Int, _ clock: TestNanoseconds) -> Int {
        (0..<calls).count { _ in gateway.admit(ada, policy, at: clock.now).decision.isAllowed }
    }

    @Test(arguments: [2, 4])
    func `A gateway admits its share at once, and the rest of the burst as the store confirms it`(count: Int)
        async throws
    {
        let (clock, _, gateways) = Self.cluster(count)
        var total = admitted(gateways[0], 100, clock)
        #expect(total == 40 / count)
        for _ in 1..<count {
            _ = await gateways[0].sync.step()
            total += admitted(gateways[0], 100, clock)
        }
        #expect(total == 40)
        _ = await gateways[0].sync.step()
        let refused = gateways[0].admit(ada, policy, at: clock.now).decision
        #expect(!refused.isAllowed && refused.retryAfter == 50_000_000)
    }

    @Test func `A gateway refuses the calls that another has admitted, once it has asked the store`() async {
        let (clock, _, gateways) = Self.cluster(2)
        for _ in 0..<2 {
            #expect(admitted(gateways[0], 100, clock) == 20)
            _ = await gateways[0].sync.step()
        }
        // The other gateway is ahead by one call, which makes it ask.
        #expect(admitted(gateways[1], 1, clock) == 1)
        _ = await gateways[1].sync.step()
        #expect(admitted(gateways[1], 100, clock) == 0)
        clock.advance(milliseconds: 49)
        #expect(admitted(gateways[1], 1, clock) == 0)
        // The call ahead is paid first.
        clock.advance(milliseconds: 51)
        #expect(admitted(gateways[1], 100, clock) == 1)
    }

    @Test(arguments: [2, 4], [UInt64(1), 2, 3, 4, 5, 6])
    func `Gateways together stay within burst, rate × time and leases, through absences of the store`(
        count: Int, seed: UInt64
    ) async {
        // A store that loses its memory forgets at most one lease of each other gateway.
        let losesMemory = seed % 2 == 0
        let (clock, store, gateways) = Self.cluster(count)
        var random = SplitMix64(seed: seed)
        // The debt of one bucket that had counted all calls at once.
        var debt: Double = 0
        var highest: Double = 0
        var total = 0
        let burst = Double(policy.tolerance)
        var nextSync = gateways.map { _ in 0 }
        for millisecond in 0..<60_000 {
            if millisecond % 500 == 0 {
                store.state.withLock { state in
                    state.isAway = Int.random(in: 0..<4, using: &random) == 0
                    state.losesReplies = Int.random(in: 0..<8, using: &random) == 0
                    if losesMemory, millisecond % 15_000 == 7_500 { state.arrivals = [:] }
                }
            }
            clock.advance(milliseconds: 1)
            debt = max(0, debt - 1_000_000)
            // Now all gateways at once, now one, now none.
            let mood = (millisecond / 700 + Int(seed)) % 4
            for (index, gateway) in gateways.enumerated() {
                let isBusy = mood == 0 || mood == 1 && index == (millisecond / 90) % count
                if isBusy, gateway.admit(ada, policy, at: clock.now).decision.isAllowed {
                    total += 1
                    debt += Double(policy.interval)
                }
                if millisecond >= nextSync[index] {
                    let wait = await gateway.sync.step()
                    nextSync[index] =
                        millisecond + max(Int.random(in: 5...40, using: &random), Int(wait / .milliseconds(1)))
                }
            }
            highest = max(highest, debt)
        }
        // One burst, one burst of leases, and the rate during the delay of a report.
        let allowed = (losesMemory ? 3 : 2) * burst + 100_000_000
        #expect(highest <= allowed, "\(highest / burst) bursts, \(total) calls")
        #expect(total > 200)
    }

    @Test func `While the store is away, each gateway admits its share of burst and rate`() async {
        let (clock, store, gateways) = Self.cluster(4)
        store.state.withLock { $0.isAway = true }
        #expect(gateways.map { admitted($0, 100, clock) } == [10, 10, 10, 10])
        for gateway in gateways { _ = await gateway.sync.step() }
        var later = 0
        for _ in 0..<10_000 {
            clock.advance(milliseconds: 1)
            for gateway in gateways { later += admitted(gateway, 1, clock) }
        }
        #expect((196...200).contains(later), "10 s at 20 calls per second")
        let refused = gateways[0].admit(ada, policy, at: clock.now).decision
        #expect(!refused.isAllowed && refused.retryAfter > 100_000_000, "a fifth of a second, less what has passed")
    }

    @Test func `After a long absence of the store, a user within the rate keeps being admitted`() async {
        let (clock, store, gateways) = Self.cluster(2)
        store.state.withLock { $0.isAway = true }
        for _ in 0..<600 {
            clock.advance(milliseconds: 125)
            for gateway in gateways { #expect(admitted(gateway, 1, clock) == 1) }
        }
        store.state.withLock { $0.isAway = false }
        for gateway in gateways { _ = await gateway.sync.step() }
        clock.advance(milliseconds: 500)
        #expect(gateways.allSatisfy { admitted($0, 1, clock) == 1 })
    }

    @Test func `After an absence of the store, the leases stay in force until all gateways have come back`() async {
        let (clock, store, gateways) = Self.cluster(2)
        store.state.withLock { $0.isAway = true }
        #expect(admitted(gateways[0], 100, clock) == 20)
        #expect(admitted(gateways[1], 100, clock) == 20)
        for gateway in gateways { _ = await gateway.sync.step() }
        store.state.withLock { $0.isAway = false }
        _ = await gateways[0].sync.step()
        // The store does not know the calls of the other gateway yet.
        #expect(admitted(gateways[0], 100, clock) == 0)
        clock.advance(milliseconds: 2_000)
        _ = await gateways[1].sync.step()
        #expect(admitted(gateways[0], 100, clock) == 20)
        _ = await gateways[0].sync.step()
        #expect(gateways[0].leases.tables.narrow.count == 0)
    }

    @Test func `A store that lost its memory learns the debt from the next report`() async {
        let (clock, store, gateways) = Self.cluster(2)
        for _ in 0..<2 {
            _ = admitted(gateways[0], 100, clock)
            _ = await gateways[0].sync.step()
        }
        store.state.withLock { $0.arrivals = [:] }
        clock.advance(milliseconds: 50)
        #expect(admitted(gateways[0], 1, clock) == 1)
        _ = await gateways[0].sync.step()
        #expect(admitted(gateways[1], 1, clock) == 1)
        _ = await gateways[1].sync.step()
        #expect(admitted(gateways[1], 100, clock) == 0)
    }

    @Test func `A lost reply makes the report come again, and the calls count twice rather than not at all`() async {
        let (clock, store, gateways) = Self.cluster(2)
        store.state.withLock { $0.losesReplies = true }
        #expect(admitted(gateways[0], 4, clock) == 4)
        _ = await gateways[0].sync.step()
        store.state.withLock { $0.losesReplies = false }
        _ = await gateways[0].sync.step()
        let prices = store.state.withLock { $0.exchanges.map { $0.map(\.price) } }
        #expect(prices == [[200_000], [200_000]])
    }

    @Test(arguments: [
        LimitReply(gateways: 2, debts: []), LimitReply(gateways: 2, debts: [1, 2]),
    ])
    func `A reply that does not fit the report counts as none`(reply: LimitReply) async {
        let (clock, store, gateways) = Self.cluster(2)
        store.state.withLock { $0.reply = reply }
        #expect(admitted(gateways[0], 100, clock) == 20)
        _ = await gateways[0].sync.step()
        #expect(admitted(gateways[0], 100, clock) == 0)
        #expect(gateways[0].metrics.up.current == 0 && gateways[0].metrics.failures.current == 1)
    }

    @Test func `Absurd numbers of the store neither lift a limit nor block a bucket beyond two bursts`() async {
        let (clock, store, gateways) = Self.cluster(2)
        store.state.withLock { $0.reply = LimitReply(gateways: .max, debts: [.max]) }
        #expect(admitted(gateways[0], 1, clock) == 1)
        _ = await gateways[0].sync.step()
        #expect(gateways[0].leases.gateways == LimitLeases.gatewayCounts.upperBound)
        #expect(admitted(gateways[0], 1, clock) == 0)
        clock.advance(milliseconds: 4_000)
        #expect(admitted(gateways[0], 1, clock) == 1)
        // As little as there is: a single gateway, and buckets that others have filled.
        store.state.withLock { $0.reply = LimitReply(gateways: .min, debts: [.min]) }
        clock.advance(milliseconds: 12_000)
        #expect(admitted(gateways[1], 1, clock) == 1)
        _ = await gateways[1].sync.step()
        #expect(gateways[1].leases.gateways == LimitLeases.gatewayCounts.lowerBound)
        #expect(admitted(gateways[1], 100, clock) == 39)
    }

    @Test func `The store's absence and return are logged once each`() async {
        let (clock, log) = (TestNanoseconds(), LogRecorder())
        let store = ModelStore(gateways: 1, clock: clock)
        let gateway = SharedGateway(store, clock: clock, gateways: 2, log: log)
        store.state.withLock { $0.isAway = true }
        var waits: [Duration] = []
        for _ in 0..<7 { waits.append(await gateway.sync.step()) }
        #expect(waits == [50, 100, 200, 400, 800, 1_000, 1_000].map { .milliseconds($0) })
        store.state.withLock { $0.isAway = false }
        for _ in 0..<3 { #expect(await gateway.sync.step() == LimitSync.interval) }
        #expect(
            log.lines.map(\.message) == [
                "limit store does not answer; each gateway admits its share", "limit store answers",
            ])
    }

    @Test func `A gateway without calls reports itself every second, and only then`() async {
        let (clock, store, gateways) = Self.cluster(2)
        for _ in 0..<100 {
            _ = await gateways[0].sync.step()
            clock.advance(milliseconds: 100)
        }
        #expect(store.state.withLock { $0.exchanges.count } == 10)
    }

    @Test func `More gateways count at once, fewer after ten seconds without an absence of the store`() {
        var count = GatewayCount(assumed: 2, now: 0)
        count.reported(4, now: 1)
        #expect(count.current == 4)
        count.reported(1, now: 9_000_000_000)
        #expect(count.current == 4)
        count.missed(now: 9_500_000_000)
        count.reported(1, now: 19_499_999_999)
        #expect(count.current == 4)
        count.reported(3, now: 19_500_000_000)
        #expect(count.current == 3)
    }

    @Test func `An address and its network each have a lease, and a refusal by the network takes from neither`() {
        let (clock, _, gateways) = Self.cluster(2)
        let policy = LimitPolicy(name: "address", rate: 10, burst: 50, networkFactor: 2)
        let clients = (1...6).map { AddressKeys([192, 0, 2, UInt8($0)]).calls }
        let counts = clients.map { client in
            (0..<100).count { _ in gateways[0].admit(client, policy, at: clock.now).decision.isAllowed }
        }
        #expect(counts == [25, 25, 0, 0, 0, 0])
        #expect(gateways[0].admit(clients[2], policy, at: clock.now).policy.name == "address-network")
        #expect(gateways[0].leases.tables.wide.count == 1)
        #expect(gateways[0].leases.tables.narrow.count == 2)
    }

    @Test func `A cost reported after the call is counted although the lease is used up`() async {
        let (clock, store, gateways) = Self.cluster(2)
        _ = admitted(gateways[0], 100, clock)
        let price = LimitPrice(cost: 7, policy: policy, now: clock.now, isSettling: true)
        #expect(gateways[0].leases.charge(ada, price).decision.isAllowed)
        _ = await gateways[0].sync.step()
        #expect(store.state.withLock { $0.exchanges.last?.map(\.price) } == [27 * 50_000])
    }

    @Test func `Keys without room share one lease, which the store never confirms`() async {
        let clock = TestNanoseconds()
        let store = ModelStore(gateways: 2, clock: clock)
        let gateway = SharedGateway(store, clock: clock, gateways: 2, capacity: 64)
        store.state.withLock { $0.isAway = true }
        // One lease fits into a stripe; the other keys of the stripe share 20 calls.
        var total = 0
        for number in 0..<4_096 {
            total += gateway.admit(.user("\(number)"), policy, at: clock.now).decision.isAllowed ? 1 : 0
        }
        #expect(gateway.leases.tables.narrow.count == 64)
        #expect(total <= 64 * (1 + 20), "\(total)")
    }

    @Test func `A costly call fits into a full lease only, and is paid at the share's rate`() async {
        let (clock, store, gateways) = Self.cluster(4)
        store.state.withLock { $0.isAway = true }
        #expect(gateways[0].admit(ada, policy, cost: 30, at: clock.now).decision.isAllowed)
        clock.advance(milliseconds: 5_999)
        #expect(!gateways[0].admit(ada, policy, cost: 30, at: clock.now).decision.isAllowed)
        clock.advance(milliseconds: 1)
        #expect(gateways[0].admit(ada, policy, cost: 30, at: clock.now).decision.isAllowed)
    }
}
