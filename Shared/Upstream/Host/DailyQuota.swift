import Resilience
import Values

/// A limit of calls per UTC day, of which an hour takes only a part, and one flow only a share.
struct DailyQuota: Sendable {
    private static let hour: Int64 = 3_600_000
    private static let hoursOfDay: Int64 = 24
    /// The part of the day that an hour may use, as with the codes that accounts are sent.
    private static let hourShare = HourShare(percent: 15)
    /// The divisor of a flow's share of the day: it may use an eighth of what the others have left, so that the next
    /// flow always finds something.
    private static let shareOfDay = 8
    /// The divisor of a flow's share of an hour.
    ///
    /// Smaller than that of the day: there are many hours, and a limit of a few calls must not become one of none.
    private static let shareOfHour = 4

    /// The calls of a period, in total and by flow; bounded by the limit.
    private struct Use: Sendable {
        var total = 0
        var by: [FlowKey: Int] = [:]

        /// Returns true if a flow may take one more of `limit` calls, of which it may have one of `parts`.
        func admits(_ flow: FlowKey, limit: Int, parts: Int) -> Bool {
            let own = by[flow, default: 0]
            return own < max(1, (limit - total + own) / parts)
        }

        mutating func count(_ flow: FlowKey) {
            total += 1
            if flow != .background { by[flow, default: 0] += 1 }
        }
    }

    private let limit: Int
    /// The number of the UTC hour that is counted, from 1970.
    private var hour: Int64 = 0
    private var ofDay = Use()
    private var ofHour = Use()

    /// The reason why no call is left.
    enum Exhaustion: Hashable, Sendable {
        /// The calls of the day, or of the hour, are used up.
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
    /// - Parameter flow: who takes it; the background may take all that is left of the hour.
    /// - Returns: `nil` on success; the reason, and the time until the next hour or day, if none was left.
    mutating func take(at now: Instant, by flow: FlowKey) -> (exhausted: Exhaustion, rest: Duration)? {
        guard limit > 0 else { return nil }
        let (current, past) = now.milliseconds.dividedFloor(by: Self.hour)
        let (day, hourOfDay) = current.dividedFloor(by: Self.hoursOfDay)
        if current != hour {
            if hour.dividedFloor(by: Self.hoursOfDay).quotient != day { ofDay = Use() }
            (hour, ofHour) = (current, Use())
        }
        let restOfHour = Duration.milliseconds(Self.hour - past)
        let hoursLeft = Self.hoursOfDay - hourOfDay
        let restOfDay = restOfHour + .milliseconds(Self.hour * (hoursLeft - 1))
        guard ofDay.total < limit else { return (.all, restOfDay) }
        let left = limit - (ofDay.total - ofHour.total)
        let part = Int(Self.hourShare.allowance(of: Int64(left), hoursLeft: hoursLeft))
        guard ofHour.total < part else { return (.all, restOfHour) }
        if flow != .background {
            guard ofDay.admits(flow, limit: limit, parts: Self.shareOfDay) else { return (.share, restOfDay) }
            guard ofHour.admits(flow, limit: part, parts: Self.shareOfHour) else { return (.share, restOfHour) }
        }
        ofDay.count(flow)
        ofHour.count(flow)
        return nil
    }
}
