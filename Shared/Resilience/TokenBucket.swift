/// A rate limit with a burst; a call that comes too soon waits for its turn.
///
/// It implements the generic cell rate algorithm with one tick of state. The gateway's limiter of clients is a second
/// implementation because it never waits and decides in one atomic word, without a lock, for a million keys.
public struct TokenBucket: Sendable {
    /// The outcome of taking a turn.
    public enum Turn: Hashable, Sendable {
        /// The turn is taken, and comes after this time, which may be zero.
        case after(Duration)
        /// The wait would exceed the caller's limit; no turn is taken.
        case refused(Duration)
    }

    private let interval: Duration
    private let tolerance: Duration
    private var nextDue: Tick?

    /// - Parameters:
    ///   - rate: calls per second, at least one a day; 0 means no limit.
    ///   - burst: calls at once after a quiet period, at least 1.
    public init(rate: Double, burst: Int) {
        interval = rate > 0 ? .seconds(min(1 / rate, 86_400)) : .zero
        tolerance = interval * (max(1, burst) - 1)
    }

    /// Takes a turn for a call that waits at most `longest`.
    public mutating func take(at now: Tick, waiting longest: Duration) -> Turn {
        guard interval > .zero else { return .after(.zero) }
        let due = max(nextDue ?? now, now)
        let wait = max(.zero, due - now - tolerance)
        guard wait <= longest else { return .refused(wait) }
        nextDue = due + interval
        return .after(wait)
    }
}
