import Resilience
import Values

/// The turns of requests to a third party under its rate limit and its daily quota, shared fairly between flows.
///
/// Requests that come too early wait, and are served as by ``FairQueue``. Those who wait look again when a turn is due;
/// whoever looks first deals the turns that are due to their owners.
struct HostTurns: Sendable {
    /// The outcome of asking for a turn.
    enum Turn: Hashable, Sendable {
        case now
        /// Ask again with ``look(for:at:date:)`` at this time.
        case wait(Ticket, until: ContinuousClock.Instant)
        case rejected(HostAdmission.Rejection, retryAfter: Duration)
    }

    /// A wait for a turn.
    struct Ticket: Hashable, Sendable {
        fileprivate var number: Int
        fileprivate var flow: FlowKey
        fileprivate var giveUpAt: ContinuousClock.Instant
    }

    private let maximumWait: Duration
    private let interval: Duration
    private var bucket: TokenBucket
    private var quota: DailyQuota
    private var waiting: FairQueue<FlowKey, Ticket>
    /// The turns dealt to those who have not looked since; at most one for each who waits.
    private var dealt: [Ticket: Turn] = [:]
    private var tickets = 0

    init(_ policy: HostPolicy) {
        maximumWait = policy.maximumWait
        bucket = TokenBucket(rate: policy.rate, burst: policy.burst)
        quota = DailyQuota(limit: policy.daily)
        interval = policy.rate > 0 ? .seconds(1 / policy.rate) : .zero
        // As many as get a turn within the longest wait.
        let seconds = maximumWait / .seconds(1)
        waiting = FairQueue(limit: Int(min(max(1, seconds * policy.rate), 10_000)))
    }

    /// Takes a turn, or a place among those who wait.
    ///
    /// - Parameter longest: the caller's longest wait; the policy may allow less.
    mutating func take(
        for flow: FlowKey, at now: ContinuousClock.Instant, date: Instant, waiting longest: Duration
    ) -> Turn {
        deal(at: now, date: date)
        let delay = bucket.delay(at: Tick(now))
        if delay == .zero { return takeNow(flow, at: now, date: date) }
        let longest = max(.zero, min(longest, maximumWait))
        guard delay <= longest else { return .rejected(.rate, retryAfter: delay) }
        tickets += 1
        let ticket = Ticket(number: tickets, flow: flow, giveUpAt: now + longest)
        switch waiting.append(ticket, of: flow) {
        case .full: return .rejected(.rate, retryAfter: delay + interval * waiting.count)
        case .displaced(let other): dealt[other] = .rejected(.rate, retryAfter: delay + interval * waiting.count)
        case .queued: break
        }
        return .wait(ticket, until: now + delay)
    }

    /// Returns what has become of a wait.
    mutating func look(for ticket: Ticket, at now: ContinuousClock.Instant, date: Instant) -> Turn {
        deal(at: now, date: date)
        if let turn = dealt.removeValue(forKey: ticket) { return turn }
        let delay = bucket.delay(at: Tick(now))
        guard ticket.giveUpAt > now, delay > .zero else {
            abandon(ticket)
            return .rejected(.rate, retryAfter: delay)
        }
        return .wait(ticket, until: min(now + delay, ticket.giveUpAt))
    }

    /// Ends a wait whose owner has given up; a turn that it was dealt is lost.
    mutating func abandon(_ ticket: Ticket) {
        if dealt.removeValue(forKey: ticket) == nil { _ = waiting.removeAll { $0 == ticket } }
    }

    /// Deals the turns that are due.
    private mutating func deal(at now: ContinuousClock.Instant, date: Instant) {
        while bucket.delay(at: Tick(now)) == .zero, let ticket = waiting.popFirst() {
            dealt[ticket] = takeNow(ticket.flow, at: now, date: date)
        }
    }

    private mutating func takeNow(_ flow: FlowKey, at now: ContinuousClock.Instant, date: Instant) -> Turn {
        if let (exhausted, rest) = quota.take(at: date, by: flow) {
            return .rejected(exhausted == .all ? .quota : .share, retryAfter: rest)
        }
        _ = bucket.take(at: Tick(now), waiting: .zero)
        return .now
    }
}
