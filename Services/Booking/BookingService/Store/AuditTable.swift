import Postgres
import Values

/// By what an answer is found again.
struct AnswerKey: Sendable {
    var account: Identifier
    var method: String
    var key: String
}

/// What was answered to a call with an idempotency key.
struct KeptAnswer: Sendable {
    var fingerprint: [UInt8]
    var answer: [UInt8]
}

/// What is written down for ever: who did what to which booking.
struct AuditEntry: Sendable {
    enum Event: String, Sendable, CaseIterable {
        case booked, bookedFor = "booked-for", cancelled, moved, checkedIn = "checked-in", noShow = "no-show"
        case closed, reopened, decided, reversed, configured, settled, paidBack = "paid-back", credited
        case paymentRefused = "payment-refused", refundBegun = "refund-begun", refunded
        case refundRefused = "refund-refused", joined
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

/// What is written down with a booking that is made or moved.
struct BookingRecord: Sendable {
    var booking: Identifier
    var entry: AuditEntry
    var key: AnswerKey
    var answer: KeptAnswer
    /// The dates whose slots are others now.
    var dates: Set<LocalDate>

    /// The ten parameters of ``RecordStatements/recorded(now:booking:customer:from:if:)``.
    var columns: [any PostgresEncodable] {
        [
            entry.event.rawValue, entry.actor?.text, entry.subject, entry.traceID, key.account.text, key.method,
            key.key, answer.fingerprint, answer.answer, dates.map { Int64($0.daysSince1970) },
        ]
    }
}

extension BookingTransaction {
    func keptAnswer(_ key: AnswerKey) async throws -> KeptAnswer? {
        try await query(RecordStatements.answer, [key.account.text, key.method, key.key]).first.map {
            (row) throws(PostgresError) in
            KeptAnswer(
                fingerprint: try row.decode([UInt8].self, at: 0), answer: try row.decode([UInt8].self, at: 1))
        }
    }

    func keepAnswer(_ key: AnswerKey, _ answer: KeptAnswer, now: Instant) async throws {
        try await query(
            RecordStatements.keepAnswer,
            [key.account.text, key.method, key.key, answer.fingerprint, answer.answer, now.milliseconds])
    }

    /// The end of a transaction that made or moved a booking: writes down who did it and what was answered, says that its
    /// days have changed, and commits.
    ///
    /// - Parameter statements: what comes before in the same go.
    /// - Returns: the days' new numbers.
    func finish(_ statements: [BoundStatement], _ record: BookingRecord, now: Instant) async throws -> [LocalDate:
        Int64]
    {
        let last = try BoundStatement(
            RecordStatements.record,
            [now.milliseconds, record.booking.text, record.entry.customer?.text] + record.columns)
        let results = try await transaction.query(together: statements + [last], committing: true)
        return try Self.versions(results[results.count - 1])
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
    static let record = PreparedStatement(
        "bookingRecord", "WITH \(recorded(now: "$1", booking: "$2", customer: "$3", from: 4))")
    /// Writes a ``BookingRecord`` down, whose other columns are the parameters from `first` on; nothing if `source` has no
    /// row.
    ///
    /// The days come last: many bookings wait for the number of one day.
    static func recorded(
        now: String, booking: String, customer: String, from first: Int, if source: String? = nil
    ) -> String {
        let source = source.map { "FROM \($0) " } ?? ""
        let parameters = (first..<first + 10).map { "$\($0)" }
        return """
            audited AS (
                INSERT INTO audit (at, event, actor, customer_id, booking_id, subject, trace_id)
                SELECT \(now)::bigint, \(parameters[0]), \(parameters[1])::uuid, \(customer)::uuid, \(booking)::uuid,
                    \(parameters[2]), \(parameters[3]) \(source)RETURNING 1),
            kept AS (
                INSERT INTO idempotency_key (account_id, method, key, fingerprint, answer, made_at)
                SELECT \(parameters[4])::uuid, \(parameters[5]), \(parameters[6]), \(parameters[7])::bytea,
                    \(parameters[8])::bytea, \(now)::bigint \(source)RETURNING 1)
            INSERT INTO day_version (day, version)
            SELECT day, 1 FROM unnest(\(parameters[9])::bigint[]) AS day
            WHERE (SELECT count(*) FROM audited) + (SELECT count(*) FROM kept) = 2 ORDER BY day
            ON CONFLICT (day) DO UPDATE SET version = day_version.version + 1
            RETURNING day, version
            """
    }

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
