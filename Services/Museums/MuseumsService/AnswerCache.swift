import Contracts
import Synchronization

/// Encoded answers of `museums.get`, kept for a few seconds.
///
/// An import runs in another process and cannot invalidate an entry, so entries just do not live long.
final class AnswerCache: Sendable {
    struct Key: Hashable, Sendable {
        var id: String
        var language: Language
    }

    private struct Entry {
        var answer: [UInt8]
        var expiry: ContinuousClock.Instant
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The keys in the order of their expiry; those before `oldest` are removed.
        var queue: [Key] = []
        var oldest = 0
        var bytes = 0

        mutating func removeOldest() {
            let key = queue[oldest]
            oldest += 1
            if let entry = entries.removeValue(forKey: key) { bytes -= AnswerCache.cost(of: entry.answer, key) }
            if oldest > 1_024, oldest * 2 > queue.count {
                queue.removeFirst(oldest)
                oldest = 0
            }
        }
    }

    private let maximumBytes: Int
    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// Makes an empty cache.
    /// - Parameters:
    ///   - maximumBytes: the most memory, keys and bookkeeping included; 0 keeps nothing.
    ///   - lifetime: how long an answer is served.
    init(
        maximumBytes: Int, lifetime: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.maximumBytes = maximumBytes
        self.lifetime = lifetime
        self.now = now
    }

    /// The kept answer of a key; `nil` if there is none or it has expired.
    func answer(for key: Key) -> [UInt8]? {
        let time = now()
        return state.withLock { state in
            guard let entry = state.entries[key], entry.expiry > time else { return nil }
            return entry.answer
        }
    }

    /// Keeps an answer; evicts the oldest ones to make room.
    func keep(_ answer: [UInt8], for key: Key) {
        let cost = Self.cost(of: answer, key)
        guard cost <= maximumBytes else { return }
        let time = now()
        state.withLock { state in
            while state.oldest < state.queue.count {
                let isStale = state.entries[state.queue[state.oldest]].map { $0.expiry <= time } ?? true
                guard isStale || state.bytes + cost > maximumBytes else { break }
                state.removeOldest()
            }
            // Two calls may have read the same museum at once; the first answer stays.
            guard state.entries[key] == nil else { return }
            state.entries[key] = Entry(answer: answer, expiry: time + lifetime)
            state.queue.append(key)
            state.bytes += cost
        }
    }

    /// The memory in use.
    var bytes: Int { state.withLock { $0.bytes } }

    private static func cost(of answer: [UInt8], _ key: Key) -> Int { answer.count + 2 * key.id.utf8.count + 160 }
}
