/// A limit on retries: a share of the calls in a window, and always a few.
///
/// A retry is counted when it is decided, not when it ends, so that retries that wait or hang are in the sum too.
public struct RetryBudget: Sendable {
    private let percent: Int
    private let floor: Int
    /// Calls and retries.
    @usableFromInline var counts: SlidingCounts

    /// - Parameters:
    ///   - percent: the share of calls that may be repeated.
    ///   - floor: retries in a window however few calls there are.
    ///   - window: the time that calls and retries count for.
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

    /// Takes one retry out of the budget; false if nothing is left.
    public mutating func takeRetry(at now: Tick) -> Bool {
        let (calls, retries) = counts.sums(at: now)
        guard retries < floor + calls * percent / 100 else { return false }
        counts.add(second: 1, at: now)
        return true
    }
}
