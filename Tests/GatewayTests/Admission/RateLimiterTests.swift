import Synchronization
import Testing
import Values

@testable import Gateway

@Suite struct RateLimiterTests {
    private let second: UInt64 = 1_000_000_000
    private let policy = LimitPolicy(name: "user", rate: 20, burst: 40)
    private let key = LimitKey.user("ada")

    @Test func `A full bucket admits its burst at once, reports the rest, and then refuses`() {
        let limiter = RateLimiter(capacity: 64)
        for count in 1...40 {
            let decision = limiter.admit(key, cost: 1, policy: policy, now: 7 * second)
            #expect(decision.isAllowed)
            #expect(decision.remaining == 40 - count)
            #expect(decision.resetAfter == UInt64(count) * 50_000_000)
            #expect(decision.retryAfter == 0)
        }
        let refused = limiter.admit(key, cost: 1, policy: policy, now: 7 * second)
        #expect(!refused.isAllowed)
        #expect(refused.remaining == 0)
        #expect(refused.resetAfter == 2 * second)
        #expect(refused.retryAfter == 50_000_000)
    }

    @Test(arguments: [1, 2, 7, 40])
    func `A call is allowed when retryAfter has passed, and not a nanosecond earlier`(cost: Int) {
        let limiter = RateLimiter(capacity: 64)
        let start = 7 * second
        _ = limiter.admit(key, cost: 40, policy: policy, now: start)
        let refused = limiter.admit(key, cost: cost, policy: policy, now: start + 13)
        #expect(!refused.isAllowed)
        #expect(refused.retryAfter == UInt64(cost) * 50_000_000 - 13)
        let due = start + 13 + refused.retryAfter
        let early = limiter.admit(key, cost: cost, policy: policy, now: due - 1)
        #expect(!early.isAllowed)
        #expect(early.retryAfter == 1)
        #expect(limiter.admit(key, cost: cost, policy: policy, now: due).isAllowed)
    }

    @Test func `A bucket emptied under a slow policy fills at the rate of the policy that replaces it`() {
        let limiter = RateLimiter(capacity: 64)
        let slow = LimitPolicy(name: "user", rate: 0.002, burst: 40)
        #expect(limiter.admit(key, cost: 40, policy: slow, now: second).isAllowed)
        let refused = limiter.admit(key, cost: 1, policy: policy, now: second)
        #expect(!refused.isAllowed)
        #expect(refused.retryAfter == 2 * second + 50_000_000, "two bursts, less the rest that this call leaves")
        #expect(limiter.admit(key, cost: 1, policy: policy, now: second + refused.retryAfter).isAllowed)
    }

