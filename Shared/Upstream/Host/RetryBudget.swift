/// Keeps retries to a share of all calls, so that they never multiply what a third party in trouble has to bear.
struct RetryBudget: Sendable {
    /// What one call adds, of what one retry takes.
    static let share = 0.1
    /// The most that is saved up, in retries.
    static let most = 10.0
    /// What there is before the first call.
    static let start = 3.0

    private var saved = Self.start

    /// A call that is no retry was made.
    mutating func called() { saved = min(Self.most, saved + Self.share) }

    /// Whether one retry more may be made.
    mutating func takeRetry() -> Bool {
        guard saved >= 1 else { return false }
        saved -= 1
        return true
    }
}
