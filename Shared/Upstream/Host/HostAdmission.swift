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

        /// Returns the failure to report to the caller.
        func failure(retryAfter: Duration) -> UpstreamFailure {
            switch self {
            case .paused, .breaker: .suspended(retryAfter: retryAfter)
            case .busy, .rate, .quota: .localLimit(retryAfter: retryAfter)
            }
        }
    }

    enum Decision: Sendable {
        /// The call may be made after this delay; its end has to be reported with the permit.
        case go(CircuitBreaker.Permit, after: Duration)
        case rejected(Rejection, retryAfter: Duration)
    }

    /// The outcome of taking a turn for one request.
    enum Turn: Hashable, Sendable {
        case after(Duration)
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
    private var bucket: TokenBucket
    private var quota: DailyQuota
    private var retries = RetryBudget(percent: 10, floor: 3, window: .seconds(60))
    private var pausedUntil: ContinuousClock.Instant?
    private var inFlight = 0

    init(_ policy: HostPolicy) {
        self.policy = policy
        breaker = CircuitBreaker(policy: policy.breaker)
        bucket = TokenBucket(rate: policy.rate, burst: policy.burst)
        quota = DailyQuota(limit: policy.daily)
    }

    var isBreakerOpen: Bool { breaker.isOpen }

    /// Decides about one call, and takes its turn.
    ///
    /// - Parameter waiting: the caller's longest wait for its turn; the policy may allow less.
    mutating func admit(
        at now: ContinuousClock.Instant, date: Instant, waiting: Duration
    ) -> Decision {
        if let end = pausedUntil {
            if now < end { return .rejected(.paused, retryAfter: end - now) }
            pausedUntil = nil
        }
        guard inFlight < policy.maximumInFlight else { return .rejected(.busy, retryAfter: .seconds(1)) }
        if let wait = breaker.retryDelay(at: Tick(now)) { return .rejected(.breaker, retryAfter: wait) }
        switch takeTurn(at: now, date: date, waiting: waiting) {
        case .rejected(let reason, let wait): return .rejected(reason, retryAfter: wait)
        case .after(let wait):
            inFlight += 1
            return .go(breaker.callStarted(at: Tick(now)), after: wait)
        }
    }

    /// Takes a turn for one more request within an admitted call, such as after a redirect.
    mutating func takeTurn(at now: ContinuousClock.Instant, date: Instant, waiting: Duration) -> Turn {
        switch bucket.take(at: Tick(now), waiting: max(.zero, min(waiting, policy.maximumWait))) {
        case .rejected(let wait): return .rejected(.rate, retryAfter: wait)
        case .after(let wait):
            if let rest = quota.take(at: date) { return .rejected(.quota, retryAfter: rest) }
            return .after(wait)
        }
    }

    /// Records a call that is not a retry.
    mutating func called(at now: ContinuousClock.Instant) { retries.callStarted(at: Tick(now)) }

    /// Takes a retry out of the budget; returns false if none is left.
    mutating func takeRetry(at now: ContinuousClock.Instant) -> Bool { retries.takeRetry(at: Tick(now)) }

    /// Records the end of a call.
    mutating func ended(_ permit: CircuitBreaker.Permit, _ verdict: Verdict, at now: ContinuousClock.Instant) {
        inFlight -= 1
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
