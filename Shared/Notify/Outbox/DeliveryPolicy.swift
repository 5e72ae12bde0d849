import Resilience
import Values

/// The limits and delays of a relay.
public struct DeliveryPolicy: Sendable, Equatable {
    /// The maximum number of attempts for one message, at least 1.
    public var maximumAttempts = 6
    /// The delay after the first failure; it doubles with each further one.
    public var firstDelay: Duration = .seconds(2)
    /// The longest delay between two attempts.
    public var maximumDelay: Duration = .seconds(120)
    /// The time limit for one attempt.
    public var attemptTimeout: Duration = .seconds(30)
    /// The time for which a relay reserves a message that it has taken; longer than an attempt.
    public var lease: Duration = .seconds(60)
    /// The time for which the record of an undeliverable message is kept; its content is deleted at once.
    public var deadLetterRetention: Duration = .seconds(7 * 86_400)
    /// The number of messages that one relay sends concurrently, at least 1.
    public var width = 4
    /// The interval at which a relay looks for due messages for which it was not woken.
    public var pollInterval: Duration = .seconds(1)

    public init() {}

    /// The decision on a message that was taken from the outbox.
    enum Taken: Equatable {
        /// Send it within this time.
        case send(within: Duration)
        /// Drop it, because it has expired.
        case expired
        /// Give it up, because its attempts are used up and the outcome of the last one is unknown.
        case exhausted
    }

    /// The decision on a message after a failed attempt.
    enum Failed: Equatable {
        case retry(at: Instant)
        case dead
    }

    /// Decides on a message taken at `now` for its `attempt`-th attempt, counted from 1.
    func taken(attempt: Int, expiresAt: Instant, now: Instant) -> Taken {
        guard now < expiresAt else { return .expired }
        guard attempt <= maximumAttempts else { return .exhausted }
        return .send(within: min(attemptTimeout, .milliseconds(expiresAt.milliseconds - now.milliseconds)))
    }

    /// Decides on a message whose `attempt`-th attempt failed at `now`.
    func failed(_ failure: DeliveryFailure, attempt: Int, expiresAt: Instant, now: Instant) -> Failed {
        guard failure.kind != .permanent, attempt < maximumAttempts else { return .dead }
        let retry = Instant(milliseconds: now.milliseconds + delay(afterAttempt: attempt).wholeMilliseconds)
        return retry < expiresAt ? .retry(at: retry) : .dead
    }

    private func delay(afterAttempt attempt: Int) -> Duration {
        Backoff(first: firstDelay, longest: maximumDelay, jitter: .none).wait(afterFailures: attempt)
    }
}
