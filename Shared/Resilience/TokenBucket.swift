/// A rate limit with a burst, under which early calls wait for their turn.
///
/// It implements the generic cell rate algorithm (GCRA) with one tick of state. The gateway's limiter of clients is a
/// separate implementation, because it never makes calls wait and decides for a million keys with one atomic word each.
public struct TokenBucket: Sendable {
    /// The outcome of taking a turn.
    public enum Turn: Hashable, Sendable {
        /// A turn was taken, and comes after this time, which may be zero.
        case after(Duration)
        /// The wait would exceed the caller's limit, so no turn was taken; another attempt makes sense after this time.
        case rejected(Duration)
    }

    private let interval: Duration
    private let tolerance: Duration
    private var nextDue: Tick?

    /// Creates a bucket.
    ///
    /// - Parameters:
    ///   - rate: the number of calls per second, at least one a day; 0 for no limit.
    ///   - burst: the number of calls that may come at once after a quiet period, at least 1.
    public init(rate: Double, burst: Int) {
        interval = rate > 0 ? .seconds(min(1 / rate, 86_400)) : .zero
        tolerance = interval * (max(1, burst) - 1)
    }

    /// Returns the time until a turn can be taken without waiting, which may be zero.
    public func delay(at now: Tick) -> Duration {
        guard interval > .zero, let nextDue else { return .zero }
        return max(.zero, nextDue - now - tolerance)
    }

    /// Takes a turn for a call that is willing to wait at most `longest`.
    public mutating func take(at now: Tick, waiting longest: Duration) -> Turn {
        guard interval > .zero else { return .after(.zero) }
        let due = max(nextDue ?? now, now)
        let wait = max(.zero, due - now - tolerance)
        guard wait <= longest else { return .rejected(wait) }
        nextDue = due + interval
        return .after(wait)
    }
}
