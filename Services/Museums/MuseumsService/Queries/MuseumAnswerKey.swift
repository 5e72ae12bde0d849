import Resilience
import Values

/// The key of an encoded answer of `museums.get`.
struct MuseumAnswerKey: Hashable, Sendable {
    var id: String
    var language: Language
}

extension ExpiringCache<MuseumAnswerKey, [UInt8]> {
    /// Encoded answers of `museums.get`, cached for a few seconds.
    ///
    /// An import runs in another process, so nothing signals that an entry is out of date.
    convenience init(
        maximumBytes: Int, lifetime: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.init(maximumCost: maximumBytes, lifetime: lifetime, now: now) { key, answer in
            answer.count + 2 * key.id.utf8.count + 160
        }
    }
}
