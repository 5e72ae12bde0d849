/// A reading of a monotonic clock, in nanoseconds since a moment that is the same for all readings of that clock.
///
/// The values of this module decide on readings that they are given and never read a clock themselves.
public struct Tick: Comparable, Hashable, Sendable {
    public var nanoseconds: UInt64

    @inlinable
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    @inlinable
    public static func < (left: Tick, right: Tick) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The tick `duration` later; the end of the scale instead of overflow.
    public static func + (tick: Tick, duration: Duration) -> Tick {
        let distance = duration.nanoseconds
        let (sum, overflow) = tick.nanoseconds.addingReportingOverflow(UInt64(distance.magnitude))
        if distance >= 0 { return Tick(nanoseconds: overflow ? .max : sum) }
        return Tick(nanoseconds: tick.nanoseconds - min(tick.nanoseconds, distance.magnitude))
    }

    /// The time from `right` to `left`, negative if `right` is later.
    public static func - (left: Tick, right: Tick) -> Duration {
        left >= right
            ? .nanoseconds(Int64(clamping: left.nanoseconds - right.nanoseconds))
            : .zero - .nanoseconds(Int64(clamping: right.nanoseconds - left.nanoseconds))
    }
}

extension Tick {
    // Half-way up the scale: instants before the first reading have a tick too.
    private static let origin = (instant: ContinuousClock.now, nanoseconds: UInt64(1) << 62)

    /// The tick of an instant of the continuous clock.
    public init(_ instant: ContinuousClock.Instant) {
        self = Tick(nanoseconds: Self.origin.nanoseconds) + (instant - Self.origin.instant)
    }
}

extension Duration {
    /// Whole nanoseconds; the nearest that fit for a duration of centuries.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, isTooLong) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong ? (seconds < 0 ? .min : .max) : sum
    }
}
