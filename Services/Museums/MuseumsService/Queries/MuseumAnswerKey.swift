import Resilience
import Values

/// The key of an encoded answer of `museums.get`.
struct MuseumAnswerKey: Hashable, Sendable {
    var id: String
    var language: Language
}

extension ExpiringCache<MuseumAnswerKey, [UInt8]> {
    /// Creates a cache of encoded answers of `museums.get`, which keeps them for a few seconds.
    ///
    /// The lifetime is short because imports run in another process, which does not announce what it changes.
    convenience init(
        maximumBytes: Int, lifetime: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.init(maximumCost: maximumBytes, lifetime: lifetime, now: now) { key, answer in
            answer.count + 2 * key.id.utf8.count + 160
        }
    }
}
