import Contracts
import Synchronization

/// Encoded answers about timetables, kept for a few seconds: most calls of a morning ask for the same few.
///
/// Once an answer expires, one caller makes a new one while the others still get the old one.
final class AnswerCache: Sendable {
    /// The question that an answer belongs to.
    struct Key: Hashable, Sendable {
        /// The method that was called.
        enum Kind: Hashable, Sendable { case day, timetable, exams }

        var kind: Kind
        var subject: Subject
        /// The day in question; today for timetables and exams.
        var date: LocalDate
        var week: Int = 0
        var weekday: Int = 0
        var subgroup: Int = 0
    }

    private struct Entry {
        var answer: [UInt8]
        var expiry: ContinuousClock.Instant
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The keys in the order they came; those before `oldest` are removed, and one may occur twice.
        var queue: [Key] = []
        var oldest = 0
        var bytes = 0

        mutating func removeOldest() {
            let key = queue[oldest]
            oldest += 1
            if let entry = entries.removeValue(forKey: key) { bytes -= AnswerCache.cost(of: entry.answer) }
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
    ///   - maximumBytes: the most memory, bookkeeping included; 0 keeps nothing.
    ///   - lifetime: how long an answer is served; as long again while a new one is being made.
    init(
        maximumBytes: Int, lifetime: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.maximumBytes = maximumBytes
        self.lifetime = lifetime
        self.now = now
    }

    /// The kept answer of a key; `nil` for the caller that has to make a new one.
    func answer(for key: Key) -> [UInt8]? {
        let time = now()
        return state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            if entry.expiry > time { return entry.answer }
            guard entry.expiry + lifetime > time else { return nil }
            // The next callers get the old one.
            state.entries[key]?.expiry = time + lifetime
            return nil
        }
    }

    /// Keeps an answer; evicts the oldest ones to make room.
    func keep(_ answer: [UInt8], for key: Key) {
        let cost = Self.cost(of: answer)
        guard cost <= maximumBytes else { return }
        let time = now()
        state.withLock { state in
            if let old = state.entries[key] {
                state.bytes -= Self.cost(of: old.answer)
            } else {
                state.queue.append(key)
            }
            state.entries[key] = Entry(answer: answer, expiry: time + lifetime)
            state.bytes += cost
            while state.bytes > maximumBytes, state.oldest < state.queue.count { state.removeOldest() }
        }
    }

    /// The memory in use.
    var bytes: Int { state.withLock { $0.bytes } }

    private static func cost(of answer: [UInt8]) -> Int { answer.count + 320 }
}
