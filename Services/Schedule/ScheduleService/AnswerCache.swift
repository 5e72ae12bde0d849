import Synchronization
import Values

/// Encoded answers about timetables, kept for a few seconds: most of a morning's calls ask for the same few.
///
/// When an answer has become too old, one caller makes a new one while the others are still given the old one.
final class AnswerCache: Sendable {
    /// What was asked.
    struct Key: Hashable, Sendable {
        /// Which of the methods.
        enum Kind: Hashable, Sendable { case day, timetable, exams }

        var kind: Kind
        var subject: Subject
        /// The day asked for, or today.
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
        /// The keys in the order in which they came, from `oldest` on; one may be there twice.
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
    ///   - maximumBytes: how much it holds, bookkeeping included; 0 keeps nothing.
    ///   - lifetime: how long an answer is given again; once more as long while a new one is being made.
    init(
        maximumBytes: Int, lifetime: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.maximumBytes = maximumBytes
        self.lifetime = lifetime
        self.now = now
    }

    /// The answer kept for a key; `nil` to whoever has to make one.
    func answer(for key: Key) -> [UInt8]? {
        let time = now()
        return state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            if entry.expiry > time { return entry.answer }
            guard entry.expiry + lifetime > time else { return nil }
            // Whoever comes next is given the old one.
            state.entries[key]?.expiry = time + lifetime
            return nil
        }
    }

    /// Keeps an answer; the oldest make room for it.
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

    /// How much it holds at the moment.
    var bytes: Int { state.withLock { $0.bytes } }

    private static func cost(of answer: [UInt8]) -> Int { answer.count + 320 }
}
