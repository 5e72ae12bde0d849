import Resilience

/// The wait before a process that ended is restarted.
struct RestartBackoff: Sendable {
    /// The wait after the first death.
    static let first: Duration = .milliseconds(200)
    /// The longest wait.
    static let longest: Duration = .seconds(10)
    /// The uptime after which the wait starts over.
    static let healthyAfter: Duration = .seconds(30)

    private var backoff = Backoff(first: Self.first, longest: Self.longest, jitter: .none)

    /// Records that the process ended.
    /// - Parameter uptime: the time that it ran.
    /// - Returns: the time to wait; it doubles with each short run in a row.
    mutating func died(after uptime: Duration) -> Duration {
        if uptime >= Self.healthyAfter { backoff.reset() }
        return backoff.failed()
    }
}
