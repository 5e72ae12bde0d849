import Contract
import Resilience

/// The rule that decides on sending a failed call again.
struct RetryRule {
    /// The maximum number of times that a call is sent.
    static let maximumAttempts = 4
    private static let backoff = Backoff(first: .milliseconds(200), longest: .seconds(5))

    /// True if repeating the call has no further effect.
    let isSafe: Bool
    /// The maximum number of times that this call is sent.
    let maximumAttempts: Int

    init(_ idempotency: Idempotency, attempts: Int = maximumAttempts) {
        // A keyed call always has a key here.
        isSafe = idempotency != .none
        maximumAttempts = min(attempts, Self.maximumAttempts)
    }

    /// Returns the pause before the next attempt; `nil` if the call must not be sent again.
    ///
    /// - Parameters:
    ///   - attempts: the number of attempts so far.
    ///   - random: 0…1.
    func pause(after failure: any Error, attempts: Int, random: Double) -> Duration? {
        guard attempts < maximumAttempts else { return nil }
        let pause = Self.backoff.wait(afterFailures: attempts, random: random)
        switch failure {
        case let failure as TransportFailure: return isSafe || !failure.mayHaveBeenSent ? pause : nil
        case let problem as Problem:
            guard problem.isRetryable, problem.code.retry != .ifIdempotent || isSafe else { return nil }
            // The server's time comes first, and the random part keeps clients from returning together.
            return (problem.retryAfter ?? .zero) + pause
        default: return nil
        }
    }
}
