import Contracts
import Postgres

/// A session with its account.
struct SessionRow: Sendable {
    var id: Identifier
    var account: Identifier
    var state: SessionState
}

/// Why a session ended.
enum SessionEnd: String, Sendable {
    case signedOut = "signed-out"
    case reused
    case surplus
    case rolesChanged = "roles-changed"
    /// Another session changed with what the account signs in.
    case signInChanged = "sign-in-changed"
}

extension AuthTransaction {
    /// Begins a session; the oldest sessions of the account make room.
    func insertSession(_ id: Identifier, of account: Identifier, policy: SessionPolicy, now: Instant) async throws {
        _ = try await query(
            Self.endSurplusStatement,
            [account.text, policy.maximumPerAccount - 1, now.milliseconds, SessionEnd.surplus.rawValue])
        _ = try await query(
            Self.insertStatement,
            [id.text, account.text, now.milliseconds, now.milliseconds + policy.lifetime.wholeMilliseconds])
    }

    /// A session, locked to the end of the transaction: refreshing and signing out come one after the other.
    func lockSession(_ id: Identifier) async throws -> SessionRow? {
        try await query(Self.lockStatement, [id.text]).first.map { row in
            SessionRow(
                id: id, account: try row.identifier(at: 0),
                state: SessionState(
                    counter: try row.decode(Int64.self, at: 1), createdAt: try row.instant(at: 2),
                    rotatedAt: try row.instant(at: 3), endedAt: try row.optionalInstant(at: 4)))
        }
    }

    /// Takes a session from one refresh token to the next; false if it has moved on or ended.
    func rotate(_ id: Identifier, from counter: Int64, now: Instant) async throws -> Bool {
        try await query(Self.rotateStatement, [id.text, counter, now.milliseconds]).affectedRows > 0
    }

    /// Ends a session; false if it had ended.
    func end(_ id: Identifier, because reason: SessionEnd, now: Instant) async throws -> Bool {
        try await query(Self.endStatement, [id.text, now.milliseconds, reason.rawValue]).affectedRows > 0
    }

    /// Ends all sessions of an account.
    func endSessions(of account: Identifier, because reason: SessionEnd, now: Instant) async throws {
        _ = try await query(Self.endSurplusStatement, [account.text, 0, now.milliseconds, reason.rawValue])
    }

    /// Ends all sessions of an account but one.
    func endSessions(
        of account: Identifier, except kept: Identifier, because reason: SessionEnd, now: Instant
    ) async throws {
        _ = try await query(Self.endOthersStatement, [account.text, kept.text, now.milliseconds, reason.rawValue])
    }

    /// The sessions that ended after `start`, beginning behind the number `after`; together with those before it that
    /// ended after `overlap`, because a number may become visible later than the ones that follow it.
    func endedSessions(
        after: Int64, since start: Instant, overlap: Instant, limit: Int
    ) async throws -> [(id: Identifier, endedAt: Instant, number: Int64)] {
        try await query(
            Self.endedStatement, [after, start.milliseconds, overlap.milliseconds, limit]
        ).map { row in
            (try row.identifier(at: 0), try row.instant(at: 1), try row.decode(Int64.self, at: 2))
        }
    }

    private static let insertStatement = PreparedStatement(
        "insertSession",
        """
        INSERT INTO session (id, account_id, counter, created_at, rotated_at, expires_at)
        VALUES ($1, $2, 1, $3, $3, $4)
        """)
    private static let lockStatement = PreparedStatement(
        "lockSession",
        "SELECT account_id, counter, created_at, rotated_at, ended_at FROM session WHERE id = $1 FOR UPDATE")
    private static let rotateStatement = PreparedStatement(
        "rotateSession",
        "UPDATE session SET counter = counter + 1, rotated_at = $3 WHERE id = $1 AND counter = $2 AND ended_at IS NULL")
    private static let endStatement = PreparedStatement(
        "endSession",
        """
        UPDATE session SET ended_at = $2, end_reason = $3, end_number = nextval('session_end_number')
        WHERE id = $1 AND ended_at IS NULL
        """)
    private static let endSurplusStatement = PreparedStatement(
        "endSurplusSessions",
        """
        UPDATE session SET ended_at = $3, end_reason = $4, end_number = nextval('session_end_number')
        WHERE ended_at IS NULL AND id IN (
            SELECT id FROM session WHERE account_id = $1 AND ended_at IS NULL
            ORDER BY created_at DESC, id DESC OFFSET $2)
        """)
    private static let endOthersStatement = PreparedStatement(
        "endOtherSessions",
        """
        UPDATE session SET ended_at = $3, end_reason = $4, end_number = nextval('session_end_number')
        WHERE account_id = $1 AND id <> $2 AND ended_at IS NULL
        """)
    private static let endedStatement = PreparedStatement(
        "endedSessions",
        """
        (SELECT id, ended_at, end_number FROM session
            WHERE end_number > $1 AND ended_at > $2 ORDER BY end_number LIMIT $4)
        UNION ALL
        (SELECT id, ended_at, end_number FROM session
            WHERE end_number <= $1 AND ended_at > greatest($2, $3) ORDER BY ended_at DESC LIMIT $4)
        """)
}
