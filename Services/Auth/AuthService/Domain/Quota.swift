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

/// A limit on the codes sent to, or requested by, one subject.
struct CodeLimit: Sendable {
    enum Subject: Sendable {
        case email(EmailAddress)
        case phone(PhoneNumber)
        case place(NetworkPlace)
        /// The numbers that differ from this one in the last four digits only.
        ///
        /// Attackers who run up a bill request many numbers of one block.
        case numberBlock(PhoneNumber)
    }

    var subject: Subject
    var quotas: [Quota]

    /// The longest window of the limit.
    var memory: Duration { quotas.map(\.window).max() ?? .zero }
    /// The maximum number of earlier times that the limit needs to know.
    var depth: Int { quotas.map(\.limit).max() ?? 0 }

    /// Returns the wait until the next code, from the times of earlier ones, latest first; `nil` for no wait.
    func wait(after times: [Instant], now: Instant) -> Duration? {
        quotas.compactMap { $0.wait(after: times, now: now) }.max()
    }
}
