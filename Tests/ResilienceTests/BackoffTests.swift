import Resilience
import Testing

@Suite struct BackoffTests {
    @Test func `Waits double up to the limit, and start over after a success`() {
        var backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))
        let waits = (0..<8).map { _ in backoff.failed() }
        #expect(waits == [50, 100, 200, 400, 800, 1_000, 1_000, 1_000].map { .milliseconds($0) })
        for _ in 0..<100 { #expect(backoff.failed() == .seconds(1)) }
        backoff.reset()
        #expect(backoff.failed() == .milliseconds(50))
    }

    @Test func `Jitter takes nothing, up to half, or all of the wait`() {
        func waits(_ jitter: Backoff.Jitter) -> [Duration] {
            [-1, 0, 0.5, 1, 2].map { random in
                Backoff(first: .seconds(4), longest: .seconds(9), jitter: jitter).wait(
                    afterFailures: 2, random: random)
            }
        }
        #expect(waits(.none) == [8, 8, 8, 8, 8].map { .seconds($0) })
        #expect(waits(.half) == [8, 8, 6, 4, 4].map { .seconds($0) })
        #expect(waits(.full) == [8, 8, 4, 0, 0].map { .seconds($0) })
    }

    @Test func `A wait follows from the number of failures, however large`() {
        let backoff = Backoff(first: .milliseconds(2), longest: .milliseconds(250), jitter: .none)
        #expect(
            [0, 1, 2, 3, 8, 1_000, .max].map { backoff.wait(afterFailures: $0) }
                == [2, 2, 4, 8, 250, 250, 250].map { .milliseconds($0) })
        #expect(Backoff(first: .zero, longest: .seconds(1)).wait(afterFailures: .max) == .zero)
    }
}
