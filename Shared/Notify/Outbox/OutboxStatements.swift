import Postgres

/// The SQL statements of the outbox.
enum OutboxStatements {
    /// The table of messages that wait or were given up.
    ///
    /// `sealed` is the encrypted message; it is deleted once the message is sent or given up. `last_failure` is NULL
    /// from the start of an attempt until its outcome is known, so the outcome of a message with attempts but no
    /// failure is uncertain.
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
        VALUES (:id, :channel, :sealed, :now, :expires_at, :now)
        """)

    static let take = PreparedStatement(
        "outboxTake",
        """
        WITH due AS (
            SELECT id, attempts > 0 AND last_failure IS NULL AS is_uncertain
            FROM outbox WHERE dead_at IS NULL AND next_attempt_at <= :now
            ORDER BY next_attempt_at LIMIT :limit FOR UPDATE SKIP LOCKED)
        UPDATE outbox SET attempts = attempts + 1, next_attempt_at = :lease_end, last_failure = NULL
        FROM due WHERE outbox.id = due.id
        RETURNING outbox.id, outbox.attempts, outbox.expires_at, outbox.sealed, due.is_uncertain
        """)

    /// Deletes a sent message, even if another relay has since taken it.
    static let delete = PreparedStatement("outboxDelete", "DELETE FROM outbox WHERE id = :id")

    static let waiting = PreparedStatement(
        "outboxWaiting",
        "SELECT id, sealed FROM outbox WHERE dead_at IS NULL AND id > :after::text::uuid ORDER BY id LIMIT :limit")

    static let retry = PreparedStatement(
        "outboxRetry",
        """
        UPDATE outbox SET next_attempt_at = :next_attempt_at, last_failure = :failure
        WHERE id = :id AND attempts = :attempt AND dead_at IS NULL
        """)

    static let bury = PreparedStatement(
        "outboxBury",
        """
        UPDATE outbox SET sealed = NULL, dead_at = :now, last_failure = :failure
        WHERE id = :id AND attempts = :attempt AND dead_at IS NULL
        """)

    static let sweep = PreparedStatement(
        "outboxSweep",
        """
        DELETE FROM outbox WHERE id IN (
            SELECT id FROM outbox WHERE dead_at < :end LIMIT 1000 FOR UPDATE SKIP LOCKED)
        """)
}
