import Values

/// How often somebody may hold slots without booking them.
struct HoldRule: Sendable, Equatable {
    /// How long slots are kept.
    var lifetime: Duration = .seconds(300)
    /// Between the beginnings of two holds.
    var pause: Duration = .seconds(10)
    /// After a hold that ran out unused: else one account could keep a slot from everybody for ever.
    var rest: Duration = .seconds(300)

    /// When the account may hold again if a hold runs out unused at `expiry`.
    func nextAfter(holdExpiringAt expiry: Instant) -> Instant {
        Instant(milliseconds: expiry.milliseconds + rest.wholeMilliseconds)
    }

    /// When the account may hold again once a hold of `madeAt` was booked, released or replaced in time.
    func nextAfter(holdEndedInTime madeAt: Instant) -> Instant {
        Instant(milliseconds: madeAt.milliseconds + pause.wholeMilliseconds)
    }
}
