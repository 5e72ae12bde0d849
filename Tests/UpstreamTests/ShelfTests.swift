import Testing

@testable import Upstream

@Suite struct ShelfTests {
    private static let place = Shelf<Int>.overhead + 2

    @Test("What was not asked for the longest makes room")
    func order() {
        var shelf = Shelf<Int>(maximumCost: 3 * (Self.place + 100))
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { shelf.insert(value, for: key, size: 100) }
        #expect(shelf.value(for: "a") == 1)
        shelf.insert(4, for: "d", size: 100)
        #expect(shelf.peek("b") == nil)
        #expect(shelf.peek("a") == 1)
        // Looking without asking changes nothing.
        #expect(shelf.peek("c") == 3)
        shelf.insert(5, for: "e", size: 100)
        #expect(shelf.peek("c") == nil)
        #expect(shelf.evictions == 2)
        #expect(shelf.count == 3)
    }

    @Test("What does not fit at all is not taken, and takes the place of what was there")
    func tooLarge() {
        var shelf = Shelf<Int>(maximumCost: 1_000)
        shelf.insert(1, for: "a", size: 10)
        shelf.insert(2, for: "a", size: 5_000)
        #expect(shelf.peek("a") == nil)
        #expect(shelf.cost == 0)
        var none = Shelf<Int>(maximumCost: 0)
        none.insert(1, for: "a", size: 0)
        #expect(none.count == 0)
    }

    @Test("Over a long random run it holds what a plain list of the last used would hold")
    func random() {
        var shelf = Shelf<Int>(maximumCost: 5_000)
        var model: [(key: String, value: Int, cost: Int)] = []
        var seed = SplitMix(state: 42)
        for step in 0..<20_000 {
            let key = "k\(seed.next() % 40)"
            switch seed.next() % 4 {
            case 0, 1:
                let size = Int(seed.next() % 700)
                shelf.insert(step, for: key, size: size)
                model.removeAll { $0.key == key }
                let cost = size + 2 * key.utf8.count + Shelf<Int>.overhead
                while model.reduce(cost, { $0 + $1.cost }) > 5_000 { model.removeFirst() }
                model.append((key, step, cost))
            case 2:
                let expected = model.first { $0.key == key }
                #expect(shelf.value(for: key) == expected?.value)
                if let expected {
                    model.removeAll { $0.key == key }
                    model.append(expected)
                }
            default:
                shelf.remove(key)
                model.removeAll { $0.key == key }
            }
            #expect(shelf.cost == model.reduce(0) { $0 + $1.cost })
            #expect(shelf.count == model.count)
        }
    }
}

/// A generator of numbers that are the same in each run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
