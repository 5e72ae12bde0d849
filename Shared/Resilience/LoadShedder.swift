/// Bounds the calls in flight to an overloaded service, so that the least important calls are refused first.
///
/// A service is overloaded while many calls are in flight and wait in its queues for longer than ``Policy/target`` on
/// average. If that lasts for ``Policy/patience``, which no burst does that drains, calls in flight get a limit. The
/// limit follows the measured wait: it shrinks in proportion while calls wait too long, and grows slowly while they do
/// not but some are refused. The queues therefore stay short, but never run empty.
///
/// Ranks share the limit unequally. The least important rank is refused from the limit on, the most important one from
/// twice the limit on. So the more important calls fill the service first, and the others get what they leave.
public struct LoadShedder: Sendable {
    public struct Policy: Equatable, Sendable {
        /// The mean wait of calls that the limit aims at; zero for no limit.
        public var target: Duration
        /// The time for which calls must have waited longer than that before there is a limit.
        public var patience: Duration
        /// The time over which waits are averaged.
        public var window: Duration
        /// The calls in flight from which a service may be overloaded.
        ///
        /// More than the 32 of a single connection, which may wait for a moment without CPU.
        public var threshold: Int
        /// The lowest limit, in calls in flight.
        public var floor: Int
        /// The number of ranks that calls from before the limit do not keep out.
        ///
        /// Such calls fill the queues when an overload begins, and none of them can be refused any more.
        public var spared: Int
        /// The time without a refusal after which the limit ends.
        public var quiet: Duration

        public init(
            target: Duration = .milliseconds(50), patience: Duration = .milliseconds(500),
            window: Duration = .milliseconds(100), threshold: Int = 40, floor: Int = 16, spared: Int = 2,
            quiet: Duration = .seconds(5)
        ) {
            self.target = target
            self.patience = patience
            self.window = window
            self.threshold = threshold
            self.floor = floor
            self.spared = spared
            self.quiet = quiet
        }
    }

    /// The number of ranks; rank 0 is the most important.
    public static let ranks = 6

    /// The number of calls in flight.
    public private(set) var inFlight = 0
    /// The calls in flight from which the least important rank is refused; `nil` without overload.
    public private(set) var limit: Int?
    /// True from the first refusal until the limit ends.
    public private(set) var isShedding = false

    /// The calls in flight that began before the limit.
    private var older = 0
    private var limitedAt = Tick(nanoseconds: 0)
    private let policy: Policy
    private let target: Int64
    /// The sum of the waits in this window, in nanoseconds.
    private var waits: Int64 = 0
    private var calls: Int64 = 0
    private var hasRefused = false
    private var windowEnd = Tick(nanoseconds: 0)
    /// The end of the first of the latest windows in which calls waited too long.
    private var busySince: Tick?
    /// Calls that began earlier say nothing about the limit in force.
    private var shrankAt = Tick(nanoseconds: 0)
    private var refusedAt = Tick(nanoseconds: 0)

    public init(policy: Policy = Policy()) {
        self.policy = policy
        target = policy.target.nanoseconds
    }

    /// Counts the start of a call; returns false without counting if it is refused.
    ///
    /// - Parameter rank: 0 to ``ranks`` - 1.
    public mutating func begin(rank: Int, at now: Tick) -> Bool {
        if let limit {
            let least = Self.ranks - 1
            let counted = inFlight - (rank < policy.spared ? older : 0)
            if counted >= limit * (2 * least - rank) / least {
                (hasRefused, isShedding, refusedAt) = (true, true, now)
                return false
            }
        }
        inFlight += 1
        return true
    }

    /// Counts the end of a call without an answer, which says nothing about the service's queues.
    public mutating func abandoned(began: Tick) {
        inFlight -= 1
        if began < limitedAt { older = max(older - 1, 0) }
    }

    /// Counts the end of a call.
    ///
    /// - Parameters:
    ///   - waited: its time in the service's queues, in nanoseconds.
    ///   - began: its start.
    public mutating func ended(waited: Int64, began: Tick, at now: Tick) {
        abandoned(began: began)
        guard target > 0 else { return }
        if began >= shrankAt {
            waits += min(max(waited, 0), Int64.max / 2 - waits)
            calls += 1
        }
        if now >= windowEnd { endWindow(at: now) }
    }

    /// Ends a limit that has refused nothing for a while; to be called now and then while there is a limit.
    public mutating func timePassed(at now: Tick) {
        guard limit != nil, now >= refusedAt + policy.quiet else { return }
        (limit, isShedding, busySince, older) = (nil, false, nil, 0)
    }

    private mutating func endWindow(at now: Tick) {
        defer {
            (waits, calls, hasRefused) = (0, 0, false)
            windowEnd = now + policy.window
        }
        // A pause in which no call ended is no overload.
        if now >= windowEnd + policy.patience { busySince = nil }
        guard calls > 0 else { return }
        let mean = waits / calls
        guard let limit else { return considerLimit(mean: mean, at: now) }
        if mean > target {
            shrink(from: limit, by: max(Double(target) / Double(mean), 0.5), at: now)
        } else if hasRefused {
            self.limit = limit + max(1, limit / 16)
        }
    }

    private mutating func considerLimit(mean: Int64, at now: Tick) {
        guard mean > target, inFlight >= policy.threshold else {
            busySince = nil
            return
        }
        let since = busySince ?? now
        busySince = since
        guard now >= since + policy.patience else { return }
        (refusedAt, limitedAt, older) = (now, now, inFlight)
        // The calls in flight make the wait; in proportion fewer make the wait that is the target.
        shrink(from: inFlight, by: Double(target) / Double(mean), at: now)
    }

    private mutating func shrink(from count: Int, by factor: Double, at now: Tick) {
        limit = max(policy.floor, Int(Double(count) * factor))
        shrankAt = now
    }
}
