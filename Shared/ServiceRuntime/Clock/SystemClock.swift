import Platform
public import Values

/// The clock of the operating system.
public enum SystemClock {
    /// Returns the time of day.
    @Sendable public static func now() -> Instant { Instant(milliseconds: WallClock.milliseconds()) }

    /// Returns the nanoseconds since 1970-01-01T00:00:00Z, as traces need them.
    @Sendable static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(max(0, time.tv_sec)) * 1_000_000_000 + UInt64(max(0, time.tv_nsec))
    }
}
