/// When a body that comes too slowly is given up: each byte that came puts it off.
struct RateFloor: Sendable {
    private let start: ContinuousClock.Instant
    private let grace: Duration
    private let bytesPerSecond: Int

    /// - Parameter bytesPerSecond: the least, on average since the end of the grace; 0: none.
    init(start: ContinuousClock.Instant, grace: Duration, bytesPerSecond: Int) {
        self.start = start
        self.grace = grace
        self.bytesPerSecond = bytesPerSecond
    }

    /// The moment at which it will have been too slow unless more than `received` bytes came; `nil`: never.
    func deadline(received: Int) -> ContinuousClock.Instant? {
        guard bytesPerSecond > 0 else { return nil }
        return start + grace + .seconds(Double(received) / Double(bytesPerSecond))
    }
}
