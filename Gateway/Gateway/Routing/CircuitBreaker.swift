import NIOCore

/// Whether one replica is trusted with calls.
///
/// Closed, it counts. After too many failures in a row, or too large a share of failures in the last ten seconds, it opens:
/// no call goes there for a while. Then a single call probes; its success closes the breaker, its failure opens it for
/// twice as long, up to a limit. Exact counts in one-second buckets, not an average: a short burst of failures must not hide.
struct CircuitBreaker: Sendable {
    /// When it opens and for how long.
    struct Policy: Equatable, Sendable {
        /// Failures in a row that open it.
        var consecutiveFailures = 5
        /// The fewest calls in the window before their share of failures counts.
        var minimumCalls = 20
        /// The share of failures, in percent, that opens it.
        var failurePercent = 50
        /// How long it stays open the first time.
        var openTime: TimeAmount = .milliseconds(250)
        /// The longest that it stays open.
        var longestOpenTime: TimeAmount = .seconds(1)
        /// After so long a probe that was never accounted for is given up.
        var probeTime: TimeAmount = .seconds(30)
    }

    /// How a call went, as far as the replica is to blame.
    enum Verdict: Sendable {
        /// It answered, be it with an error of the domain.
        case answered
        /// It did not: the connection was lost, or a patient caller waited in vain.
        case failed
        /// Nothing can be said: the caller gave up.
        case unknown
    }

    private enum State: Equatable, Sendable {
        case closed
        case open(until: NIODeadline)
        case probing(since: NIODeadline)
    }

    private struct Bucket: Sendable {
        var second: UInt64 = 0
        var calls = 0
        var failures = 0
    }

    private static let window: UInt64 = 10

    private let policy: Policy
    private var state = State.closed
    private var failuresInARow = 0
    private var nextOpenTime: TimeAmount
    private var buckets = [Bucket](repeating: Bucket(), count: Int(window))

    init(policy: Policy = Policy()) {
        self.policy = policy
        nextOpenTime = policy.openTime
    }

    /// Whether a call may go there.
    @inline(__always)
    func admits(at now: NIODeadline) -> Bool {
        switch state {
        case .closed: true
        case .open(let until): now >= until
        case .probing(let since): now >= since + policy.probeTime
        }
    }

    /// A call is on its way there.
    mutating func callStarted(at now: NIODeadline) {
        if state != .closed, admits(at: now) { state = .probing(since: now) }
    }

    /// A call that was sent there is over.
    mutating func callEnded(_ verdict: Verdict, at now: NIODeadline) {
        switch (state, verdict) {
        case (.closed, .answered):
            failuresInARow = 0
            count(failed: false, at: now)
        case (.closed, .failed):
            failuresInARow += 1
            count(failed: true, at: now)
            if failuresInARow >= policy.consecutiveFailures || hasTooManyFailures(at: now) { open(at: now) }
        case (.probing, .answered): reset()
        case (.probing, .failed): open(at: now)
        case (.probing, .unknown): state = .open(until: now)
        case (.closed, .unknown), (.open, _):
            // What was sent before it opened says nothing new.
            break
        }
    }

    /// Forgets everything: the replica was connected to anew.
    mutating func reset() {
        self = CircuitBreaker(policy: policy)
    }

    private mutating func open(at now: NIODeadline) {
        state = .open(until: now + nextOpenTime)
        nextOpenTime = min(nextOpenTime + nextOpenTime, policy.longestOpenTime)
        failuresInARow = 0
        buckets = [Bucket](repeating: Bucket(), count: Int(Self.window))
    }

    private mutating func count(failed: Bool, at now: NIODeadline) {
        let second = now.uptimeNanoseconds / 1_000_000_000
        let index = Int(second % Self.window)
        if buckets[index].second != second { buckets[index] = Bucket(second: second) }
        buckets[index].calls += 1
        if failed { buckets[index].failures += 1 }
    }

    private func hasTooManyFailures(at now: NIODeadline) -> Bool {
        let second = now.uptimeNanoseconds / 1_000_000_000
        var (calls, failures) = (0, 0)
        for bucket in buckets where bucket.second + Self.window > second {
            calls += bucket.calls
            failures += bucket.failures
        }
        return calls >= policy.minimumCalls && failures * 100 >= calls * policy.failurePercent
    }
}
