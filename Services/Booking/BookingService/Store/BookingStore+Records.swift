import Contracts
import Postgres

/// What was answered to a call with an idempotency key.
struct KeptAnswer: Sendable {
    var fingerprint: [UInt8]
    var answer: [UInt8]
}

/// What is written down for ever: who did what to which booking.
struct AuditEntry: Sendable {
    enum Event: String, Sendable, CaseIterable {
        case booked, bookedFor = "booked-for", cancelled, moved, checkedIn = "checked-in", noShow = "no-show"
        case closed, reopened, decided, reversed, configured, settled, credited
        case paymentRefused = "payment-refused"
    }

    var event: Event
    /// The account that did it; absent: the service itself.
    var actor: Identifier?
    var customer: Identifier?
    var booking: Identifier?
    /// The closure, case, payment or configuration where it is one of these; or what was decided.
    var subject: String?
    var traceID: String?
}

extension BookingTransaction {
    func keptAnswer(_ account: Identifier, _ method: String, _ key: String) async throws -> KeptAnswer? {
        try await query(RecordStatements.answer, [account.text, method, key]).first.map { (row) throws(PostgresError) in
            KeptAnswer(
                fingerprint: try row.decode([UInt8].self, at: 0), answer: try row.decode([UInt8].self, at: 1))
        }
    }

    func keepAnswer(
        _ account: Identifier, _ method: String, _ key: String, _ answer: KeptAnswer, now: Instant
    ) async throws {
        try await query(
            RecordStatements.keepAnswer,
            [account.text, method, key, answer.fingerprint, answer.answer, now.milliseconds])
    }

    func audit(_ entry: AuditEntry, now: Instant) async throws {
        try await query(
            RecordStatements.audit,
            [
                now.milliseconds, entry.event.rawValue, entry.actor?.text, entry.customer?.text, entry.booking?.text,
                entry.subject, entry.traceID,
            ])
    }
}

extension BookingStore {
    /// Removes what is too old to be of use; false if there may be more of it.
    /// - Parameter lifetime: of answers.
    func sweep(answersOlderThan lifetime: Duration, limit: Int) async throws -> Bool {
        try await inTransaction { transaction in
            // By the clock that decides on holds, not by the process's own.
            let now = try await transaction.now().milliseconds
            let oldest = now - lifetime.wholeMilliseconds
            let answers = try await transaction.query(RecordStatements.sweepAnswers, [oldest, limit])
            let holds = try await transaction.query(RecordStatements.sweepHolds, [now, limit])
            return answers.affectedRows < limit && holds.affectedRows < limit
        }
    }
}

enum RecordStatements {
    static let answer = PreparedStatement(
        "answer",
        "SELECT fingerprint, answer FROM idempotency_key WHERE account_id = $1 AND method = $2 AND key = $3")
    static let keepAnswer = PreparedStatement(
        "answerKeep",
        """
        INSERT INTO idempotency_key (account_id, method, key, fingerprint, answer, made_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        """)
    static let audit = PreparedStatement(
        "audit",
        """
        INSERT INTO audit (at, event, actor, customer_id, booking_id, subject, trace_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """)
    static let sweepAnswers = PreparedStatement(
        "answerSweep",
        """
        DELETE FROM idempotency_key WHERE (account_id, method, key) IN (
            SELECT account_id, method, key FROM idempotency_key WHERE made_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
    static let sweepHolds = PreparedStatement(
        "holdSweep",
        """
        DELETE FROM hold WHERE id IN (SELECT id FROM hold WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
}
