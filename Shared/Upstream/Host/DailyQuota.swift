import Values

/// A limit of calls per UTC day.
struct DailyQuota: Sendable {
    private static let day: Int64 = 86_400_000

    private let limit: Int
    private var day: Int64 = 0
    private var used = 0

    /// Creates an unused quota.
    ///
    /// - Parameter limit: the calls per day; 0 for no limit.
    init(limit: Int) { self.limit = limit }

    /// Takes one of the day's calls.
    ///
    /// - Returns: `nil` on success; the time until the next day if none was left.
    mutating func take(at now: Instant) -> Duration? {
        guard limit > 0 else { return nil }
        let (today, past) = now.milliseconds.dividedFloor(by: Self.day)
        if today != day { (day, used) = (today, 0) }
        guard used < limit else { return .milliseconds(Self.day - past) }
        used += 1
        return nil
    }
}
