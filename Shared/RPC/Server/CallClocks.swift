import NIOCore

/// The clocks of one read, queried once for all of its calls.
struct CallClocks {
    /// The arrival of the bytes.
    let now: NIODeadline
    private var continuous: ContinuousClock.Instant?

    init(now: NIODeadline) { self.now = now }

    /// Returns a time on the handlers' clock.
    mutating func instant(after amount: TimeAmount) -> ContinuousClock.Instant {
        let start = continuous ?? .now
        continuous = start
        return start + .nanoseconds(amount.nanoseconds)
    }
}
