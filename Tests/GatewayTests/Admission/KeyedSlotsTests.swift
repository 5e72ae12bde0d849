import Synchronization
import Testing
import Values

@testable import Gateway

@Suite struct KeyedSlotsTests {
    @Test func `A key keeps its value, and an unused key has the value 0`() {
        let slots = KeyedSlots(capacity: 64)
        #expect(slots.value(of: 7) == 0)
        #expect(slots.update(7, isFree: { $0 == 0 }) { $0 + 5 } == .changed)
        #expect(slots.update(7, isFree: { $0 == 0 }) { $0 + 5 } == .changed)
        #expect(slots.value(of: 7) == 10)
        #expect(slots.value(of: 8) == 0)
    }

    @Test func `A refused change keeps the value, and gives a new key no slot`() {
        let slots = KeyedSlots(capacity: 64)
        #expect(slots.update(7, isFree: { $0 == 0 }) { _ in nil } == .refused)
        #expect(slots.slotCount(of: 7) == 0)
        _ = slots.update(7, isFree: { $0 == 0 }) { _ in 3 }
        #expect(slots.update(7, isFree: { $0 == 0 }) { _ in nil } == .refused)
        #expect(slots.value(of: 7) == 3)
    }

    @Test(arguments: [(0, 16), (16, 16), (17, 32), (1000, 1024)])
    func `The capacity is rounded up to a power of two`(requested: Int, given: Int) {
        #expect(KeyedSlots(capacity: requested).capacity == given)
    }

    @Test func `A table whose memory the system refuses begins with free slots, too`() {
        let slots = KeyedSlots(capacity: 1_000, memory: { _ in nil })
        #expect((UInt64(1)...1_000).allSatisfy { slots.value(of: $0) == 0 })
        #expect(slots.update(7, isFree: { $0 == 0 }) { $0 + 5 } == .changed)
        #expect(slots.update(7, isFree: { $0 == 0 }) { $0 + 5 } == .changed)
        #expect(slots.value(of: 7) == 10 && slots.slotCount(of: 7) == 1)
    }

    @Test func `A window holds as many keys as it has slots, and is then full until one is freed`() {
        let slots = KeyedSlots(capacity: 16)
        for key in UInt64(1)...16 { #expect(slots.update(key, isFree: { $0 == 0 }) { _ in key } == .changed) }
        #expect(slots.update(17, isFree: { $0 == 0 }) { _ in 1 } == .full)
        for key in UInt64(1)...16 { #expect(slots.value(of: key) == key) }
        #expect(slots.update(17, isFree: { $0 <= 4 }) { _ in 99 } == .changed)
        #expect(slots.value(of: 17) == 99)
        #expect((UInt64(1)...16).count { slots.value(of: $0) == 0 } == 1)
    }

    @Test func `A key that loses its slot during a change starts anew at 0`() {
        let slots = KeyedSlots(capacity: 16)
        for key in UInt64(1)...16 { _ = slots.update(key, isFree: { $0 == 0 }) { _ in 100 } }
        _ = slots.update(5, isFree: { $0 == 0 }) { _ in 1 }
        var seen: [UInt64] = []
        let outcome = slots.update(5, isFree: { $0 == 100 }) { old in
            if seen.isEmpty { #expect(slots.update(20, isFree: { $0 == 1 }) { _ in 50 } == .changed) }
            seen.append(old)
            return old + 7
        }
        #expect(outcome == .changed)
        #expect(seen.first == 1)
        #expect(seen.last == 0)
        #expect(slots.value(of: 5) == 7)
        #expect(slots.value(of: 20) == 50)
    }

    @Test func `Two loops that claim a slot for one key concurrently count in the same slot`() {
        let slots = KeyedSlots(capacity: 16)
        // The first slot in the window of key 32 belongs to another key; one loop sees it as free, the other does not.
        _ = slots.update(16, isFree: { $0 == 0 }) { _ in 1 }
        var isFirst = true
        let outer = slots.update(32, isFree: { $0 <= 1 }) { old in
            if isFirst {
                isFirst = false
                #expect(slots.update(32, isFree: { $0 == 0 }) { $0 + 10 } == .changed)
            }
            return old + 10
        }
        #expect(outer == .changed)
        #expect(slots.slotCount(of: 32) == 1)
        #expect(slots.value(of: 32) == 20)
    }

    @Test func `No change is lost and no key has two slots under 8 concurrent threads`() {
        for round in 0..<300 {
            let slots = KeyedSlots(capacity: 16)
            let counted = (0..<4).map { _ in SharedCount() }
            onThreads(8) { thread in
                var random = SplitMix64(seed: UInt64(round * 8 + thread))
                for _ in 0..<200 {
                    if Bool.random(using: &random) {
                        // Noise: other keys, whose slots some loops see as free at random.
                        let seesAsFree = Bool.random(using: &random)
                        let key = UInt64.random(in: 1000...1040, using: &random)
                        _ = slots.update(key, isFree: { $0 == 0 || (seesAsFree && $0 < 100) }) { _ in 1 }
                    } else {
                        let index = Int.random(in: 0..<4, using: &random)
                        let seesAsFree = Bool.random(using: &random)
                        let outcome = slots.update(
                            UInt64(index + 1), isFree: { $0 == 0 || (seesAsFree && $0 < 100) }
                        ) { ($0 == 0 ? 1000 : $0) + 1 }
                        if outcome == .changed { counted[index].add() }
                    }
                }
            }
            for index in 0..<4 {
                let count = counted[index].value
                #expect(slots.slotCount(of: UInt64(index + 1)) == (count > 0 ? 1 : 0))
                #expect(slots.value(of: UInt64(index + 1)) == (count > 0 ? 1000 + count : 0))
            }
        }
    }
}

/// A counter that threads may share.
private final class SharedCount: Sendable {
    private let count = Atomic<UInt64>(0)
    var value: UInt64 { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}
