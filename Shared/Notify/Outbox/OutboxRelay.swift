public import Logging
public import Postgres
import Synchronization
import Values

/// What became of a message, for whoever counts.
public enum DeliveryOutcome: String, Sendable, CaseIterable {
    /// The sender took it.
    case sent
    /// It will be tried again.
    case retried
    /// Nobody knows whether it was sent; the sender is asked before it is tried again.
    case unknown
    /// It was given up.
    case dead
    /// It was of no use any more and not sent.
    case expired
}

/// Sends what lies in the outbox: the one place that talks to senders.
///
/// Any number of relays may work on one outbox. A message is deleted after it was sent; where a relay ends in between, another
/// asks the sender what became of it, and sends it again, under the same id, only if that is not known to make two of it.
public final class OutboxRelay: Sendable {
    private let outbox: Outbox
    private let client: PostgresClient
    private let sender: any MessageSender
    private let policy: DeliveryPolicy
    private let width: Int
    private let pollInterval: Duration
    private let logger: Logger
    private let observe: @Sendable (DeliveryOutcome) -> Void
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation
    private let isStopping = Mutex(false)

    /// A relay for the outbox in the database of `client`.
    /// - Parameters:
    ///   - width: how many messages are sent at a time, at least 1.
    ///   - pollInterval: how long a message waits at most that another replica wrote or that is to be tried again.
    ///   - observe: told of each message's fate.
    public init(
        outbox: Outbox, client: PostgresClient, sender: any MessageSender, policy: DeliveryPolicy = DeliveryPolicy(),
        width: Int = 4, pollInterval: Duration = .seconds(1), logger: Logger,
        observe: @escaping @Sendable (DeliveryOutcome) -> Void = { _ in }
    ) {
        self.outbox = outbox
        self.client = client
        self.sender = sender
        self.policy = policy
        self.width = max(1, width)
        self.pollInterval = pollInterval
        self.logger = logger
        self.observe = observe
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Says that something was put into the outbox, so that it leaves at once; call it after the commit.
    public func wake() { wakeUp.yield() }

    /// Makes `run()` return once what is being sent has been sent.
    public func stop() {
        isStopping.withLock { $0 = true }
        wakeUp.finish()
    }

    /// Sends until ``stop()`` is called or the task is cancelled.
    public func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var ticks: UInt64 = 0
                while (try? await Task.sleep(for: self.pollInterval)) != nil {
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

    private func deliverAllDue() async {
        do {
            while !isStopping.withLock({ $0 }), !Task.isCancelled {
                guard try await deliverDue() > 0 else { return }
            }
        } catch {
            logger.warning("outbox cannot be read", metadata: ["error": "\(error)"])
        }
    }

    /// Takes what is due, at most `width` messages, sends them, and says how many there were.
    func deliverDue() async throws -> Int {
        let (taken, now) = try await client.withTransaction { transaction in
            try await self.outbox.take(limit: self.width, policy: self.policy, in: transaction)
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
                _ = try await client.query(OutboxStatements.delete, [taken.id.text])
                observe(.expired)
            case .exhausted:
                try await giveUp(taken, DeliveryFailure(.permanent, "too many attempts"))
            case .send(let limit):
                guard let message = taken.message else {
                    return try await giveUp(taken, DeliveryFailure(.permanent, "sealed with another key"))
                }
                let delivery = Delivery(id: taken.id, message: message, at: now, limit: limit)
                do throws(DeliveryFailure) {
                    try await send(delivery, isUncertain: taken.isUncertain)
                } catch {
                    return try await settle(error, of: taken)
                }
                _ = try await client.query(OutboxStatements.delete, [taken.id.text])
                observe(.sent)
            }
        } catch {
            // The message stays taken until its lease ends, and is then tried again.
            logger.warning("outbox cannot be written", metadata: ["error": "\(error)", "message": "\(taken.id)"])
        }
    }

    private func send(_ delivery: Delivery, isUncertain: Bool) async throws(DeliveryFailure) {
        if isUncertain {
            let fate: EarlierFate
            do throws(DeliveryFailure) {
                fate = try await sender.fate(of: delivery)
            } catch {
                // As uncertain as before, whatever stood in the way of the question.
                throw DeliveryFailure(error.kind == .permanent ? .permanent : .unknown, error.reason)
            }
            switch fate {
            case .accepted: return
            case .unknowable: throw DeliveryFailure(.permanent, "may have been sent, and nobody can be asked")
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
                    taken.id.text, taken.attempt, instant.milliseconds,
                    // Without a reason the message stays uncertain.
                    failure.kind == .unknown ? nil : failure.reason,
                ])
            return true
        }
        guard retry else { return try await giveUp(taken, failure) }
        observe(failure.kind == .unknown ? .unknown : .retried)
        logger.info(
            failure.kind == .unknown
                ? "message perhaps not sent, will be asked for" : "message not sent, will be tried again",
            metadata: ["message": "\(taken.id)", "attempt": "\(taken.attempt)", "failure": "\(failure.reason)"])
    }

    private func giveUp(_ taken: TakenMessage, _ failure: DeliveryFailure) async throws {
        try await client.withTransaction { transaction in
            let now = try await transaction.now()
            _ = try await transaction.query(
                OutboxStatements.bury, [taken.id.text, taken.attempt, now, failure.reason])
        }
        observe(.dead)
        logger.error(
            "message given up",
            metadata: ["message": "\(taken.id)", "attempt": "\(taken.attempt)", "failure": "\(failure.reason)"])
    }

    /// Forgets what could not be delivered a long time ago.
    func sweep() async {
        do {
            try await client.withTransaction { transaction in
                let now = try await transaction.now()
                _ = try await transaction.query(
                    OutboxStatements.sweep, [now - self.policy.deadLetterRetention.wholeMilliseconds])
            }
        } catch {
            logger.warning("outbox cannot be swept", metadata: ["error": "\(error)"])
        }
    }
}
