public import Postgres
public import Values

/// Messages that wait to be sent, in the database of the service that sends them.
///
/// A message is written in the same transaction as its cause: both happen or neither does. A relay sends it afterwards,
/// at least once, so that a slow mail server slows no call down and a dead one loses nothing.
public struct Outbox: Sendable {
    private let seal: MessageSeal
    let policy: DeliveryPolicy

    public init(seal: MessageSeal, policy: DeliveryPolicy = DeliveryPolicy()) {
        self.seal = seal
        self.policy = policy
    }

    /// The migration that creates the table; each service that sends messages has it among its own.
    public static func migration(version: Int, oldestProgram: Int) -> Migration {
        Migration(version: version, name: "outbox", oldestProgram: oldestProgram, sql: OutboxStatements.schema)
    }

    /// Adds a message to the outbox, as part of `transaction`.
    /// - Parameters:
    ///   - id: the message's id, by which a mail server recognizes a repetition.
    ///   - expiresAt: the end of the message's usefulness; it is not sent later.
    ///   - now: the transaction's time.
    public func enqueue(
        _ message: OutgoingMessage, id: Identifier, expiresAt: Instant, now: Instant,
        in transaction: PostgresTransaction
    ) async throws {
        _ = try await transaction.query(
            OutboxStatements.insert,
            [
                "id": id.text, "channel": message.channel.rawValue, "sealed": try seal.seal(message, id: id),
                "now": now.milliseconds, "expires_at": expiresAt.milliseconds,
            ])
    }

    /// Takes messages that are due, for the time of the policy's lease; other relays skip them.
    func take(
        limit: Int, in transaction: PostgresTransaction
    ) async throws -> (taken: [TakenMessage], now: Instant) {
        let now = Instant(milliseconds: try await transaction.now())
        let rows = try await transaction.query(
            OutboxStatements.take,
            [
                "now": now.milliseconds, "lease_end": now.milliseconds + policy.lease.wholeMilliseconds,
                "limit": limit,
            ])
        return (try rows.map { try TakenMessage($0, seal: seal) }, now)
    }
}
