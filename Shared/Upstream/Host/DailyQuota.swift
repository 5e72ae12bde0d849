import Resilience
import Values

/// A limit of calls per UTC day, of which one flow takes only a share.
struct DailyQuota: Sendable {
    private static let day: Int64 = 86_400_000

    private let limit: Int
    private var day: Int64 = 0
    private var used = 0
    /// The day's calls of each flow; bounded by the limit.
    private var usedBy: [FlowKey: Int] = [:]
    /// A flow may use one of so many parts of what the others have left, so that the next one always finds something.
    private static let share = 8

    /// The reason why no call is left.
    enum Exhaustion: Hashable, Sendable {
        /// The day's calls are used up.
        case all
        /// The flow has used its share of them.
        case share
    }

    /// Creates an unused quota.
    ///
    /// - Parameter limit: the calls per day; 0 for no limit.
    init(limit: Int) { self.limit = limit }

    /// Takes one of the day's calls.
    ///
    /// - Parameter flow: who takes it; the background may take all that is left.
    /// - Returns: `nil` on success; the reason, and the time until the next day, if none was left.
    mutating func take(at now: Instant, by flow: FlowKey) -> (exhausted: Exhaustion, rest: Duration)? {
        guard limit > 0 else { return nil }
        let (today, past) = now.milliseconds.dividedFloor(by: Self.day)
        if today != day { (day, used, usedBy) = (today, 0, [:]) }
        let rest = Duration.milliseconds(Self.day - past)
        guard used < limit else { return (.all, rest) }
        if flow != .background {
            let own = usedBy[flow, default: 0]
            guard own < max(1, (limit - used + own) / Self.share) else { return (.share, rest) }
            usedBy[flow] = own + 1
        }
        used += 1
        return nil
    }
}