    @Test func `A refusal leaves the bucket unchanged, however many there are`() {
        let limiter = RateLimiter(capacity: 64)
        _ = limiter.admit(key, cost: 40, policy: policy, now: second)
        for _ in 0..<1000 { #expect(!limiter.admit(key, cost: 1, policy: policy, now: second).isAllowed) }
        #expect(limiter.admit(key, cost: 1, policy: policy, now: second + 50_000_000).isAllowed)
        #expect(!limiter.admit(key, cost: 1, policy: policy, now: second + 50_000_000).isAllowed)
    }

    @Test func `An expensive call is refused while a cheap one is still admitted`() {
        let limiter = RateLimiter(capacity: 64)
        #expect(limiter.admit(key, cost: 36, policy: policy, now: second).isAllowed)
        let expensive = limiter.admit(key, cost: 5, policy: policy, now: second)
        #expect(!expensive.isAllowed)
        #expect(expensive.remaining == 4)
        #expect(expensive.retryAfter == 50_000_000)
        #expect(limiter.admit(key, cost: 4, policy: policy, now: second).isAllowed)
    }

    @Test func `A call that costs more than the burst takes a whole bucket`() {
        let limiter = RateLimiter(capacity: 64)
        #expect(limiter.admit(key, cost: 41, policy: policy, now: second).isAllowed)
        #expect(!limiter.admit(key, cost: 41, policy: policy, now: 3 * second - 1).isAllowed)
        #expect(limiter.admit(key, cost: .max, policy: policy, now: 3 * second).isAllowed)
        #expect(limiter.admit(key, cost: 1, policy: policy, now: 3 * second).remaining == 0)
    }

    @Test func `A cost below 1 counts as 1`() {
        let limiter = RateLimiter(capacity: 64)
        #expect(limiter.admit(key, cost: 0, policy: policy, now: second).remaining == 39)
        #expect(limiter.admit(key, cost: .min, policy: policy, now: second).remaining == 38)
    }

    @Test(arguments: UInt64(1)...40)
    func
        `Random arrivals are admitted as by an exact token bucket, within burst and rate`(
            seed: UInt64
        )
    {
        var random = SplitMix64(seed: seed)
        let rate = Double.random(in: 0.5...5000, using: &random)
        let policy = LimitPolicy(name: "any", rate: rate, burst: Int.random(in: 1...60, using: &random))
        let limiter = RateLimiter(capacity: 64)
        // The reference is a level in nanoseconds, refilled by the time that passes; it knows no arrival times.
        var level = policy.tolerance
        var last: UInt64 = second
        var now = last
        var admitted: [(at: UInt64, cost: UInt64)] = []
        for _ in 0..<400 {
            now +=
                UInt64.random(in: 0...(policy.interval * 3), using: &random) / UInt64.random(in: 1...4, using: &random)
            let cost = Int.random(in: 1...max(1, min(5, policy.burst)), using: &random)
            level = min(policy.tolerance, level + (now - last))
            last = now
            let price = UInt64(cost) * policy.interval
            let decision = limiter.admit(key, cost: cost, policy: policy, now: now)
            #expect(decision.isAllowed == (level >= price))
            if level >= price {
                level -= price
                admitted.append((now, UInt64(cost)))
            } else {
                #expect(decision.retryAfter == price - level)
            }
            #expect(decision.remaining == Int(level / policy.interval))
            #expect(decision.resetAfter == policy.tolerance - level)
        }
        for first in admitted.indices {
            var sum: UInt64 = 0
            for last in admitted[first...] {
                sum += last.cost
                let span = Double(last.at - admitted[first].at) / 1e9
                #expect(Double(sum) <= Double(policy.burst) + rate * span + 1e-6)
            }
        }
    }

    @Test func `8 concurrent threads get exactly the burst of one key`() {
        let limiter = RateLimiter(capacity: 1024)
        let admitted = Atomic<Int>(0)
        let (policy, key, now) = (policy, key, 5 * second)
        onThreads(8) { [limiter] thread in
            for _ in 0..<5_000 where limiter.admit(key, cost: 1, policy: policy, now: now).isAllowed {
                admitted.add(1, ordering: .relaxed)
            }
        }
        #expect(admitted.load(ordering: .relaxed) == 40)
    }

    @Test func `8 threads over ten seconds get exactly burst and rate × time despite other keys`() {
        let limiter = RateLimiter(capacity: 64)
        let start = 5 * second
        let end = start + 10 * second
        let clock = Atomic<UInt64>(start)
        let admitted = Atomic<Int>(0)
        let (policy, key) = (policy, key)
        let noise = LimitPolicy(name: "noise", rate: 1_000_000, burst: 1)
        // The first call fixes the start of the bucket's time.
        #expect(limiter.admit(key, cost: 1, policy: policy, now: start).isAllowed)
        onThreads(8) { [limiter] thread in
            var count = 0
            while true {
                let now = clock.add(100_000, ordering: .relaxed).newValue
                guard now <= end else { return }
                count += 1
                if count % 3 == 0 {
                    _ = limiter.admit(.user("\(thread).\(count)"), cost: 1, policy: noise, now: now)
                } else if limiter.admit(key, cost: 1, policy: policy, now: now).isAllowed {
                    admitted.add(1, ordering: .relaxed)
                }
            }
        }
        var total = admitted.load(ordering: .relaxed) + 1
        while limiter.admit(key, cost: 1, policy: policy, now: end).isAllowed { total += 1 }
        #expect(total == 40 + 20 * 10)
    }

    @Test func `A cost that is charged afterwards is never refused, and leaves at most one burst of debt`() {
        let limiter = RateLimiter(capacity: 64)
        _ = limiter.admit(key, cost: 30, policy: policy, now: second)
        #expect(limiter.settle(key, cost: 4, policy: policy, now: second).remaining == 6)
        for _ in 0..<10 { #expect(limiter.settle(key, cost: 40, policy: policy, now: second).remaining == 0) }
        #expect(limiter.admit(key, cost: 1, policy: policy, now: second).retryAfter == 2 * second + 50_000_000)
        #expect(limiter.admit(key, cost: 1, policy: policy, now: 3 * second + 50_000_000).isAllowed)
        // The same holds if nobody asks before the debt is paid.
        let quiet = LimitKey.user("quiet")
        for _ in 0..<10 { _ = limiter.settle(quiet, cost: 40, policy: policy, now: second) }
        #expect(limiter.admit(quiet, cost: 1, policy: policy, now: 3 * second + 50_000_000).isAllowed)
        // A bucket without a slot of its own is charged, too.
        let full = RateLimiter(capacity: 16)
        for index in 0..<16 { _ = full.admit(.user("\(index)"), cost: 1, policy: policy, now: second) }
        _ = full.settle(key, cost: 40, policy: policy, now: second)
        #expect(!full.admit(.user("late"), cost: 1, policy: policy, now: second).isAllowed)
    }

    @Test func `One user's excess does not affect another`() {
        let limiter = RateLimiter(capacity: 1024)
        for _ in 0..<500 { _ = limiter.admit(key, cost: 1, policy: policy, now: second) }
        for _ in 0..<40 { #expect(limiter.admit(.user("grace"), cost: 1, policy: policy, now: second).isAllowed) }
    }

    @Test func `Keys without a slot share one bucket of their policy`() {
        let limiter = RateLimiter(capacity: 16)
        for index in 0..<16 { _ = limiter.admit(.user("old \(index)"), cost: 1, policy: policy, now: second) }
        #expect(limiter.admit(.user("new 1"), cost: 1, policy: policy, now: second).remaining == 39)
        #expect(limiter.admit(.user("new 2"), cost: 1, policy: policy, now: second).remaining == 38)
        // Another policy has a bucket of its own for such keys.
        let narrow = LimitPolicy(name: "narrow", rate: 20, burst: 2)
        #expect(limiter.admit(.user("new 3"), cost: 1, policy: narrow, now: second).remaining == 1)
        // A key that has a bucket keeps it.
        #expect(limiter.admit(.user("old 3"), cost: 1, policy: policy, now: second).remaining == 38)
    }

    @Test func `A bucket is freed one second after it was full again`() {
        let limiter = RateLimiter(capacity: 16)
        for index in 0..<16 { _ = limiter.admit(.user("old \(index)"), cost: 40, policy: policy, now: second) }
        let full = second + 2 * second
        // A key without room uses the common bucket, which the first of these two calls empties.
        _ = limiter.admit(.user("new"), cost: 40, policy: policy, now: full + RateLimiter.rest - 1)
        #expect(!limiter.admit(.user("new"), cost: 1, policy: policy, now: full + RateLimiter.rest - 1).isAllowed)
        #expect(limiter.admit(.user("new"), cost: 40, policy: policy, now: full + RateLimiter.rest).isAllowed)
    }

    @Test func `A slow clock of one loop sees the debt that another loop's clock counts as paid`() {
        let limiter = RateLimiter(capacity: 16)
        for index in 0..<16 { _ = limiter.admit(.user("\(index)"), cost: 40, policy: policy, now: second) }
        _ = limiter.admit(.user("new"), cost: 1, policy: policy, now: 3 * second + RateLimiter.rest / 2)
        for index in 0..<16 {
            #expect(!limiter.admit(.user("\(index)"), cost: 1, policy: policy, now: second).isAllowed)
        }
    }
}

@Suite struct LimitPolicyTests {
    @Test(arguments: [0.3, 3, 7, 20, 333, 5000, 999_999])
    func `A policy never admits more than its rate`(rate: Double) {
        let policy = LimitPolicy(name: "any", rate: rate, burst: 10)
        #expect(Double(policy.interval) * rate >= 1e9)
        #expect(Double(policy.interval - 1) * rate < 1e9)
    }

    @Test(arguments: [(-1.0, 0.002), (0, 0.002), (.nan, 0.002), (.infinity, 1_000_000), (5e9, 1_000_000)])
    func `Rates outside their range become the nearest inside`(requested: Double, taken: Double) {
        #expect(LimitPolicy(name: "any", rate: requested, burst: 1).rate == taken)
    }

    @Test func `Bursts outside their range become the nearest inside, and the arithmetic holds at both ends`() {
        #expect(LimitPolicy(name: "any", rate: 1, burst: 0).burst == 1)
        let widest = LimitPolicy(name: "any", rate: 0, burst: .max)
        #expect(widest.burst == 1_000_000)
        let limiter = RateLimiter(capacity: 16)
        let decision = limiter.admit(.user("ada"), cost: .max, policy: widest, now: 1 << 62)
        #expect(decision.isAllowed)
        #expect(!limiter.admit(.user("ada"), cost: .max, policy: widest, now: 1 << 62).isAllowed)
    }

    @Test(arguments: [(20.0, 40, 2), (20, 41, 3), (5000, 1, 1)])
    func `The window is the time in whole seconds in which an empty bucket fills`(
        rate: Double, burst: Int, seconds: Int
    ) {
        #expect(LimitPolicy(name: "any", rate: rate, burst: burst).window == seconds)
    }
}

@Suite struct InFlightLimiterTests {
    @Test func `A user has a limited number of calls in flight, and an ended one makes room`() {
        let limiter = InFlightLimiter(capacity: 64, maximum: 3)
        let ada = LimitKey.user("ada")
        for _ in 0..<3 { #expect(limiter.begin(ada)) }
        #expect(!limiter.begin(ada))
        #expect(limiter.begin(.user("grace")))
        limiter.end(ada)
        #expect(limiter.count(ada) == 2)
        #expect(limiter.begin(ada))
    }

    @Test func `The services of a user are counted separately and together`() {
        let limiter = InFlightLimiter(capacity: 64, maxima: .init(total: 5, service: 3), services: 5)
        let ada = LimitKey.user("ada")
        for _ in 0..<3 { #expect(limiter.begin(ada, service: 4)) }
        #expect(!limiter.begin(ada, service: 4))
        for _ in 0..<2 { #expect(limiter.begin(ada, service: 0)) }
        #expect(!limiter.begin(ada, service: 1))
        limiter.end(ada, service: 4)
        #expect(limiter.count(ada) == 4)
        #expect(limiter.begin(ada, service: 1))
        // A service without calls has none to end.
        limiter.end(ada, service: 2)
        #expect(limiter.count(ada) == 5)
        let widest = InFlightLimiter(capacity: 16, maxima: .init(total: .max, service: .max), services: 5)
        for _ in 0..<4_095 { #expect(widest.begin(ada, service: 3)) }
        #expect(!widest.begin(ada, service: 3))
        #expect(widest.begin(ada, service: 4))
        #expect(widest.count(ada) == 4_096)
    }

    @Test func `A user without calls makes room for another, a user with calls does not`() {
        let limiter = InFlightLimiter(capacity: 16, maximum: 3)
        for index in 0..<16 { #expect(limiter.begin(.user("\(index)"))) }
        #expect(!limiter.begin(.user("late")))
        limiter.end(.user("9"))
        #expect(limiter.begin(.user("late")))
        #expect(!limiter.begin(.user("9")))
        for index in 0..<16 where index != 9 { #expect(limiter.count(.user("\(index)")) == 1) }
    }

    @Test func `8 threads never hold more places than the limit, and release all`() {
        let limiter = InFlightLimiter(capacity: 64, maximum: 5)
        let keys = (0..<3).map { LimitKey.user("\($0)") }
        let held = keys.map { _ in HeldPlaces() }
        onThreads(8) { thread in
            var random = SplitMix64(seed: UInt64(thread))
            var mine = [0, 0, 0]
            for _ in 0..<20_000 {
                let index = Int.random(in: 0..<3, using: &random)
                if mine[index] < 3, Bool.random(using: &random), limiter.begin(keys[index]) {
                    held[index].take()
                    mine[index] += 1
                } else if mine[index] > 0 {
                    mine[index] -= 1
                    held[index].give()
                    limiter.end(keys[index])
                }
            }
            for index in 0..<3 {
                for _ in 0..<mine[index] {
                    held[index].give()
                    limiter.end(keys[index])
                }
            }
        }
        for index in 0..<3 {
            #expect(held[index].most <= 5)
            #expect(held[index].most > 1)
            #expect(limiter.count(keys[index]) == 0)
        }
    }
}

/// A counter of held places, and of the most held at once.
private final class HeldPlaces: Sendable {
    private let now = Atomic<Int>(0)
    private let highest = Atomic<Int>(0)
    var most: Int { highest.load(ordering: .relaxed) }

    func take() { highest.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed) }
    func give() { now.subtract(1, ordering: .relaxed) }
}
