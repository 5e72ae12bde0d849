public import Postgres
public import Values

/// Messages that wait to be sent, in the database of the service that wants them sent.
///
/// A message is written in the same transaction as its cause: either both happened or none did. A relay sends it
/// afterwards, at least once, so that a slow mail server makes no call slow and a dead one loses nothing.
public struct Outbox: Sendable {
    private let seal: MessageSeal

    public init(seal: MessageSeal) { self.seal = seal }

    /// The table: part of the migrations of each service that sends messages.
    public static func migration(version: Int, oldestProgram: Int) -> Migration {
        Migration(version: version, name: "outbox", oldestProgram: oldestProgram, sql: OutboxStatements.schema)
    }

    /// Puts a message into the outbox, as part of `transaction`.
    /// - Parameters:
    ///   - id: names the message for ever: a mail server that gets it twice can tell.
    ///   - expiresAt: when it is of no use any more; it is not sent after that.
    ///   - now: the transaction's time.
    public func enqueue(
        _ message: OutgoingMessage, id: Identifier, expiresAt: Instant, now: Instant,
        in transaction: PostgresTransaction
    ) async throws {
        _ = try await transaction.query(
            OutboxStatements.insert,
            [
                id.text, message.channel.rawValue, try seal.seal(message, id: id), now.milliseconds,
                expiresAt.milliseconds,
            ])
    }

    /// Takes the messages that are due, for as long as `policy.lease` lasts; other relays pass them over.
    func take(
        limit: Int, policy: DeliveryPolicy, in transaction: PostgresTransaction
    ) async throws -> (taken: [TakenMessage], now: Instant) {
        let now = Instant(milliseconds: try await transaction.now())
        let rows = try await transaction.query(
            OutboxStatements.take,
            [now.milliseconds, now.milliseconds + policy.lease.wholeMilliseconds, limit])
        let taken = try rows.map { row in
            let id = Identifier(unchecked: try row.decode(String.self, at: 0))
            return TakenMessage(
                id: id, attempt: try row.decode(Int.self, at: 1),
                expiresAt: Instant(milliseconds: try row.decode(Int64.self, at: 2)),
                message: seal.open(try row.decode([UInt8].self, at: 3), id: id),
                isUncertain: try row.decode(Bool.self, at: 4))
        }
        return (taken, now)
    }
}

/// A message that a relay holds.
struct TakenMessage: Sendable {
    var id: Identifier
    /// Which attempt this is, counted from 1; tells whether the relay still holds the message.
    var attempt: Int
    var expiresAt: Instant
    /// `nil` if it was sealed with another key.
    var message: OutgoingMessage?
    /// Whether there was an attempt before of which nobody knows how it ended.
    var isUncertain: Bool
}

enum OutboxStatements {
    /// The table of messages that wait or were given up.
    ///
    /// `sealed` is the message, encrypted; it is gone as soon as the message was sent or given up. `last_failure` is empty from
    /// the beginning of an attempt until its end is known: a message that was attempted and has none is uncertain.
    static let schema = """
        CREATE TABLE outbox (
            id uuid PRIMARY KEY,
            channel text NOT NULL,
            sealed bytea,
            created_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            attempts integer NOT NULL DEFAULT 0,
            next_attempt_at bigint NOT NULL,
            last_failure text,
            dead_at bigint,
            CONSTRAINT outbox_sealed_until_dead CHECK ((sealed IS NULL) = (dead_at IS NOT NULL))
        );
        CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE dead_at IS NULL;
        CREATE INDEX outbox_dead ON outbox (dead_at) WHERE dead_at IS NOT NULL;
        """

    static let insert = PreparedStatement(
        "outboxInsert",
        """
        INSERT INTO outbox (id, channel, sealed, created_at, expires_at, next_attempt_at)
        VALUES ($1, $2, $3, $4, $5, $4)
        """)

    static let take = PreparedStatement(
        "outboxTake",
        """
        WITH due AS (
            SELECT id, attempts > 0 AND last_failure IS NULL AS is_uncertain
            FROM outbox WHERE dead_at IS NULL AND next_attempt_at <= $1
            ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED)
        UPDATE outbox SET attempts = attempts + 1, next_attempt_at = $2, last_failure = NULL
        FROM due WHERE outbox.id = due.id
        RETURNING outbox.id, outbox.attempts, outbox.expires_at, outbox.sealed, due.is_uncertain
        """)

    /// Whoever sent it: sent is sent, also if another relay holds it by now.
    static let delete = PreparedStatement("outboxDelete", "DELETE FROM outbox WHERE id = $1")

    static let retry = PreparedStatement(
        "outboxRetry",
        """
        UPDATE outbox SET next_attempt_at = $3, last_failure = $4
        WHERE id = $1 AND attempts = $2 AND dead_at IS NULL
        """)

    static let bury = PreparedStatement(
        "outboxBury",
        """
        UPDATE outbox SET sealed = NULL, dead_at = $3, last_failure = $4
        WHERE id = $1 AND attempts = $2 AND dead_at IS NULL
        """)

    static let sweep = PreparedStatement(
        "outboxSweep",
        """
        DELETE FROM outbox WHERE id IN (
            SELECT id FROM outbox WHERE dead_at < $1 LIMIT 1000 FOR UPDATE SKIP LOCKED)
        """)
}
