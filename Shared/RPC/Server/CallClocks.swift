import NIOCore

/// The clocks for one read from the socket, queried once for all of its calls.
struct CallClocks {
    /// The time at which the bytes arrived.
    let now: NIODeadline
    private var continuous: ContinuousClock.Instant?

    init(now: NIODeadline) { self.now = now }

    /// Returns the time after `amount` on the handlers' clock.
    mutating func instant(after amount: TimeAmount) -> ContinuousClock.Instant {
        let start = continuous ?? .now
        continuous = start
        return start + .nanoseconds(amount.nanoseconds)
    }
}
