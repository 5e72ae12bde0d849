import Resilience

/// The waits before a process that died is started again.
struct RestartBackoff: Sendable {
    /// The uptime after which a process counts as well again.
    private static let healthyUptime: Duration = .seconds(30)

    private var backoff = Backoff(first: .milliseconds(200), longest: .seconds(10), jitter: .none)

    /// The wait after one more death of a process that had run for `uptime`.
    mutating func died(after uptime: Duration) -> Duration {
        if uptime >= Self.healthyUptime { backoff.reset() }
        return backoff.failed()
    }
}
