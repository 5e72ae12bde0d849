/// The deadline for a body by its minimum rate: each received byte extends it.
struct RateFloor: Sendable {
    private let start: ContinuousClock.Instant
    private let grace: Duration
    private let bytesPerSecond: Int

    /// Creates the deadline of a body.
    ///
    /// - Parameter bytesPerSecond: the minimum average rate after the grace period; 0 for no limit.
    init(start: ContinuousClock.Instant, grace: Duration, bytesPerSecond: Int) {
        self.start = start
        self.grace = grace
        self.bytesPerSecond = bytesPerSecond
    }

    /// Returns the time by which more than `received` bytes must have arrived; `nil` if there is no limit.
    func deadline(received: Int) -> ContinuousClock.Instant? {
        guard bytesPerSecond > 0 else { return nil }
        return start + grace + .seconds(Double(received) / Double(bytesPerSecond))
    }
}
