import Resilience

/// The delay before a process that has ended is restarted.
struct RestartBackoff: Sendable {
    /// The delay after the first exit.
    static let first: Duration = .milliseconds(200)
    /// The maximum delay.
    static let longest: Duration = .seconds(10)
    /// The uptime after which the delay starts again at its shortest.
    static let healthyAfter: Duration = .seconds(30)

    private var backoff = Backoff(first: Self.first, longest: Self.longest, jitter: .none)

    /// Records that the process ended.
    ///
    /// - Parameter uptime: the time for which it had been running.
    /// - Returns: the delay, which doubles with each consecutive short run.
    mutating func exited(after uptime: Duration) -> Duration {
        if uptime >= Self.healthyAfter { backoff.reset() }
        return backoff.failed()
    }
}
