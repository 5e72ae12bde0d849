import Testing

@testable import Upstream

private let zero = ContinuousClock.now

@Suite struct CircuitBreakerTests {
    private var breaker = CircuitBreaker(threshold: 3, window: .seconds(30), pause: .seconds(15))

    /// A call at a second, and its end; `false` if it was not let through.
    private mutating func call(at second: Int, fails: Bool) -> Bool {
        let now = zero + .seconds(second)
        guard case .allowed(let permit) = breaker.admit(at: now) else { return false }
        if fails { breaker.failed(permit, at: now) } else { breaker.succeeded(permit) }
        return true
    }

    @Test("It opens after so many failures within the window, and not before")
    mutating func opens() {
        #expect(call(at: 0, fails: true))
        #expect(call(at: 1, fails: false))
        #expect(call(at: 2, fails: true))
        #expect(!breaker.isOpen)
        #expect(call(at: 3, fails: true))
        #expect(breaker.isOpen)
        #expect(breaker.admit(at: zero + .seconds(5)) == .refused(.seconds(13)))
    }

    @Test("Failures that lie apart further than the window do not open it")
    mutating func window() {
        for second in stride(from: 0, to: 150, by: 15) { #expect(call(at: second, fails: true)) }
        #expect(!breaker.isOpen)
    }

    @Test("After its pause it lets one call through at a time, and closes when that succeeds")
    mutating func halfOpen() {
        for second in 0..<3 { _ = call(at: second, fails: true) }
        let now = zero + .seconds(17)
        guard case .allowed(let probe) = breaker.admit(at: now) else { return #expect(Bool(false)) }
        #expect(breaker.admit(at: now) == .refused(.seconds(15)))
        #expect(breaker.isOpen)
        breaker.succeeded(probe)
        #expect(!breaker.isOpen)
        // What was before is forgotten.
        #expect(call(at: 18, fails: true))
        #expect(call(at: 18, fails: true))
        #expect(!breaker.isOpen)
    }

    @Test("A call that fails while it is half open opens it for another pause")
    mutating func opensAgain() {
        for second in 0..<3 { _ = call(at: second, fails: true) }
        #expect(call(at: 17, fails: true))
        #expect(breaker.admit(at: zero + .seconds(31)) == .refused(.seconds(1)))
        #expect(call(at: 32, fails: false))
        #expect(!breaker.isOpen)
    }

    @Test("A probe that was given up leaves the place to another")
    mutating func abandoned() {
        for second in 0..<3 { _ = call(at: second, fails: true) }
        let now = zero + .seconds(20)
        guard case .allowed(let probe) = breaker.admit(at: now) else { return #expect(Bool(false)) }
        breaker.abandoned(probe)
        #expect(call(at: 20, fails: false))
        #expect(!breaker.isOpen)
    }

    @Test("Calls that began before it opened say nothing when they end")
    mutating func late() {
        guard case .allowed(let early) = breaker.admit(at: zero), case .allowed(let other) = breaker.admit(at: zero)
        else { return #expect(Bool(false)) }
        for second in 0..<3 { _ = call(at: second, fails: true) }
        breaker.succeeded(early)
        #expect(breaker.isOpen)
        guard case .allowed(let probe) = breaker.admit(at: zero + .seconds(17)) else { return #expect(Bool(false)) }
        breaker.failed(other, at: zero + .seconds(17))
        breaker.abandoned(other)
        #expect(breaker.admit(at: zero + .seconds(18)) == .refused(.seconds(15)))
        breaker.succeeded(probe)
        #expect(!breaker.isOpen)
    }
}

@Suite struct TokenBucketTests {
    @Test("A burst goes at once, then calls go at the rate")
    func burst() {
        var bucket = TokenBucket(rate: 2, burst: 3)
        for _ in 0..<3 { #expect(bucket.take(at: zero, waiting: .zero) == .after(.zero)) }
        #expect(bucket.take(at: zero, waiting: .zero) == .refused(.milliseconds(500)))
        #expect(bucket.take(at: zero + .milliseconds(500), waiting: .zero) == .after(.zero))
        #expect(bucket.take(at: zero + .milliseconds(500), waiting: .zero) == .refused(.milliseconds(500)))
    }

    @Test("Who waits takes its turn, so that the next waits longer, up to the limit")
    func waiting() {
        var bucket = TokenBucket(rate: 1, burst: 1)
        #expect(bucket.take(at: zero, waiting: .seconds(2)) == .after(.zero))
        #expect(bucket.take(at: zero, waiting: .seconds(2)) == .after(.seconds(1)))
        #expect(bucket.take(at: zero, waiting: .seconds(2)) == .after(.seconds(2)))
        #expect(bucket.take(at: zero, waiting: .seconds(2)) == .refused(.seconds(3)))
        // A refused call has taken nothing.
        #expect(bucket.take(at: zero + .seconds(1), waiting: .seconds(2)) == .after(.seconds(2)))
    }

    @Test("Over any time no more calls go than the rate and the burst allow")
    func longRun() {
        var bucket = TokenBucket(rate: 5, burst: 10)
        var taken = 0
        for millisecond in 0..<60_000 {
            if bucket.take(at: zero + .milliseconds(millisecond), waiting: .zero) == .after(.zero) { taken += 1 }
        }
        #expect((300...310).contains(taken))
    }

    @Test("Without a rate everything goes at once")
    func unlimited() {
        var bucket = TokenBucket(rate: 0, burst: 1)
        for _ in 0..<100 { #expect(bucket.take(at: zero, waiting: .zero) == .after(.zero)) }
    }

    @Test("A day's calls are counted by UTC, and begin anew at midnight")
    func quota() {
        var quota = DailyQuota(limit: 2)
        let evening = instant("2026-03-02T23:59:00Z")
        #expect(quota.take(at: evening) == nil)
        #expect(quota.take(at: evening) == nil)
        #expect(quota.take(at: evening) == .seconds(60))
        #expect(quota.take(at: evening.advanced(bySeconds: 60)) == nil)
    }
}

@Suite struct RetryBudgetTests {
    @Test("Retries stay a share of the calls, but for the few that there are at first")
    func share() {
        var budget = RetryBudget()
        var retries = 0
        for _ in 0..<1_000 {
            budget.called()
            while budget.takeRetry() { retries += 1 }
        }
        #expect((100...103).contains(retries))
    }

    @Test("What is saved up has an end")
    func most() {
        var budget = RetryBudget()
        for _ in 0..<10_000 { budget.called() }
        var retries = 0
        while budget.takeRetry() { retries += 1 }
        #expect(retries == 10)
    }
}

@Suite struct HostAdmissionTests {
    private let date = instant("2026-03-02T12:00:00Z")

    private func refusal(_ decision: HostAdmission.Decision) -> HostAdmission.Refusal? {
        if case .refused(let reason, _) = decision { reason } else { nil }
    }

    private func permit(_ decision: HostAdmission.Decision) throws -> CircuitBreaker.Permit {
        guard case .go(let permit, _) = decision else { throw CancellationError() }
        return permit
    }

    @Test("A pause holds all calls back until it is over, and a shorter one does not end it")
    func pause() throws {
        var admission = HostAdmission(HostPolicy())
        let first = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        let second = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        admission.ended(first, .pause(.seconds(60)), at: zero)
        admission.ended(second, .pause(.seconds(1)), at: zero)
        guard
            case .refused(.paused, let rest) = admission.admit(at: zero + .seconds(20), date: date, waiting: .zero)
        else { return #expect(Bool(false)) }
        #expect(rest == .seconds(40))
        _ = try permit(admission.admit(at: zero + .seconds(60), date: date, waiting: .zero))
    }

    @Test("No more calls are in flight than the policy allows")
    func inFlight() throws {
        var admission = HostAdmission(HostPolicy { $0.maximumInFlight = 2 })
        let first = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        _ = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        #expect(refusal(admission.admit(at: zero, date: date, waiting: .zero)) == .busy)
        admission.ended(first, .none, at: zero)
        _ = try permit(admission.admit(at: zero, date: date, waiting: .zero))
    }

    @Test("A call that its turn or its quota refuses does not take the breaker's one try")
    func probeIsGivenBack() throws {
        var admission = HostAdmission(
            HostPolicy {
                $0.breakerFailures = 1
                $0.rate = 1
                $0.burst = 1
                $0.daily = 2
                $0.maximumWait = .seconds(5)
            })
        let first = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        admission.ended(first, .failing, at: zero)
        #expect(refusal(admission.admit(at: zero + .seconds(1), date: date, waiting: .zero)) == .breaker)
        let later = zero + .seconds(15)
        let probe = try permit(admission.admit(at: later, date: date, waiting: .zero))
        admission.ended(probe, .none, at: later)
        #expect(refusal(admission.admit(at: later, date: date, waiting: .zero)) == .rate)
        #expect(refusal(admission.admit(at: later + .seconds(1), date: date, waiting: .zero)) == .quota)
        #expect(refusal(admission.admit(at: later + .seconds(9), date: date, waiting: .zero)) == .quota)
        // Tomorrow the try is still there.
        let tomorrow = date.advanced(bySeconds: 86_400)
        _ = try permit(admission.admit(at: later + .seconds(86_400), date: tomorrow, waiting: .zero))
    }

    @Test("A caller waits for its turn no longer than it and the policy want")
    func turn() throws {
        var admission = HostAdmission(
            HostPolicy {
                $0.rate = 1
                $0.burst = 1
                $0.maximumWait = .seconds(3)
            })
        _ = try permit(admission.admit(at: zero, date: date, waiting: .seconds(60)))
        #expect(refusal(admission.admit(at: zero, date: date, waiting: .milliseconds(999))) == .rate)
        for second in 1...3 {
            guard case .go(_, let wait) = admission.admit(at: zero, date: date, waiting: .seconds(60)) else {
                return #expect(Bool(false))
            }
            #expect(wait == .seconds(second))
        }
        #expect(refusal(admission.admit(at: zero, date: date, waiting: .seconds(60))) == .rate)
    }
}

@Suite struct RateFloorTests {
    @Test("Each byte puts the end off by its share of a second")
    func deadline() {
        let floor = RateFloor(start: zero, grace: .seconds(2), bytesPerSecond: 1_000)
        #expect(floor.deadline(received: 0) == zero + .seconds(2))
        #expect(floor.deadline(received: 500) == zero + .milliseconds(2_500))
        #expect(RateFloor(start: zero, grace: .seconds(2), bytesPerSecond: 0).deadline(received: 0) == nil)
    }
}
