import Values

/// How often something may be done within a time.
struct Quota: Sendable {
    var limit: Int
    var window: Duration

    /// How long to wait if it was done `count` times within the window, for the first time at `oldest`; `nil` if once more
    /// is fine.
    func wait(count: Int, oldest: Instant?, now: Instant) -> Duration? {
        guard count >= limit, let oldest else { return nil }
        let end = oldest.milliseconds + window.wholeMilliseconds
        return .milliseconds(max(1, end - now.milliseconds))
    }

    /// How long to wait if it was done at these times, the latest first; `nil` if once more is fine.
    func wait(after times: some Collection<Instant>, now: Instant) -> Duration? {
        let start = now.milliseconds - window.wholeMilliseconds
        let counted = times.prefix { $0.milliseconds > start }
        return wait(count: counted.count, oldest: counted.prefix(limit).reversed().first, now: now)
    }
}
