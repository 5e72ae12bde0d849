import Resilience
import Synchronization
import Testing
import Values

@Suite struct ExpiringCacheTests {
    /// A clock that the test moves.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private let clock = Clock()

    private func cache(
        bytes: Int = 1 << 20, lifetime: Duration = .seconds(5), renewalTime: Duration = .zero
    ) -> ExpiringCache<String, [UInt8]> {
        ExpiringCache(
            maximumCost: bytes, lifetime: lifetime, renewalTime: renewalTime, now: { [clock] in clock.now }
        ) { key, value in value.count + 2 * key.utf8.count + 160 }
    }

    @Test func `A value is returned for its own key only`() {
        let cache = cache()
        #expect(cache.value(for: "a") == nil)
        cache.insert([1], for: "a")
        cache.insert([2], for: "a/be")
        #expect(cache.value(for: "a") == [1])
        #expect(cache.value(for: "a/be") == [2])
        #expect(cache.value(for: "a/ru") == nil)
        #expect(cache.value(for: "b") == nil)
    }

    @Test func `A value lives no longer than its lifetime, however often it is read`() {
        let cache = cache(lifetime: .seconds(5))
        cache.insert([1], for: "a")
        for _ in 0..<4 {
            clock.advance(by: .seconds(1))
            #expect(cache.value(for: "a") == [1])
        }
        clock.advance(by: .seconds(1))
        #expect(cache.value(for: "a") == nil)
        cache.insert([2], for: "a")
        #expect(cache.value(for: "a") == [2])
    }

    @Test func `The first of two values for a key stays, with its age`() {
        let cache = cache(lifetime: .seconds(5))
        cache.insert([1], for: "a")
        clock.advance(by: .seconds(3))
        cache.insert([2], for: "a")
        #expect(cache.value(for: "a") == [1])
        clock.advance(by: .seconds(2))
        #expect(cache.value(for: "a") == nil)
    }

    @Test func `The least recently used values are evicted`() {
        let cache = cache(bytes: 3_000)
        let answer = [UInt8](repeating: 7, count: 800)
        for id in ["a", "b", "c", "d"] { cache.insert(answer, for: id) }
        #expect(["a", "b", "c", "d"].map { cache.value(for: $0) != nil } == [false, true, true, true])
        cache.insert([UInt8](repeating: 8, count: 1_500), for: "e")
        #expect(["b", "c", "d", "e"].map { cache.value(for: $0) != nil } == [false, false, true, true])
        // A value that would evict everything else is not kept.
        cache.insert([UInt8](repeating: 9, count: 3_000), for: "f")
        #expect(["d", "e", "f"].map { cache.value(for: $0) != nil } == [true, true, false])
    }

    @Test func `Expired values are evicted, too`() {
        let cache = cache(lifetime: .seconds(5))
        for number in 0..<100 { cache.insert([1, 2, 3], for: "m-\(number)") }
        let full = cache.cost
        clock.advance(by: .seconds(5))
        cache.insert([1, 2, 3], for: "new")
        #expect(cache.cost < full / 50)
    }

    @Test func `The cache never exceeds its limit`() {
        let cache = cache(bytes: 20_000, lifetime: .seconds(50))
        var generator = SplitMix64(seed: 11)
        for step in 0..<20_000 {
            let id = "m-\(Int.random(in: 0..<1_200, using: &generator))"
            let answer = [UInt8](repeating: 1, count: Int.random(in: 0...3_000, using: &generator))
            cache.insert(answer, for: id)
            if step % 7 == 0 { clock.advance(by: .milliseconds(300)) }
            #expect(cache.cost <= 20_000)
        }
        #expect(cache.cost > 5_000)
    }

    @Test func `A cache without room keeps nothing`() {
        let cache = cache(bytes: 0)
        cache.insert([], for: "a")
        #expect(cache.value(for: "a") == nil && cache.cost == 0)
    }

    @Test func `After expiry one caller renews a value while the others get the old one`() {
        let cache = cache(lifetime: .seconds(5), renewalTime: .seconds(5))
        #expect(cache.value(for: "a") == nil)
        cache.insert([1], for: "a")
        #expect(cache.value(for: "a") == [1])
        clock.advance(by: .seconds(5))
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "a") == [1])
        cache.insert([2], for: "a")
        #expect(cache.value(for: "a") == [2])
        clock.advance(by: .seconds(10))
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "a") == nil)
    }
}
