import Testing
import Values

@testable import Gateway

@Suite struct LeastLoadedTests {
    @Test func `No replica is picked if none is usable`() {
        var random = SplitMix64(seed: 1)
        #expect(LeastLoaded.pick(among: 0, using: &random) { _ in 0 } == nil)
        #expect(LeastLoaded.pick(among: 3, using: &random) { _ in nil } == nil)
    }

    @Test(arguments: 0..<4)
    func `The only usable replica is picked at any position`(index: Int) {
        var random = SplitMix64(seed: 2)
        for _ in 0..<10 {
            #expect(LeastLoaded.pick(among: 4, using: &random) { $0 == index ? 1_000 : nil } == index)
        }
    }

    @Test func `Of two, the less loaded is always picked`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<100 {
            #expect(LeastLoaded.pick(among: 2, using: &random) { $0 == 0 ? 5 : 4 } == 1)
        }
    }

    @Test func `The most loaded and the unusable are never picked, and all others are`() {
        var random = SplitMix64(seed: 4)
        var picked: Set<Int> = []
        for _ in 0..<1_000 {
            let index = LeastLoaded.pick(among: 6, using: &random) { [9, 1, nil, 1, 1, 1][$0] }
            if let index { picked.insert(index) }
        }
        #expect(picked == [1, 3, 4, 5])
    }

    @Test func `Equal loads share the calls evenly`() {
        var random = SplitMix64(seed: 5)
        var counts = [0, 0, 0, 0]
        for _ in 0..<4_000 {
            if let index = LeastLoaded.pick(among: 4, using: &random, load: { _ in 0 }) { counts[index] += 1 }
        }
        #expect(counts.allSatisfy { (800...1200).contains($0) }, "\(counts)")
    }
}
