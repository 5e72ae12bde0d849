/// Decides whether a peer that may be failing is called.
///
/// Closed, it counts failures. Once they are too many by one of the policy's rules, it opens: no call is made for a
/// while. Then a single call probes; its success closes the breaker, its failure opens it for twice as long, up to a
/// limit.
public struct CircuitBreaker: Sendable {
    /// The rules by which a breaker opens, each of which suffices, and for how long it stays open.
    ///
    /// `Int.max` switches a rule off.
    public struct Policy: Equatable, Sendable {
        /// Failures in a row that open it.
        public var consecutiveFailures = 5
        /// Failures within the window that open it, whatever lies between them.
        public var failuresInWindow = Int.max
        /// The fewest calls in the window before their share of failures counts.
        public var minimumCalls = 20
        /// The share of failures in the window, in percent, that opens it.
        public var failurePercent = 50
        /// The time that calls count for.
        public var window: Duration = .seconds(10)
        /// The time that it stays open at first.
        public var openTime: Duration = .milliseconds(250)
        /// The longest that it stays open; each failed probe doubles the time up to it.
        public var longestOpenTime: Duration = .seconds(1)
        /// The time after which a probe whose end was not reported is given up.
        public var probeTime: Duration = .seconds(30)

        /// The policy for a replica of one of our services.
        public init() {}

        /// A policy with some of it changed.
        public init(_ change: (inout Policy) -> Void) {
            self.init()
            change(&self)
        }
    }

    /// The outcome of a call as far as the peer is to blame.
    public enum Verdict: Sendable {
        /// The peer answered, be it with an error of the domain.
        case answered
        /// The connection was lost, or a patient caller waited in vain.
        case failed
        /// Nothing can be said: the caller gave up.
        case unknown
    }

    /// The state in which a call began, so that its end is not mistaken for a probe's.
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
    /// The number of changes of state.
    @usableFromInline var epoch = 0
    private var nextOpenTime: Duration
    /// Calls and, among them, failures.
    @usableFromInline var counts: SlidingCounts

    public init(policy: Policy = Policy()) {
        self.policy = policy
        nextOpenTime = policy.openTime
        counts = SlidingCounts(window: policy.window)
    }

    /// True while no call or only a probe is made.
    public var isOpen: Bool { state != .closed }

    /// Decides whether a call may be made.
    @inlinable
    public func admits(at now: Tick) -> Bool {
        if case .closed = state { return true }
        return refusal(at: now) == nil
    }

    /// The time after which a refused call is worth another attempt; nil if a call may be made now.
    public func refusal(at now: Tick) -> Duration? {
        switch state {
        case .closed: nil
        case .open(let until): now < until ? until - now : nil
        case .probing(let since): now < since + policy.probeTime ? policy.openTime : nil
        }
    }

    /// Records that a call which it admits is on its way.
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
    /// - Parameter permit: what ``callStarted(at:)`` returned; the end of a call from before the latest change of state
    ///   says nothing. Without a permit every end counts.
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
            // The end of a call from before it opened says nothing new.
            break
        }
    }

    /// Closes it and forgets everything, for a peer that was connected to anew.
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
