import Contracts

/// How many registrations may be begun within a time.
struct RegistrationQuota: Sendable {
    var limit: Int
    var window: Duration

    /// How long to wait if `count` have been begun within the window, the oldest of them at `oldest`; `nil` if one more
    /// is fine.
    func wait(count: Int, oldest: Instant?, now: Instant) -> Duration? {
        guard count >= limit, let oldest else { return nil }
        let end = oldest.milliseconds + window.wholeMilliseconds
        return .milliseconds(max(1, end - now.milliseconds))
    }
}

extension Duration {
    /// The time in milliseconds, cut off.
    var wholeMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
