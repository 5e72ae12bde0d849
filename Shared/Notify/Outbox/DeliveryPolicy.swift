import Contracts
import Resilience

/// How often, how long and how patiently the outbox tries to deliver.
public struct DeliveryPolicy: Sendable, Equatable {
    /// The most attempts for one message, at least 1.
    public var maximumAttempts: Int
    /// The wait after the first failure; it doubles with each further one.
    public var firstDelay: Duration
    /// The longest wait between two attempts.
    public var maximumDelay: Duration
    /// How long one attempt may take.
    public var attemptTimeout: Duration
    /// For how long a relay holds a message that it took; longer than an attempt.
    public var lease: Duration
    /// For how long it stays known that a message could not be delivered; its text is gone at once.
    public var deadLetterRetention: Duration

    public init(
        maximumAttempts: Int = 6, firstDelay: Duration = .seconds(2), maximumDelay: Duration = .seconds(120),
        attemptTimeout: Duration = .seconds(30), lease: Duration = .seconds(60),
        deadLetterRetention: Duration = .seconds(7 * 86_400)
    ) {
        self.maximumAttempts = maximumAttempts
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
        self.attemptTimeout = attemptTimeout
        self.lease = lease
        self.deadLetterRetention = deadLetterRetention
    }

    /// What to do with a message that was just taken from the outbox.
    enum Taken: Equatable {
        /// Send it, within the time given.
        case send(within: Duration)
        /// It is of no use any more.
        case expired
        /// Earlier attempts were taken and never finished.
        case exhausted
    }

    /// What to do with a message that could not be sent.
    enum Failed: Equatable {
        case retry(at: Instant)
        case dead
    }

    /// Judges a message taken at `now` for its `attempt`-th attempt, counted from 1.
    func taken(attempt: Int, expiresAt: Instant, now: Instant) -> Taken {
        guard now < expiresAt else { return .expired }
        guard attempt <= maximumAttempts else { return .exhausted }
        return .send(within: min(attemptTimeout, .milliseconds(expiresAt.milliseconds - now.milliseconds)))
    }

    /// Judges a message whose `attempt`-th attempt failed at `now`.
    func failed(_ failure: DeliveryFailure, attempt: Int, expiresAt: Instant, now: Instant) -> Failed {
        guard failure.kind != .permanent, attempt < maximumAttempts else { return .dead }
        let retry = Instant(milliseconds: now.milliseconds + delay(afterAttempt: attempt).wholeMilliseconds)
        return retry < expiresAt ? .retry(at: retry) : .dead
    }

    private func delay(afterAttempt attempt: Int) -> Duration {
        Backoff(first: firstDelay, longest: maximumDelay, jitter: .none).wait(afterFailures: attempt)
    }
}
