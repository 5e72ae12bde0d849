public import Logging
public import Postgres
import Synchronization
import Values

/// The outcome of an attempt, for metrics.
public enum DeliveryOutcome: String, Sendable, CaseIterable {
    /// The sender accepted the message.
    case sent
    /// Another attempt will follow.
    case retried
    /// Unknown; the sender is asked for the outcome before another attempt.
    case unknown
    /// The message was given up.
    case dead
    /// The message had expired and was not sent.
    case expired
}

/// Sends the messages of an outbox; nothing else uses senders.
///
/// Any number of relays may serve one outbox. A message is deleted once it has been sent. If a relay dies in between,
/// another one asks the sender for the outcome, and sends the message again under the same id unless that could deliver
/// it twice.
public final class OutboxRelay: Sendable {
    private let outbox: Outbox
    private let client: PostgresClient
    private let sender: any MessageSender
    private let logger: Logger
    private let observe: @Sendable (DeliveryOutcome) -> Void
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation
    private let isStopping = Mutex(false)

    /// Creates a relay for the outbox in the database of `client`.
    ///
    /// - Parameter observe: called with the outcome of each attempt.
    public init(
        outbox: Outbox, client: PostgresClient, sender: any MessageSender, logger: Logger,
        observe: @escaping @Sendable (DeliveryOutcome) -> Void = { _ in }
    ) {
        self.outbox = outbox
        self.client = client
        self.sender = sender
        self.logger = logger
        self.observe = observe
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Makes the relay look for a new message at once; call it after the commit.
    public func wake() { wakeUp.yield() }

    /// Makes `run()` return once the messages in progress have been sent.
    public func stop() {
        isStopping.withLock { $0 = true }
        wakeUp.finish()
    }

    /// Sends messages until ``stop()`` is called or the task is cancelled.
    public func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var ticks: UInt64 = 0
                while (try? await Task.sleep(for: self.policy.pollInterval)) != nil {
                    self.wake()
                    ticks &+= 1
                    if ticks % 600 == 1 { await self.sweep() }
                }
            }
            self.wake()
            for await _ in wakeUps { await deliverAllDue() }
            group.cancelAll()
        }
    }

    private var policy: DeliveryPolicy { outbox.policy }

    private func deliverAllDue() async {
        do {
            while !isStopping.withLock({ $0 }), !Task.isCancelled {
                guard try await deliverDue() > 0 else { return }
            }
        } catch {
            logger.warning("outbox cannot be read", metadata: ["error": "\(error)"])
        }
    }

    /// Takes and sends the due messages, at most as many as the policy's width; returns their number.
    func deliverDue() async throws -> Int {
        let (taken, now) = try await client.withTransaction { transaction in
            try await self.outbox.take(limit: max(1, self.policy.width), in: transaction)
        }
        await withTaskGroup(of: Void.self) { group in
            for one in taken { group.addTask { await self.deliver(one, takenAt: now) } }
        }
        return taken.count
    }

    private func deliver(_ taken: TakenMessage, takenAt now: Instant) async {
        do {
            switch policy.taken(attempt: taken.attempt, expiresAt: taken.expiresAt, now: now) {
            case .expired:
                _ = try await client.query(OutboxStatements.delete, ["id": taken.id.text])
                observe(.expired)
            case .exhausted:
                try await giveUp(taken, DeliveryFailure(.permanent, "too many attempts"))
            case .send(let limit):
                guard let message = taken.message else {
                    return try await giveUp(taken, DeliveryFailure(.permanent, "sealed with a different key"))
                }
                let delivery = Delivery(id: taken.id, message: message, at: now, limit: limit)
                do throws(DeliveryFailure) {
                    try await send(delivery, isUncertain: taken.isUncertain)
                } catch {
                    return try await settle(error, of: taken)
                }
                _ = try await client.query(OutboxStatements.delete, ["id": taken.id.text])
                observe(.sent)
            }
        } catch {
            // The message stays reserved until its lease ends; then another attempt follows.
            logger.warning("outbox cannot be written", metadata: ["error": "\(error)", "message": "\(taken.id)"])
        }
    }

    private func send(_ delivery: Delivery, isUncertain: Bool) async throws(DeliveryFailure) {
        if isUncertain {
            let outcome: EarlierOutcome
            do throws(DeliveryFailure) {
                outcome = try await sender.earlierOutcome(of: delivery)
            } catch {
                // The sender could not be asked, so the outcome is as uncertain as before.
                throw DeliveryFailure(error.kind == .permanent ? .permanent : .unknown, error.reason)
            }
            switch outcome {
            case .accepted: return
            case .unrepeatable: throw DeliveryFailure(.permanent, "may have been sent; the provider cannot be queried")
            case .notAccepted, .repeatable: break
            }
        }
        try await sender.send(delivery)
    }

    private func settle(_ failure: DeliveryFailure, of taken: TakenMessage) async throws {
        let retry = try await client.withTransaction { transaction in
            let now = Instant(milliseconds: try await transaction.now())
            let verdict = self.policy.failed(failure, attempt: taken.attempt, expiresAt: taken.expiresAt, now: now)
            guard case .retry(let instant) = verdict else { return false }
            _ = try await transaction.query(
                OutboxStatements.retry,
                [
                    "id": taken.id.text, "attempt": taken.attempt, "next_attempt_at": instant.milliseconds,
                    // A message without a recorded failure counts as uncertain.
                    "failure": failure.kind == .unknown ? nil : failure.reason,
                ])
            return true
        }
        guard retry else { return try await giveUp(taken, failure) }
        observe(failure.kind == .unknown ? .unknown : .retried)
        logger.info(
            failure.kind == .unknown
                ? "message may have been sent; will query the provider" : "message not sent; will try again",
            metadata: ["message": "\(taken.id)", "attempt": "\(taken.attempt)", "failure": "\(failure.reason)"])
    }

    private func giveUp(_ taken: TakenMessage, _ failure: DeliveryFailure) async throws {
        try await client.withTransaction { transaction in
            let now = try await transaction.now()
            _ = try await transaction.query(
                OutboxStatements.bury,
                ["id": taken.id.text, "attempt": taken.attempt, "now": now, "failure": failure.reason])
        }
        observe(.dead)
        logger.error(
            "message given up",
            metadata: ["message": "\(taken.id)", "attempt": "\(taken.attempt)", "failure": "\(failure.reason)"])
    }

    /// Deletes the records of messages that were given up longer ago than the policy's retention.
    func sweep() async {
        do {
            try await client.withTransaction { transaction in
                let now = try await transaction.now()
                _ = try await transaction.query(
                    OutboxStatements.sweep, ["end": now - self.policy.deadLetterRetention.wholeMilliseconds])
            }
        } catch {
            logger.warning("outbox cannot be swept", metadata: ["error": "\(error)"])
        }
    }
}
