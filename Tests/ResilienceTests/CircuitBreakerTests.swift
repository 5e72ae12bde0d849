import Resilience
import Testing

@Suite struct CircuitBreakerTests {
    private static func at(_ milliseconds: Int64) -> Tick {
        Tick(nanoseconds: 1_000_000_000_000) + .milliseconds(milliseconds)
    }

    private static func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<5 { breaker.callEnded(.failed, at: at(0)) }
        return breaker
    }

    @Test func `The fifth failure in a row opens the breaker`() {
        var breaker = CircuitBreaker()
        for _ in 0..<4 { breaker.callEnded(.failed, at: Self.at(0)) }
        #expect(breaker.admits(at: Self.at(0)))
        breaker.callEnded(.failed, at: Self.at(1))
        #expect(!breaker.admits(at: Self.at(1)))
    }

    @Test func `A success between failures restarts the count`() {
        var breaker = CircuitBreaker()
        for _ in 0..<4 { breaker.callEnded(.failed, at: Self.at(0)) }
        breaker.callEnded(.answered, at: Self.at(1))
        for _ in 0..<4 { breaker.callEnded(.failed, at: Self.at(2)) }
        #expect(breaker.admits(at: Self.at(3)))
    }

    @Test func `The breaker opens if half of at least twenty calls in ten seconds failed`() {
        var breaker = CircuitBreaker()
        for index in 0..<19 { breaker.callEnded(index % 2 == 0 ? .failed : .answered, at: Self.at(Int64(index))) }
        #expect(breaker.admits(at: Self.at(20)))
        breaker.callEnded(.answered, at: Self.at(20))
        #expect(breaker.admits(at: Self.at(20)))
        breaker.callEnded(.failed, at: Self.at(21))
        #expect(!breaker.admits(at: Self.at(21)))
    }

    @Test func `Failures of more than ten seconds ago do not count`() {
        var breaker = CircuitBreaker()
        for _ in 0..<4 {
            for _ in 0..<4 { breaker.callEnded(.failed, at: Self.at(0)) }
            breaker.callEnded(.answered, at: Self.at(0))
        }
        for _ in 0..<3 { breaker.callEnded(.failed, at: Self.at(11_000)) }
        for _ in 0..<5 { breaker.callEnded(.answered, at: Self.at(11_000)) }
        breaker.callEnded(.failed, at: Self.at(11_001))
        #expect(breaker.admits(at: Self.at(11_001)))
    }

    @Test func `After the open time one call probes, and its success closes the breaker`() {
        var breaker = Self.opened()
        #expect(!breaker.admits(at: Self.at(249)))
        #expect(breaker.admits(at: Self.at(250)))
        breaker.callStarted(at: Self.at(250))
        #expect(!breaker.admits(at: Self.at(251)))
        breaker.callEnded(.answered, at: Self.at(252))
        #expect(breaker.admits(at: Self.at(252)))
        breaker.callStarted(at: Self.at(252))
        #expect(breaker.admits(at: Self.at(252)))
    }

    @Test func `A failed probe doubles the open time, up to a second`() {
        var breaker = Self.opened()
        var now: Int64 = 0
        for wait: Int64 in [250, 500, 1000, 1000] {
            #expect(!breaker.admits(at: Self.at(now + wait - 1)))
            now += wait
            #expect(breaker.admits(at: Self.at(now)))
            breaker.callStarted(at: Self.at(now))
            breaker.callEnded(.failed, at: Self.at(now))
        }
    }

    @Test func `A probe whose caller gave up lets the next call probe`() {
        var breaker = Self.opened()
        breaker.callStarted(at: Self.at(250))
        breaker.callEnded(.unknown, at: Self.at(260))
        #expect(breaker.admits(at: Self.at(260)))
    }

    @Test func `A probe whose outcome is never reported blocks the replica for a limited time only`() {
        var breaker = Self.opened()
        breaker.callStarted(at: Self.at(250))
        #expect(!breaker.admits(at: Self.at(30_249)))
        #expect(breaker.admits(at: Self.at(30_250)))
    }

    @Test func `Answers to calls sent before the breaker opened do not close it`() {
        var breaker = Self.opened()
        breaker.callEnded(.answered, at: Self.at(10))
        #expect(!breaker.admits(at: Self.at(10)))
    }
}
