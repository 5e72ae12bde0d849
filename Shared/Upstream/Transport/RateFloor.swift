/// The deadline of a body by its rate: each received byte extends it.
struct RateFloor: Sendable {
    private let start: ContinuousClock.Instant
    private let grace: Duration
    private let bytesPerSecond: Int

    /// - Parameter bytesPerSecond: the slowest average rate since the end of the grace; 0: no limit.
    init(start: ContinuousClock.Instant, grace: Duration, bytesPerSecond: Int) {
        self.start = start
        self.grace = grace
        self.bytesPerSecond = bytesPerSecond
    }

    /// The time by which more than `received` bytes must have come; `nil`: none.
    func deadline(received: Int) -> ContinuousClock.Instant? {
        guard bytesPerSecond > 0 else { return nil }
        return start + grace + .seconds(Double(received) / Double(bytesPerSecond))
    }
}
