/// Exponential back-off: the wait doubles after each failure up to a limit, less a random part.
///
/// The random part keeps many clients from returning at the same moment.
public struct Backoff: Sendable {
    /// The random part of a wait.
    public enum Jitter: Sendable {
        case none
        /// Up to a half.
        case half
        /// All of it: two clients that collided must not collide again.
        case full
    }

    private let first: Duration
    private let longest: Duration
    private let jitter: Jitter
    private var failures = 0

    /// - Parameters:
    ///   - first: the wait after the first failure.
    ///   - longest: the limit of all waits.
    public init(first: Duration, longest: Duration, jitter: Jitter = .half) {
        self.first = first
        self.longest = longest
        self.jitter = jitter
    }

    /// Counts a failure and returns the wait after it.
    ///
    /// - Parameter random: 0…1, the share of the random part that is subtracted.
    public mutating func failed(random: Double = 0) -> Duration {
        failures += 1
        return wait(afterFailures: failures, random: random)
    }

    /// Starts over with the shortest wait.
    public mutating func reset() { failures = 0 }

    /// Returns the wait after a number of failures, at least 1, that the caller counted.
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
