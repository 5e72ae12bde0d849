import Postgres
import Values

/// The key of a stored answer.
struct AnswerKey: Sendable {
    var account: Identifier
    var method: String
    var key: String

    var values: NamedParameters { ["account_id": account, "method": method, "key": key] }
}

/// The answer to a call with an idempotency key.
struct StoredAnswer: Sendable {
    var fingerprint: [UInt8]
    var answer: [UInt8]

    var values: NamedParameters { ["fingerprint": fingerprint, "answer": answer] }
}

extension StatementRunner {
    var answers: AnswerTable { AnswerTable(session: self) }
}

/// The answers to calls with idempotency keys.
struct AnswerTable: Sendable {
    let session: any StatementRunner

    func find(_ key: AnswerKey) async throws -> StoredAnswer? {
        try await session.query(Self.find, key.values).first.map { row in
            StoredAnswer(fingerprint: try row.read("fingerprint"), answer: try row.read("answer"))
        }
    }

    func insert(_ key: AnswerKey, _ answer: StoredAnswer, now: Instant) async throws {
        try await session.query(Self.insert, key.values + answer.values + ["now": now])
    }

    /// Deletes answers made before `oldest`; returns the number deleted, at most `limit`.
    func sweep(before oldest: Instant, limit: Int) async throws -> Int {
        try await session.query(Self.sweep, ["oldest": oldest, "limit": limit]).affectedRows
    }

    private static let find = PreparedStatement(
        "answer",
        """
        SELECT fingerprint, answer FROM idempotency_key
        WHERE account_id = :account_id AND method = :method AND key = :key
        """)
    private static let insert = PreparedStatement(
        "answerInsert",
        """
        INSERT INTO idempotency_key (account_id, method, key, fingerprint, answer, made_at)
        VALUES (:account_id, :method, :key, :fingerprint, :answer, :now)
        """)
    private static let sweep = PreparedStatement(
        "answerSweep",
        """
        DELETE FROM idempotency_key WHERE (account_id, method, key) IN (
            SELECT account_id, method, key FROM idempotency_key WHERE made_at < :oldest
            LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
}
