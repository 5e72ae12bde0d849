import Platform
import Synchronization

/// A fixed-size table from 64-bit keys to 64-bit values, shared by all event loops.
///
/// Each slot is one 128-bit atomic word that holds key and value together, so no other key can take the slot over
/// between reading its value and changing it. A key may use any slot of its window; nothing is moved, and nothing is
/// allocated after the start. Changing the value of a key that has a slot takes no lock.
final class KeyedSlots: @unchecked Sendable {
    // Safe to share: the memory never moves, and is accessed through atomics only.
    private let slots: UnsafeMutablePointer<Atomic<WordPair>>
    private let mask: UInt
    /// Locks that serialize claims of slots, since a key with two slots would be counted in each of them separately.
    private let claims: [ClaimLock]
    /// The number of slots: a power of two.
    let capacity: Int
    /// The number of slots a key may use.
    static let window: UInt = 16
    private static let claimLocks = 64

    /// Creates a table of at least `capacity` slots, 16 bytes each.
    ///
    /// - Parameter memory: returns a number of zero bytes that `free` accepts, or nil if it has none; the system's
    ///   pages take up nothing before their first use.
    init(capacity: Int, memory: (Int) -> UnsafeMutableRawPointer? = { calloc($0, 1) }) {
        var size = Int(Self.window)
        while size < capacity, size < 1 << 30 { size *= 2 }
        self.capacity = size
        mask = UInt(size - 1)
        claims = (0..<Self.claimLocks).map { _ in ClaimLock() }
        slots = Self.zeroedMemory(size * MemoryLayout<Atomic<WordPair>>.stride, from: memory)
            .bindMemory(to: Atomic<WordPair>.self, capacity: size)
    }

    deinit {
        slots.deinitialize(count: capacity)
        free(slots)
    }

    /// Returns memory of zeros, from `source` or else from Swift.
    private static func zeroedMemory(
        _ count: Int, from source: (Int) -> UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer {
        if let memory = source(count) { return memory }
        // Ends the process if there is no memory, as every allocation of Swift does.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: count, alignment: MemoryLayout<Atomic<WordPair>>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return memory
    }

    /// The bit that marks the value of a held key; no value of a caller has it.
    private static let mark: UInt = 1 << 63
    /// The number of spins on a held key before the thread yields its core.
    private static let spins = 64

    enum Outcome: Equatable {
        /// The value is now the result of `change`.
        case changed
        /// `change` returned `nil`.
        case refused
        /// Every slot of the key's window is in use by another key.
        case full
    }

    /// Changes the value of a key atomically; a key without a slot has the value 0 and gets a slot.
    ///
    /// - Parameters:
    ///   - key: not zero.
    ///   - isFree: returns true if a slot with this value may be given to another key; must hold for 0.
    ///   - change: returns the new value below 2^63, or `nil` to keep the old one; may be called several times.
    func update(_ key: UInt64, isFree: (UInt64) -> Bool, change: (UInt64) -> UInt64?) -> Outcome {
        let key = UInt(key)
        while true {
            guard let (index, old) = findReleased(key) else {
                if let outcome = claim(key, isFree, mark: 0, change) { return outcome }
                continue
            }
            guard let new = change(UInt64(old.second)) else { return .refused }
            if replace(old, at: index, with: WordPair(first: key, second: UInt(new))) { return .changed }
        }
    }

    /// A key whose value no one else can change until ``release(_:keepingChange:)``.
    struct Hold {
        fileprivate var key: UInt
        fileprivate var old: UInt
        fileprivate var new: UInt
    }

    /// Changes the value of a key as ``update(_:isFree:change:)`` does, and holds the key: others who want to change
    /// it wait.
    ///
    /// The holder releases the key soon, and holds no second one meanwhile.
    ///
    /// - Returns: the outcome, with the hold if it is `changed`.
    func hold(_ key: UInt64, isFree: (UInt64) -> Bool, change: (UInt64) -> UInt64?) -> (Outcome, Hold?) {
        let key = UInt(key)
        while true {
            var hold = Hold(key: key, old: 0, new: 0)
            guard let (index, old) = findReleased(key) else {
                let outcome = claim(key, isFree, mark: Self.mark) { value in
                    let new = change(value)
                    hold.new = UInt(new ?? 0)
                    return new
                }
                if let outcome { return (outcome, outcome == .changed ? hold : nil) }
                continue
            }
            guard let new = change(UInt64(old.second)) else { return (.refused, nil) }
            (hold.old, hold.new) = (old.second, UInt(new))
            let marked = WordPair(first: key, second: hold.new | Self.mark)
            if replace(old, at: index, with: marked) { return (.changed, hold) }
        }
    }

    /// Releases a held key, with its new value or with the one from before the hold.
    func release(_ hold: Hold, keepingChange isKept: Bool) {
        // A held slot is never given to another key.
        guard let (index, _) = find(hold.key) else { return }
        slots[Int(index)].store(
            WordPair(first: hold.key, second: isKept ? hold.new : hold.old), ordering: .releasing)
    }

    /// Returns the value of a key, or 0 if it has none.
    func value(of key: UInt64) -> UInt64 { find(UInt(key)).map { UInt64($0.pair.second & ~Self.mark) } ?? 0 }

    /// Returns the number of slots that hold the key: 0 or 1 at any time.
    func slotCount(of key: UInt64) -> Int {
        (0..<Self.window).count { load((UInt(key) &+ $0) & mask).first == UInt(key) }
    }

    /// Gives a slot to a key without one; returns `nil` if the key has received one in the meantime.
    private func claim(
        _ key: UInt, _ isFree: (UInt64) -> Bool, mark: UInt, _ change: (UInt64) -> UInt64?
    ) -> Outcome? {
        guard let new = change(0) else { return .refused }
        let pair = WordPair(first: key, second: UInt(new) | mark)
        return claims[Int(key >> 32) & (Self.claimLocks - 1)].mutex.withLock { _ in
            guard find(key) == nil else { return nil }
            while let (index, old) = firstFree(isFree, from: key) {
                if replace(old, at: index, with: pair) { return .changed }
            }
            return .full
        }
    }

    /// Returns the slot of a key once no one holds the key.
    private func findReleased(_ key: UInt) -> (index: UInt, pair: WordPair)? {
        var spins = 0
        while true {
            guard let found = find(key) else { return nil }
            if found.pair.second & Self.mark == 0 { return found }
            spins += 1
            if spins % Self.spins == 0 { sched_yield() }
        }
    }

    private func find(_ key: UInt) -> (index: UInt, pair: WordPair)? {
        for step in 0..<Self.window {
            let index = (key &+ step) & mask
            let pair = load(index)
            if pair.first == key { return (index, pair) }
        }
        return nil
    }

    private func firstFree(_ isFree: (UInt64) -> Bool, from key: UInt) -> (index: UInt, pair: WordPair)? {
        for step in 0..<Self.window {
            let index = (key &+ step) & mask
            let pair = load(index)
            if pair.first == 0 || pair.second & Self.mark == 0 && isFree(UInt64(pair.second)) { return (index, pair) }
        }
        return nil
    }

    private func load(_ index: UInt) -> WordPair { slots[Int(index)].load(ordering: .acquiring) }

    private func replace(_ old: WordPair, at index: UInt, with new: WordPair) -> Bool {
        slots[Int(index)].compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

private final class ClaimLock: Sendable {
    let mutex = Mutex<Void>(())
}
