import Platform
public import Values

/// The clock of the operating system.
public enum SystemClock {
    /// Returns the time of day.
    @Sendable public static func now() -> Instant { Instant(milliseconds: WallClock.milliseconds()) }
}
