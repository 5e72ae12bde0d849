import Resilience
import Testing

private let zero = Tick(nanoseconds: 1_000_000_000_000)

@Suite struct FailureCountBreakerTests {
    private var breaker = CircuitBreaker(
        policy: CircuitBreaker.Policy {
            $0.consecutiveFailures = .max
            $0.minimumCalls = .max
            $0.failuresInWindow = 3
            $0.window = .seconds(30)
            $0.openTime = .seconds(15)
            $0.longestOpenTime = .seconds(15)
        })

    /// Makes a call that starts and ends in a given second; returns false if the breaker refuses it.
    private mutating func call(at second: Int, fails: Bool) -> Bool {
        let now = zero + .seconds(second)
        guard breaker.admits(at: now) else { return false }
        breaker.callEnded(fails ? .failed : .answered, of: breaker.callStarted(at: now), at: now)
        return true
    }

    @Test mutating func `The breaker opens after the configured number of failures within the window`() {
        #expect(call(at: 0, fails: true))
        #expect(call(at: 1, fails: false))
        #expect(call(at: 2, fails: true))
        #expect(!breaker.isOpen)
        #expect(call(at: 3, fails: true))
        #expect(breaker.isOpen)
        #expect(breaker.retryDelay(at: zero + .seconds(5)) == .seconds(13))
    }

    @Test mutating func `Failures further apart than the window do not open the breaker`() {
        for second in stride(from: 0, to: 150, by: 15) { #expect(call(at: second, fails: true)) }
        #expect(!breaker.isOpen)
    }

    @Test mutating func `After the open time one probe at a time is admitted, and its success closes the breaker`() {
        for second in 0..<3 { _ = call(at: second, fails: true) }
        let now = zero + .seconds(17)
        #expect(breaker.admits(at: now))
        let probe = breaker.callStarted(at: now)
        #expect(breaker.retryDelay(at: now) == .seconds(15))
        #expect(breaker.isOpen)
        breaker.callEnded(.answered, of: probe, at: zero + .seconds(20))
        #expect(!breaker.isOpen)
        // Earlier failures are forgotten.
        #expect(call(at: 18, fails: true))
        #expect(call(at: 18, fails: true))
        #expect(!breaker.isOpen)
    }

    @Test mutating func `A failed probe keeps the breaker open for another period`() {
        for second in 0..<3 { _ = call(at: second, fails: true) }
        #expect(call(at: 17, fails: true))
        #expect(breaker.retryDelay(at: zero + .seconds(31)) == .seconds(1))
        #expect(call(at: 32, fails: false))
        #expect(!breaker.isOpen)
    }

    @Test mutating func `An abandoned probe lets another call probe`() {
        for second in 0..<3 { _ = call(at: second, fails: true) }
        let now = zero + .seconds(20)
        #expect(breaker.admits(at: now))
        let probe = breaker.callStarted(at: now)
        breaker.callEnded(.unknown, of: probe, at: now)
        #expect(call(at: 20, fails: false))
        #expect(!breaker.isOpen)
    }

    @Test mutating func `Calls that began before the breaker opened do not affect it`() {
        let (early, other) = (breaker.callStarted(at: zero), breaker.callStarted(at: zero))
        for second in 0..<3 { _ = call(at: second, fails: true) }
        breaker.callEnded(.answered, of: early, at: zero + .seconds(2))
        #expect(breaker.isOpen)
        #expect(breaker.admits(at: zero + .seconds(17)))
        let probe = breaker.callStarted(at: zero + .seconds(17))
        breaker.callEnded(.failed, of: other, at: zero + .seconds(17))
        breaker.callEnded(.unknown, of: other, at: zero + .seconds(17))
        #expect(breaker.retryDelay(at: zero + .seconds(18)) == .seconds(15))
        breaker.callEnded(.answered, of: probe, at: zero + .seconds(20))
        #expect(!breaker.isOpen)
    }
}
