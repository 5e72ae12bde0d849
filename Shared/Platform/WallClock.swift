/// The time of day according to the operating system.
public enum WallClock {
    /// Returns the milliseconds since 1970-01-01T00:00:00Z.
    public static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
