import Values

/// So many calls a second on average, with a burst, those that come too soon waiting for their turn.
///
/// It is the generic cell rate algorithm: one moment says all, and a turn that is waited for is taken at once.
struct TokenBucket: Sendable {
    private let interval: Duration
    private let tolerance: Duration
    private var nextDue: ContinuousClock.Instant?

    enum Turn: Hashable, Sendable {
        /// After so long, which may be zero; the turn is taken.
        case after(Duration)
        /// It would be longer than the caller waits; nothing is taken.
        case refused(Duration)
    }

    /// - Parameters:
    ///   - rate: calls a second, at least one a day; 0: as many as one likes.
    ///   - burst: calls at once after a time of quiet: at least 1.
    init(rate: Double, burst: Int) {
        interval = rate > 0 ? .seconds(min(1 / rate, 86_400)) : .zero
        tolerance = interval * (max(1, burst) - 1)
    }

    mutating func take(at now: ContinuousClock.Instant, waiting longest: Duration) -> Turn {
        guard interval > .zero else { return .after(.zero) }
        let due = max(nextDue ?? now, now)
        let wait = max(.zero, due - now - tolerance)
        guard wait <= longest else { return .refused(wait) }
        nextDue = due + interval
        return .after(wait)
    }
}

/// So many calls a day, by UTC.
struct DailyQuota: Sendable {
    private static let day: Int64 = 86_400_000

    private let limit: Int
    private var day: Int64 = 0
    private var used = 0

    /// - Parameter limit: calls a day; 0: as many as one likes.
    init(limit: Int) { self.limit = limit }

    /// Takes one of the day's calls.
    /// - Returns: `nil` if there was one left, else how long it is to the next day.
    mutating func take(at now: Instant) -> Duration? {
        guard limit > 0 else { return nil }
        let (today, past) = now.milliseconds.dividedFloor(by: Self.day)
        if today != day { (day, used) = (today, 0) }
        guard used < limit else { return .milliseconds(Self.day - past) }
        used += 1
        return nil
    }
}
