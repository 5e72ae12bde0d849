/// A retry budget: a share of the calls in a window, and always a minimum.
///
/// A retry counts from the decision to make it, so that retries that wait or hang are included.
public struct RetryBudget: Sendable {
    private let percent: Int
    private let floor: Int
    /// The numbers of calls and of retries.
    @usableFromInline var counts: SlidingCounts

    /// - Parameters:
    ///   - percent: the share of calls that may be retried.
    ///   - floor: the retries allowed in a window however few calls there are.
    ///   - window: the time for which calls and retries count.
    public init(percent: Int, floor: Int, window: Duration) {
        self.percent = percent
        self.floor = floor
        counts = SlidingCounts(window: window)
    }

    /// Records a call that is not a retry.
    @inlinable
    public mutating func callStarted(at now: Tick) {
        counts.add(first: 1, at: now)
    }

    /// Takes one retry out of the budget; returns false if none is left.
    public mutating func takeRetry(at now: Tick) -> Bool {
        let (calls, retries) = counts.sums(at: now)
        guard retries < floor + calls * percent / 100 else { return false }
        counts.add(second: 1, at: now)
        return true
    }
}
