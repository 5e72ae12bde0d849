import Values

/// The limits on holding slots without booking them.
struct HoldRule: Sendable, Equatable {
    /// The time for which slots are held.
    var lifetime: Duration = .seconds(300)
    /// The minimum time between the starts of two holds.
    var pause: Duration = .seconds(10)
    /// The pause after a hold that expired unused; without it one account could block a slot forever.
    var rest: Duration = .seconds(300)

    /// Returns the earliest time of the next hold after one that expires unused at `expiry`.
    func nextAfter(holdExpiringAt expiry: Instant) -> Instant {
        Instant(milliseconds: expiry.milliseconds + rest.wholeMilliseconds)
    }

    /// Returns the earliest time of the next hold after one made at `madeAt` that was booked, released or replaced in
    /// time.
    func nextAfter(holdEndedInTime madeAt: Instant) -> Instant {
        Instant(milliseconds: madeAt.milliseconds + pause.wholeMilliseconds)
    }
}
