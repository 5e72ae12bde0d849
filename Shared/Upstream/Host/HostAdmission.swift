import Contracts
import Resilience

/// Whether a third party may be asked at this moment: its breaker, its bucket, its quota and its pauses as one.
struct HostAdmission: Sendable {
    /// Why a call was not made.
    enum Refusal: String, CaseIterable, Sendable {
        /// It asked to be left alone, or says that we may not.
        case paused
        /// As many calls as may be are in flight.
        case busy
        /// It failed too often of late.
        case breaker
        /// Calls come faster than they may.
        case rate
        /// The day's calls are used up.
        case quota

        /// What a caller is told.
        func failure(retryAfter: Duration) -> UpstreamFailure {
            switch self {
            case .paused, .breaker: .notAsked(retryAfter: retryAfter)
            case .busy, .rate, .quota: .crowded(retryAfter: retryAfter)
            }
        }
    }

    enum Decision: Sendable {
        /// The call may be made after so long; it has to be ended with the permit.
        case go(CircuitBreaker.Permit, after: Duration)
        case refused(Refusal, retryAfter: Duration)
    }

    /// When one request may be sent.
    enum Turn: Hashable, Sendable {
        case after(Duration)
        case refused(Refusal, retryAfter: Duration)
    }

    /// What a call told of the third party.
    enum Verdict: Hashable, Sendable {
        /// It is well, whatever it said.
        case well
        /// It is not well.
        case failing
        /// It wants to be left alone for so long.
        case pause(Duration)
        /// Nothing: the call was given up.
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

    /// Asks for one call.
    /// - Parameter waiting: how long the caller would wait for its turn; the policy may allow less.
    mutating func admit(
        at now: ContinuousClock.Instant, date: Instant, waiting: Duration
    ) -> Decision {
        if let end = pausedUntil {
            if now < end { return .refused(.paused, retryAfter: end - now) }
            pausedUntil = nil
        }
        guard inFlight < policy.maximumInFlight else { return .refused(.busy, retryAfter: .seconds(1)) }
        if let wait = breaker.refusal(at: Tick(now)) { return .refused(.breaker, retryAfter: wait) }
        switch takeTurn(at: now, date: date, waiting: waiting) {
        case .refused(let reason, let wait): return .refused(reason, retryAfter: wait)
        case .after(let wait):
            inFlight += 1
            return .go(breaker.callStarted(at: Tick(now)), after: wait)
        }
    }

    /// Asks for one request more within a call that was let through, as a redirect needs.
    mutating func takeTurn(at now: ContinuousClock.Instant, date: Instant, waiting: Duration) -> Turn {
        switch bucket.take(at: Tick(now), waiting: max(.zero, min(waiting, policy.maximumWait))) {
        case .refused(let wait): return .refused(.rate, retryAfter: wait)
        case .after(let wait):
            if let rest = quota.take(at: date) { return .refused(.quota, retryAfter: rest) }
            return .after(wait)
        }
    }

    /// A call that is no retry begins.
    mutating func called(at now: ContinuousClock.Instant) { retries.callStarted(at: Tick(now)) }

    /// Whether a call that failed may be made once more.
    mutating func takeRetry(at now: ContinuousClock.Instant) -> Bool { retries.takeRetry(at: Tick(now)) }

    /// The call is over.
    mutating func ended(_ permit: CircuitBreaker.Permit, _ verdict: Verdict, at now: ContinuousClock.Instant) {
        inFlight -= 1
        if case .pause(let time) = verdict { pausedUntil = max(pausedUntil ?? now, now + time) }
        breaker.callEnded(verdict.breakerVerdict, of: permit, at: Tick(now))
    }
}

extension HostAdmission.Verdict {
    fileprivate var breakerVerdict: CircuitBreaker.Verdict {
        switch self {
        case .well, .pause: .answered
        case .failing: .failed
        case .none: .unknown
        }
    }
}

extension HostPolicy {
    /// A third party is called rarely: a count of failures tells more than their share, and answers in between are no
    /// excuse.
    fileprivate var breaker: CircuitBreaker.Policy {
        CircuitBreaker.Policy { breaker in
            breaker.consecutiveFailures = .max
            breaker.minimumCalls = .max
            breaker.failuresInWindow = max(1, breakerFailures)
            breaker.window = breakerWindow
            breaker.openTime = breakerPause
            breaker.longestOpenTime = breakerPause
            // Each call of a third party ends within the policy's own time.
            breaker.probeTime = .seconds(86_400)
        }
    }
}
