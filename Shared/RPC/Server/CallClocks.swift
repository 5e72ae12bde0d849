import NIOCore

/// The times of one read, looked up once for all of its calls.
struct CallClocks {
    /// When the bytes came.
    let now: NIODeadline
    private var continuous: ContinuousClock.Instant?

    init(now: NIODeadline) { self.now = now }

    /// A moment by the clock that handlers use.
    mutating func instant(after amount: TimeAmount) -> ContinuousClock.Instant {
        let start = continuous ?? .now
        continuous = start
        return start + .nanoseconds(amount.nanoseconds)
    }
}
