import Resilience
import Testing
import Values

@Suite struct LRUCacheTests {
    @Test func `The least recently used value is evicted`() {
        var cache = LRUCache<String, Int>(maximumCost: 300)
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { cache.insert(value, for: key, cost: 100) }
        #expect(cache.value(for: "a") == 1)
        cache.insert(4, for: "d", cost: 100)
        #expect(cache.peek("b") == nil)
        #expect(cache.peek("a") == 1)
        // Peeking does not count as use.
        #expect(cache.peek("c") == 3)
        cache.insert(5, for: "e", cost: 100)
        #expect(cache.peek("c") == nil)
        #expect(cache.evictions == 2)
        #expect(cache.count == 3)
    }

    @Test func `A value larger than the cache is not kept, and removes the old value of its key`() {
        var cache = LRUCache<String, Int>(maximumCost: 1_000)
        cache.insert(1, for: "a", cost: 10)
        cache.insert(2, for: "a", cost: 5_000)
        #expect(cache.peek("a") == nil)
        #expect(cache.cost == 0)
        var none = LRUCache<String, Int>(maximumCost: 0)
        none.insert(1, for: "a", cost: 1)
        #expect(none.count == 0)
    }

    @Test func `Under random operations the cache equals a simple list`() {
        var cache = LRUCache<String, Int>(maximumCost: 5_000)
        var model: [(key: String, value: Int, cost: Int)] = []
        var seed = SplitMix64(seed: 42)
        for step in 0..<20_000 {
            let key = "k\(seed.next() % 40)"
            switch seed.next() % 4 {
            case 0, 1:
                let cost = Int(seed.next() % 700)
                cache.insert(step, for: key, cost: cost)
                model.removeAll { $0.key == key }
                while model.reduce(cost, { $0 + $1.cost }) > 5_000 { model.removeFirst() }
                model.append((key, step, cost))
            case 2:
                let expected = model.first { $0.key == key }
                #expect(cache.value(for: key) == expected?.value)
                if let expected {
                    model.removeAll { $0.key == key }
                    model.append(expected)
                }
            default:
                cache.remove(key)
                model.removeAll { $0.key == key }
            }
            #expect(cache.cost == model.reduce(0) { $0 + $1.cost })
            #expect(cache.count == model.count)
        }
    }
}
