import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What time it is for the third parties: the real one, one that stands still, or one that was set and runs on.
struct SimulatedClock: Sendable {
    private var base: Instant?
    private var setAt: Int64 = 0
    private(set) var isFrozen = false

    var now: Instant {
        guard let base else { return Instant(milliseconds: Self.milliseconds(CLOCK_REALTIME)) }
        if isFrozen { return base }
        return Instant(milliseconds: base.milliseconds + Self.milliseconds(CLOCK_MONOTONIC) - setAt)
    }

    /// Sets the time; the real one if there is none.
    mutating func set(_ now: Instant?, frozen: Bool) {
        base = now
        setAt = Self.milliseconds(CLOCK_MONOTONIC)
        isFrozen = now != nil && frozen
    }

    static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
