import Testing
import Values

@testable import Notify

@Suite struct DeliveryPolicyTests {
    private let policy = DeliveryPolicy.with {
        $0.maximumAttempts = 5
        $0.firstDelay = .seconds(2)
        $0.maximumDelay = .seconds(10)
        $0.attemptTimeout = .seconds(30)
    }
    private let now = Instant(milliseconds: 1_000_000)
    private let never = Instant(milliseconds: .max / 2)

    @Test func `The wait doubles with each failure up to its limit`() {
        let waits = (1...4).map { attempt in
            let verdict = policy.failed(
                DeliveryFailure(.transient, ""), attempt: attempt, expiresAt: never, now: now)
            guard case .retry(let at) = verdict else { return Int64(-1) }
            return at.milliseconds - now.milliseconds
        }
        #expect(waits == [2_000, 4_000, 8_000, 10_000])
    }

    @Test func `No attempt follows the last one`() {
        let failure = DeliveryFailure(.transient, "")
        #expect(policy.failed(failure, attempt: 5, expiresAt: never, now: now) == .dead)
        #expect(policy.taken(attempt: 6, expiresAt: never, now: now) == .exhausted)
        #expect(policy.taken(attempt: 5, expiresAt: never, now: now) == .send(within: .seconds(30)))
    }

    @Test func `A permanent failure is not retried`() {
        #expect(policy.failed(DeliveryFailure(.permanent, ""), attempt: 1, expiresAt: never, now: now) == .dead)
    }

    @Test func `A message is sent before it expires, and never afterwards`() {
        let justBefore = Instant(milliseconds: now.milliseconds + 1)
        #expect(policy.taken(attempt: 1, expiresAt: justBefore, now: now) == .send(within: .milliseconds(1)))
        #expect(policy.taken(attempt: 1, expiresAt: now, now: now) == .expired)
    }

    @Test func `No attempt is planned after the expiry`() {
        let failure = DeliveryFailure(.transient, "")
        let soon = Instant(milliseconds: now.milliseconds + 2_000)
        #expect(policy.failed(failure, attempt: 1, expiresAt: soon, now: now) == .dead)
    }
}
