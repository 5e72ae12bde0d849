/// A retry budget: a share of the calls in a window, but at least a fixed number of retries.
///
/// A retry counts from the decision to make it, so waiting and hanging retries are included.
public struct RetryBudget: Sendable {
    private let percent: Int
    private let floor: Int
    /// The numbers of calls and retries.
    @usableFromInline var counts: SlidingCounts

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - percent: the percentage of calls that may be retried.
    ///   - floor: the number of retries always allowed in a window.
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
    ///
    /// An optional retry, such as a hedge, leaves half of the budget to calls that fail without a retry.
    public mutating func takeRetry(isOptional: Bool = false, at now: Tick) -> Bool {
        let (calls, retries) = counts.sums(at: now)
        let limit = floor + calls * percent / 100
        guard retries < (isOptional ? limit / 2 : limit) else { return false }
        counts.add(second: 1, at: now)
        return true
    }
}
