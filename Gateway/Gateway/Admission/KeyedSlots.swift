import Synchronization

/// A table of fixed size from 64-bit keys to 64-bit values, shared by all event loops without a lock.
///
/// Each slot is one 128-bit atomic word that holds key and value together, so that a slot can never be taken over by
/// another key between reading its value and changing it. A key may live in any slot of its window; nothing is ever
/// moved, nothing is allocated after the start.
final class KeyedSlots: @unchecked Sendable {
    // Safe to share: the memory is fixed for life and touched through atomics only.
    private let slots: UnsafeMutablePointer<Atomic<WordPair>>
    private let mask: UInt
    /// How many slots there are: a power of two.
    let capacity: Int
    /// How many slots from its own a key may live in.
    static let window: UInt = 16

    /// Makes a table of at least `capacity` slots, 16 bytes each.
    init(capacity: Int) {
        var size = Int(Self.window)
        while size < capacity, size < 1 << 30 { size *= 2 }
        self.capacity = size
        mask = UInt(size - 1)
        slots = .allocate(capacity: size)
        for index in 0..<size { (slots + index).initialize(to: Atomic(WordPair(first: 0, second: 0))) }
    }

    deinit {
        slots.deinitialize(count: capacity)
        slots.deallocate()
    }

    enum Outcome: Equatable {
        /// The value is now the one that `change` returned.
        case changed
        /// `change` returned nil.
        case refused
        /// Every slot of the key's window belongs to another key that still needs it.
        case full
    }

    /// Changes the value of a key in one atomic step; a key without a slot has the value 0 and gets one.
    /// - Parameters:
    ///   - key: not zero.
    ///   - isFree: whether a slot with that value may be given to another key; must hold for 0.
    ///   - change: the new value from the old one, or nil to leave it; may be called several times.
    func update(
        _ key: UInt64, isFree: (UInt64) -> Bool, change: (UInt64) -> UInt64?
    ) -> Outcome {
        let key = UInt(key)
        while true {
            if let index = find(key) {
                let old = slots[index].load(ordering: .acquiring)
                guard old.first == key else { continue }
                guard let new = change(UInt64(old.second)) else { return .refused }
                let pair = WordPair(first: key, second: UInt(new))
                if slots[index].compareExchange(expected: old, desired: pair, ordering: .acquiringAndReleasing)
                    .exchanged
                {
                    return .changed
                }
                continue
            }
            guard let (index, old) = firstFree(isFree, from: key) else { return .full }
            guard let new = change(0) else { return .refused }
            let claim = WordPair(first: key, second: UInt(new))
            guard
                slots[index].compareExchange(expected: old, desired: claim, ordering: .acquiringAndReleasing).exchanged
            else { continue }
            // Two loops may claim two slots for one key at the same moment; the one that comes first in the window stays.
            if let first = find(key), first != index {
                var mine = claim
                while mine.first == key {
                    let undone = slots[index].compareExchange(
                        expected: mine, desired: WordPair(first: 0, second: 0), ordering: .acquiringAndReleasing)
                    if undone.exchanged { break }
                    mine = undone.original
                }
                continue
            }
            return .changed
        }
    }

    /// The value of a key; 0 if it has none.
    func value(of key: UInt64) -> UInt64 {
        guard let index = find(UInt(key)) else { return 0 }
        let pair = slots[index].load(ordering: .acquiring)
        return pair.first == UInt(key) ? UInt64(pair.second) : 0
    }

    private func find(_ key: UInt) -> Int? {
        for step in 0..<Self.window {
            let index = Int((key &+ step) & mask)
            if slots[index].load(ordering: .acquiring).first == key { return index }
        }
        return nil
    }

    private func firstFree(_ isFree: (UInt64) -> Bool, from key: UInt) -> (Int, WordPair)? {
        for step in 0..<Self.window {
            let index = Int((key &+ step) & mask)
            let pair = slots[index].load(ordering: .acquiring)
            if pair.first == 0 || isFree(UInt64(pair.second)) { return (index, pair) }
        }
        return nil
    }
}
