import Resilience
import Values

/// Decides whether a third party may be called now, by its breaker, rate limit, quota and pauses.
struct HostAdmission: Sendable {
    /// The reason why a call was not made.
    enum Rejection: String, CaseIterable, Sendable {
        /// The third party requested a pause, or denied access.
        case paused
        /// Too many calls are in flight.
        case busy
        /// Too many recent calls failed.
        case breaker
        /// The rate limit is exhausted.
        case rate
        /// The day's calls are used up.
        case quota
        /// The caller has used its share of the day's calls.
        case share

        /// Returns the failure to report to the caller.
        func failure(retryAfter: Duration) -> UpstreamFailure {
            switch self {
            case .paused, .breaker: .suspended(retryAfter: retryAfter)
            case .busy, .rate, .quota, .share: .localLimit(retryAfter: retryAfter)
            }
        }
    }

    enum Decision: Sendable {
        /// The call may be made, once its turn has come; its end has to be reported with the permit.
        case go(CircuitBreaker.Permit, turn: HostTurns.Turn)
        case rejected(Rejection, retryAfter: Duration)
    }

    /// The evidence that a call gives about the third party's health.
    enum Verdict: Hashable, Sendable {
        /// The third party is healthy, whatever its answer was.
        case healthy
        /// The third party is failing.
        case failing
        /// The third party requests a pause of this length.
        case pause(Duration)
        /// No evidence, because the call was abandoned.
        case none
    }

    private let policy: HostPolicy
    private var breaker: CircuitBreaker
    /// The turns of requests.
    var turns: HostTurns
    private var retries = RetryBudget(percent: 10, floor: 3, window: .seconds(60))
    private var pausedUntil: ContinuousClock.Instant?
    private var inFlight = 0
    private var inFlightOf: [FlowKey: Int] = [:]

    init(_ policy: HostPolicy) {
        self.policy = policy
        breaker = CircuitBreaker(policy: policy.breaker)
        turns = HostTurns(policy)
    }

    var isBreakerOpen: Bool { breaker.isOpen }

    /// Decides about one call, and takes its turn.
    ///
    /// A flow has no more calls in flight than there are places left, so that others always find one.
    ///
    /// - Parameters:
    ///   - flow: who calls.
    ///   - waiting: the caller's longest wait for its turn; the policy may allow less.
    mutating func admit(
        _ flow: FlowKey, at now: ContinuousClock.Instant, date: Instant, waiting: Duration
    ) -> Decision {
        if let end = pausedUntil {
            if now < end { return .rejected(.paused, retryAfter: end - now) }
            pausedUntil = nil
        }
        guard inFlightOf[flow, default: 0] < policy.maximumInFlight - inFlight else {
            return .rejected(.busy, retryAfter: .seconds(1))
        }
        if let wait = breaker.retryDelay(at: Tick(now)) { return .rejected(.breaker, retryAfter: wait) }
        let turn = turns.take(for: flow, at: now, date: date, waiting: waiting)
        if case .rejected(let reason, let wait) = turn { return .rejected(reason, retryAfter: wait) }
        inFlight += 1
        inFlightOf[flow, default: 0] += 1
        return .go(breaker.callStarted(at: Tick(now)), turn: turn)
    }

    /// Records a call that is not a retry.
    mutating func called(at now: ContinuousClock.Instant) { retries.callStarted(at: Tick(now)) }

    /// Takes a retry out of the budget; returns false if none is left.
    mutating func takeRetry(at now: ContinuousClock.Instant) -> Bool { retries.takeRetry(at: Tick(now)) }

    /// Records the end of a call.
    mutating func ended(
        _ permit: CircuitBreaker.Permit, of flow: FlowKey, _ verdict: Verdict, at now: ContinuousClock.Instant
    ) {
        inFlight -= 1
        if let count = inFlightOf[flow] { inFlightOf[flow] = count > 1 ? count - 1 : nil }
        if case .pause(let time) = verdict { pausedUntil = max(pausedUntil ?? now, now + time) }
        breaker.callEnded(verdict.breakerVerdict, of: permit, at: Tick(now))
    }
}

extension HostAdmission.Verdict {
    fileprivate var breakerVerdict: CircuitBreaker.Verdict {
        switch self {
        case .healthy, .pause: .answered
        case .failing: .failed
        case .none: .unknown
        }
    }
}

extension HostPolicy {
    /// The limits of a third party's breaker: a number of failures within a window.
    ///
    /// Third parties are called too rarely for a share of failures to say much. Successes do not reset the count.
    fileprivate var breaker: CircuitBreaker.Policy {
        CircuitBreaker.Policy { breaker in
            breaker.consecutiveFailures = .max
            breaker.minimumCalls = .max
            breaker.failuresInWindow = max(1, breakerFailures)
            breaker.window = breakerWindow
            breaker.openTime = breakerPause
            breaker.longestOpenTime = breakerPause
            // Calls always end within the policy's total time, so probes need no limit of their own.
            breaker.probeTime = .seconds(86_400)
        }
    }
}
