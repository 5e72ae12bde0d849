/// Exponential back-off: the delay doubles after each failure up to a limit, and a random part is subtracted.
///
/// The random part prevents many clients from returning at the same moment.
public struct Backoff: Sendable {
    /// The random part of a delay.
    public enum Jitter: Sendable {
        case none
        /// Up to half of the delay.
        case half
        /// Up to the whole delay, so that two clients that collided do not collide again.
        case full
    }

    private let first: Duration
    private let longest: Duration
    private let jitter: Jitter
    private var failures = 0

    /// Creates a back-off.
    ///
    /// - Parameters:
    ///   - first: the delay after the first failure.
    ///   - longest: the maximum delay.
    public init(first: Duration, longest: Duration, jitter: Jitter = .half) {
        self.first = first
        self.longest = longest
        self.jitter = jitter
    }

    /// Counts a failure and returns the delay that follows it.
    ///
    /// - Parameter random: 0…1, the share of the random part that is subtracted.
    public mutating func failed(random: Double = 0) -> Duration {
        failures += 1
        return wait(afterFailures: failures, random: random)
    }

    /// Starts again with the shortest delay.
    public mutating func reset() { failures = 0 }

    /// Returns the delay after `failures` failures, at least 1, which the caller has counted.
    public func wait(afterFailures failures: Int, random: Double = 0) -> Duration {
        var wait = min(first, longest)
        var doublings = max(failures, 1) - 1
        // A caller may have counted any number of failures; the loop ends at the limit.
        while doublings > 0, wait > .zero, wait < longest {
            wait = min(wait + wait, longest)
            doublings -= 1
        }
        let random = min(max(random, 0), 1)
        return switch jitter {
        case .none: wait
        case .half: wait - wait * (random / 2)
        case .full: wait * (1 - random)
        }
    }
}
