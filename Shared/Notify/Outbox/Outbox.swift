public import Postgres
public import Values

/// The messages that wait to be sent, in the database of the service that sends them.
///
/// A message is written in the same transaction as its cause: both take effect or neither does. A relay sends it
/// afterwards, at least once, so that a slow mail server delays no call and an unavailable one loses no message.
public struct Outbox: Sendable {
    private let seal: MessageSeal
    let policy: DeliveryPolicy

    public init(seal: MessageSeal, policy: DeliveryPolicy = DeliveryPolicy()) {
        self.seal = seal
        self.policy = policy
    }

    /// Returns the migration that creates the table; every service that sends messages includes it.
    public static func migration(version: Int, oldestProgram: Int) -> Migration {
        Migration(version: version, name: "outbox", oldestProgram: oldestProgram, sql: OutboxStatements.schema)
    }

    /// Adds a message to the outbox within `transaction`.
    ///
    /// - Parameters:
    ///   - id: the message's id, by which a mail server recognizes a repetition.
    ///   - expiresAt: the time from which the message is useless and is no longer sent.
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

    /// Discards the messages to some recipients that wait, so that nothing of a deleted account is left.
    ///
    /// The messages are encrypted, so that all that wait are read, in batches.
    public func discard(to recipients: Set<String>, in transaction: PostgresTransaction) async throws {
        var last = "00000000-0000-0000-0000-000000000000"
        while true {
            let rows = try await transaction.query(OutboxStatements.waiting, ["after": last, "limit": 500])
            for row in rows {
                last = try row.read("id")
                let id = Identifier(unchecked: last)
                guard let message = seal.open(try row.read("sealed"), id: id), recipients.contains(message.recipient)
                else { continue }
                _ = try await transaction.query(OutboxStatements.delete, ["id": id.text])
            }
            if rows.isEmpty { return }
        }
    }

    /// Takes due messages and reserves them for the policy's lease; other relays skip them.
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
