/// A reading of a monotonic clock, in nanoseconds since an arbitrary origin.
///
/// The types of this module never read a clock themselves; callers pass readings in.
public struct Tick: Comparable, Hashable, Sendable {
    public var nanoseconds: UInt64

    @inlinable
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    @inlinable
    public static func < (left: Tick, right: Tick) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the tick `duration` later; clamped at the ends of the range.
    public static func + (tick: Tick, duration: Duration) -> Tick {
        let distance = duration.nanoseconds
        let (sum, overflow) = tick.nanoseconds.addingReportingOverflow(UInt64(distance.magnitude))
        if distance >= 0 { return Tick(nanoseconds: overflow ? .max : sum) }
        return Tick(nanoseconds: tick.nanoseconds - min(tick.nanoseconds, distance.magnitude))
    }

    /// Returns the time from `right` to `left`, negative if `right` is later.
    public static func - (left: Tick, right: Tick) -> Duration {
        left >= right
            ? .nanoseconds(Int64(clamping: left.nanoseconds - right.nanoseconds))
            : .zero - .nanoseconds(Int64(clamping: right.nanoseconds - left.nanoseconds))
    }
}

extension Tick {
    // In the middle of the range, so that instants before the first reading have a tick, too.
    private static let origin = (instant: ContinuousClock.now, nanoseconds: UInt64(1) << 62)

    /// Converts an instant of the continuous clock.
    public init(_ instant: ContinuousClock.Instant) {
        self = Tick(nanoseconds: Self.origin.nanoseconds) + (instant - Self.origin.instant)
    }
}

extension Duration {
    /// The duration in whole nanoseconds, clamped for durations of centuries.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, isTooLong) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong ? (seconds < 0 ? .min : .max) : sum
    }
}
