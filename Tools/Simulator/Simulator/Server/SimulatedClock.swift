import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The clock of the third parties, which can show the real time, stand still, or run from a set time.
struct SimulatedClock: Sendable {
    private var base: Instant?
    private var setAt: Int64 = 0
    private(set) var isFrozen = false

    var now: Instant {
        guard let base else { return Instant(milliseconds: Self.milliseconds(CLOCK_REALTIME)) }
        if isFrozen { return base }
        return Instant(milliseconds: base.milliseconds + Self.milliseconds(CLOCK_MONOTONIC) - setAt)
    }

    /// Sets the time; `nil` returns to the real time.
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
