import MuseumsContract
import RPC
import Resilience
import Synchronization
import Testing
import Values

@testable import MuseumsService

@Suite struct AnswerCacheTests {
    /// A clock that the test moves.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private let clock = Clock()

    private func cache(bytes: Int = 1 << 20, lifetime: Duration = .seconds(5)) -> ExpiringCache<
        MuseumAnswerKey, [UInt8]
    > {
        ExpiringCache<MuseumAnswerKey, [UInt8]>(maximumBytes: bytes, lifetime: lifetime, now: { [clock] in clock.now })
    }

    private func key(_ id: String, _ language: Language = .english) -> MuseumAnswerKey {
        MuseumAnswerKey(id: id, language: language)
    }

    @Test func `An answer serves the same museum and language only`() {
        let cache = cache()
        #expect(cache.value(for: key("a")) == nil)
        cache.insert([1], for: key("a"))
        cache.insert([2], for: key("a", .belarusian))
        #expect(cache.value(for: key("a")) == [1])
        #expect(cache.value(for: key("a", .belarusian)) == [2])
        #expect(cache.value(for: key("a", .russian)) == nil)
        #expect(cache.value(for: key("b")) == nil)
    }

    @Test func `Reading an answer does not prolong its lifetime`() {
        let cache = cache(lifetime: .seconds(5))
        cache.insert([1], for: key("a"))
        for _ in 0..<4 {
            clock.advance(by: .seconds(1))
            #expect(cache.value(for: key("a")) == [1])
        }
        clock.advance(by: .seconds(1))
        #expect(cache.value(for: key("a")) == nil)
        cache.insert([2], for: key("a"))
        #expect(cache.value(for: key("a")) == [2])
    }

    @Test func `The first of two answers stays and keeps its age`() {
        let cache = cache(lifetime: .seconds(5))
        cache.insert([1], for: key("a"))
        clock.advance(by: .seconds(3))
        cache.insert([2], for: key("a"))
        #expect(cache.value(for: key("a")) == [1])
        clock.advance(by: .seconds(2))
        #expect(cache.value(for: key("a")) == nil)
    }

    @Test func `New answers evict the oldest`() {
        let cache = cache(bytes: 3_000)
        let answer = [UInt8](repeating: 7, count: 800)
        for id in ["a", "b", "c", "d"] { cache.insert(answer, for: key(id)) }
        #expect(["a", "b", "c", "d"].map { cache.value(for: key($0)) != nil } == [false, true, true, true])
        cache.insert([UInt8](repeating: 8, count: 1_500), for: key("e"))
        #expect(["b", "c", "d", "e"].map { cache.value(for: key($0)) != nil } == [false, false, true, true])
        // An answer larger than the cache is not kept.
        cache.insert([UInt8](repeating: 9, count: 3_000), for: key("f"))
        #expect(["d", "e", "f"].map { cache.value(for: key($0)) != nil } == [true, true, false])
    }

    @Test func `Expired answers are evicted, too`() {
        let cache = cache(lifetime: .seconds(5))
        for number in 0..<100 { cache.insert([1, 2, 3], for: key("m-\(number)")) }
        let full = cache.cost
        clock.advance(by: .seconds(5))
        cache.insert([1, 2, 3], for: key("new"))
        #expect(cache.cost < full / 50)
    }

    @Test func `The cache never exceeds its limit`() {
        let cache = cache(bytes: 20_000, lifetime: .seconds(50))
        var generator = SplitMix64(seed: 11)
        for step in 0..<20_000 {
            let id = "m-\(Int.random(in: 0..<400, using: &generator))"
            let answer = [UInt8](repeating: 1, count: Int.random(in: 0...3_000, using: &generator))
            cache.insert(answer, for: key(id, Language.allCases.randomElement(using: &generator) ?? .english))
            if step % 7 == 0 { clock.advance(by: .milliseconds(300)) }
            #expect(cache.cost <= 20_000)
        }
        #expect(cache.cost > 5_000)
    }

    @Test func `A cache without room keeps nothing`() {
        let cache = cache(bytes: 0)
        cache.insert([], for: key("a"))
        #expect(cache.value(for: key("a")) == nil && cache.cost == 0)
    }

    @Test func `A museum is read again after its answer expires, and for each language`() async throws {
        let record = try museum("a", LocalizedText(english: "Old", russian: "Старый"))
        var other = record
        other.name = LocalizedText(english: "New", russian: "Новый")
        let changed = other
        try await MuseumDatabase.with([record], now: { [clock] in clock.now }) { database async throws in
            #expect(try await database.get("a").name == "Old")
            try await database.add([changed])
            #expect(try await database.get("a").name == "Old", "from the cache")
            #expect(try await database.get("a", in: .russian).name == "Новый", "not asked for in Russian before")
            clock.advance(by: .seconds(5))
            #expect(try await database.get("a").name == "New")
            await #expect(throws: RPCError.self) { try await database.get("b") }
            try await database.add([museum("b", LocalizedText(english: "B"))], as: "other")
            #expect(try await database.get("b").name == "B", "that there is none is not remembered")
        }
    }
}
