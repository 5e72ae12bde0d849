/// A circuit breaker: stops calls to a peer that keeps failing.
///
/// While closed, it counts failures. When they exceed one of the policy's limits, it opens and rejects calls for a
/// while. Then a single call probes the peer: success closes the breaker, failure opens it for twice as long, up to a
/// limit.
public struct CircuitBreaker: Sendable {
    /// The limits that open a breaker, each sufficient on its own, and the times that it stays open.
    ///
    /// `Int.max` disables a limit.
    public struct Policy: Equatable, Sendable {
        /// The number of consecutive failures that opens the breaker.
        public var consecutiveFailures = 5
        /// The number of failures within the window, consecutive or not, that opens the breaker.
        public var failuresInWindow = Int.max
        /// The minimum number of calls in the window before the share of failures counts.
        public var minimumCalls = 20
        /// The share of failures in the window that opens the breaker, in percent.
        public var failurePercent = 50
        /// The length of the window.
        public var window: Duration = .seconds(10)
        /// The time that the breaker stays open at first.
        public var openTime: Duration = .milliseconds(250)
        /// The maximum time that the breaker stays open; each failed probe doubles the time up to this limit.
        public var longestOpenTime: Duration = .seconds(1)
        /// The time after which a probe whose end was not reported counts as abandoned.
        public var probeTime: Duration = .seconds(30)

        /// Creates the policy for replicas of Vokol's services.
        public init() {}

        /// Creates a policy with some values changed.
        public init(_ change: (inout Policy) -> Void) {
            self.init()
            change(&self)
        }
    }

    /// The evidence that a call's outcome gives about the peer.
    public enum Verdict: Sendable {
        /// The peer answered, possibly with a domain error.
        case answered
        /// The connection was lost, or the call timed out although its caller allowed enough time.
        case failed
        /// No evidence: the caller gave up.
        case unknown
    }

    /// The number of the state in which a call began, so that its end is not mistaken for that of a probe.
    public struct Permit: Hashable, Sendable {
        @usableFromInline let epoch: Int

        @usableFromInline
        init(epoch: Int) { self.epoch = epoch }
    }

    @usableFromInline
    enum State: Equatable, Sendable {
        case closed
        case open(until: Tick)
        case probing(since: Tick)
    }

    private let policy: Policy
    @usableFromInline var state = State.closed
    @usableFromInline var failuresInARow = 0
    /// The number of state changes.
    @usableFromInline var epoch = 0
    private var nextOpenTime: Duration
    /// The number of calls, and of failures among them.
    @usableFromInline var counts: SlidingCounts

    public init(policy: Policy = Policy()) {
        self.policy = policy
        nextOpenTime = policy.openTime
        counts = SlidingCounts(window: policy.window)
    }

    /// True while no calls but probes are admitted.
    public var isOpen: Bool { state != .closed }

    /// Returns true if a call may be made.
    @inlinable
    public func admits(at now: Tick) -> Bool {
        if case .closed = state { return true }
        return retryDelay(at: now) == nil
    }

    /// Returns the time after which a rejected call is worth repeating; `nil` if a call may be made now.
    public func retryDelay(at now: Tick) -> Duration? {
        switch state {
        case .closed: nil
        case .open(let until): now < until ? until - now : nil
        case .probing(let since): now < since + policy.probeTime ? policy.openTime : nil
        }
    }

    /// Records the start of an admitted call.
    @inlinable
    @discardableResult
    public mutating func callStarted(at now: Tick) -> Permit {
        if state != .closed { beginProbe(at: now) }
        return Permit(epoch: epoch)
    }

    @usableFromInline
    mutating func beginProbe(at now: Tick) {
        guard admits(at: now) else { return }
        change(to: .probing(since: now))
    }

    /// Records the end of a call.
    ///
    /// - Parameter permit: the value that ``callStarted(at:)`` returned; the end of a call that began before the latest
    ///   state change is ignored. Without a permit, every end counts.
    @inlinable
    public mutating func callEnded(_ verdict: Verdict, of permit: Permit? = nil, at now: Tick) {
        if let permit, permit.epoch != epoch { return }
        if state == .closed, verdict == .answered {
            failuresInARow = 0
            counts.add(first: 1, at: now)
        } else {
            judge(verdict, at: now)
        }
    }

    @usableFromInline
    mutating func judge(_ verdict: Verdict, at now: Tick) {
        switch (state, verdict) {
        case (.closed, .failed):
            failuresInARow += 1
            counts.add(first: 1, second: 1, at: now)
            if hasTooManyFailures(at: now) { open(at: now) }
        case (.probing, .answered): reset()
        case (.probing, .failed): open(at: now)
        case (.probing, .unknown): change(to: .open(until: now))
        case (.closed, _), (.open, _):
            // The call began before the breaker opened, so its end proves nothing new.
            break
        }
    }

    /// Closes the breaker and clears its counts, because the peer has a new connection.
    public mutating func reset() {
        let changes = epoch + 1
        self = CircuitBreaker(policy: policy)
        epoch = changes
    }

    private mutating func open(at now: Tick) {
        change(to: .open(until: now + nextOpenTime))
        nextOpenTime = min(nextOpenTime + nextOpenTime, policy.longestOpenTime)
        failuresInARow = 0
        counts.clear()
    }

    private mutating func change(to state: State) {
        self.state = state
        epoch += 1
    }

    private func hasTooManyFailures(at now: Tick) -> Bool {
        if failuresInARow >= policy.consecutiveFailures { return true }
        let (calls, failures) = counts.sums(at: now)
        return failures >= policy.failuresInWindow
            || (calls >= policy.minimumCalls && failures * 100 >= calls * policy.failurePercent)
    }
}
