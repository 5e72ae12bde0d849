import Values

/// A limit on uses within a window of time.
struct Quota: Sendable {
    var limit: Int
    var window: Duration

    /// Returns the wait until the next use, from the times of earlier ones, latest first; `nil` for no wait.
    func wait(after times: some Collection<Instant>, now: Instant) -> Duration? {
        let start = now.milliseconds - window.wholeMilliseconds
        let counted = times.prefix(limit).prefix { $0.milliseconds > start }
        guard counted.count >= limit, let oldest = counted.reversed().first else { return nil }
        return .milliseconds(max(1, oldest.milliseconds - start))
    }
}
