import Resilience
import Testing
import Values

@testable import Upstream

private let zero = ContinuousClock.now

@Suite struct DailyQuotaTests {
    @Test func `A daily quota is counted in UTC and starts anew at midnight`() {
        var quota = DailyQuota(limit: 2)
        let evening = instant("2026-03-02T23:59:00Z")
        #expect(quota.take(at: evening) == nil)
        #expect(quota.take(at: evening) == nil)
        #expect(quota.take(at: evening) == .seconds(60))
        #expect(quota.take(at: evening.advanced(bySeconds: 60)) == nil)
    }
}

@Suite struct HostAdmissionTests {
    private let date = instant("2026-03-02T12:00:00Z")

    private func refusal(_ decision: HostAdmission.Decision) -> HostAdmission.Rejection? {
        if case .rejected(let reason, _) = decision { reason } else { nil }
    }

    private func permit(_ decision: HostAdmission.Decision) throws -> CircuitBreaker.Permit {
        guard case .go(let permit, _) = decision else { throw CancellationError() }
        return permit
    }

    @Test func `A pause refuses all calls until its end, and a shorter one does not end it`() throws {
        var admission = HostAdmission(HostPolicy())
        let first = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        let second = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        admission.ended(first, .pause(.seconds(60)), at: zero)
        admission.ended(second, .pause(.seconds(1)), at: zero)
        guard
            case .rejected(.paused, let rest) = admission.admit(at: zero + .seconds(20), date: date, waiting: .zero)
        else { return #expect(Bool(false)) }
        #expect(rest == .seconds(40))
        _ = try permit(admission.admit(at: zero + .seconds(60), date: date, waiting: .zero))
    }

    @Test func `At most the policy's number of calls is in flight`() throws {
        var admission = HostAdmission(HostPolicy { $0.maximumInFlight = 2 })
        let first = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        _ = try permit(admission.admit(at: zero, date: date, waiting: .zero))
        #expect(refusal(admission.admit(at: zero, date: date, waiting: .zero)) == .busy)
        admission.ended(first, .none, at: zero)
        _ = try permit(admission.admit(at: zero, date: date, waiting: .zero))
    }

    @Test func `A call refused by rate or quota does not use up the breaker's probe`() throws {
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
        // The breaker's one try is still available the next day.
        let tomorrow = date.advanced(bySeconds: 86_400)
        _ = try permit(admission.admit(at: later + .seconds(86_400), date: tomorrow, waiting: .zero))
    }

    @Test func `A caller waits for its turn no longer than its own limit and the policy's`() throws {
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
    @Test func `Each received byte extends the deadline by its share of a second`() {
        let floor = RateFloor(start: zero, grace: .seconds(2), bytesPerSecond: 1_000)
        #expect(floor.deadline(received: 0) == zero + .seconds(2))
        #expect(floor.deadline(received: 500) == zero + .milliseconds(2_500))
        #expect(RateFloor(start: zero, grace: .seconds(2), bytesPerSecond: 0).deadline(received: 0) == nil)
    }
}
