import AuthContract
import Database
import Postgres
import Values

/// A session as stored in the database.
struct SessionRow: Sendable {
    var id: Identifier
    var account: Identifier
    var state: SessionState
    /// The time of the latest proof that the owner is present.
    var presentAt: Instant
    /// True if a second factor or a passkey has proved the owner.
    var isStrong: Bool

    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        account = try row.read("account_id")
        presentAt = try row.read("present_at")
        isStrong = try row.read("is_strong")
        state = SessionState(
            counter: try row.read("counter"), createdAt: try row.read("created_at"),
            rotatedAt: try row.read("rotated_at"), endedAt: try row.read("ended_at"))
    }
}

/// A session that has not ended, as its owner sees it.
struct LiveSession: Sendable {
    var id: Identifier
    var state: SessionState
    var device: DeviceName?
    var place: String?

    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        state = SessionState(
            counter: try row.read("counter"), createdAt: try row.read("created_at"),
            rotatedAt: try row.read("rotated_at"))
        device = try row.read("device")
        place = try row.read("place")
    }
}

/// An ended session with the sequence number of its end.
struct EndedSession: Sendable {
    var id: Identifier
    var endedAt: Instant
    var number: Int64
}

/// The reason for the end of a session.
enum SessionEnd: String, Sendable {
    case signedOut = "signed-out"
    /// The account's owner ended it from another session.
    case revoked
    case reused
    case surplus
    case rolesChanged = "roles-changed"
    /// The account's way of signing in was changed.
    case signInChanged = "sign-in-changed"
    /// A rule denies the account.
    case accessRefused = "access-refused"
    case accountDeleted = "account-deleted"
    /// An administrator locked the account.
    case accountLocked = "account-locked"
    case endedByAdministrator = "ended-by-administrator"
}

/// The sessions of accounts.
struct SessionStore: Sendable {
    let transaction: AuthTransaction

    /// Begins a session and ends the account's longest unused ones beyond the limit; returns false if the account was
    /// deleted or locked.
    func insert(
        _ holder: SessionHolder, isStrong: Bool, from origin: CallOrigin, policy: SessionPolicy, now: Instant
    ) async throws -> Bool {
        try await end(allButLatest: policy.maximumPerAccount - 1, of: holder.account, because: .surplus, now: now)
        let state = SessionState(counter: 1, createdAt: now, rotatedAt: now)
        return try await transaction.query(
            Self.insertStatement,
            [
                "id": holder.session, "account": holder.account, "now": now, "expires_at": policy.expiry(of: state),
                "device": origin.device, "place": origin.place.shown, "is_strong": isStrong,
            ]
        ).affectedRows > 0
    }

    /// Makes all sessions of an account count as begun without a second factor or a passkey.
    func weaken(_ account: Identifier) async throws {
        _ = try await transaction.query(Self.weakenStatement, ["account": account])
    }

    /// Stores a proof that the owner is present; a strong one is by a second factor or a passkey.
    func prove(_ id: Identifier, isStrong: Bool, now: Instant) async throws {
        _ = try await transaction.query(Self.proveStatement, ["id": id, "now": now, "is_strong": isStrong])
    }

    /// Lists the sessions of an account that were not ended, the latest used one first.
    func live(of account: Identifier, limit: Int) async throws -> [LiveSession] {
        try await transaction.query(Self.liveStatement, ["account": account, "limit": limit]).map(LiveSession.init)
    }

    /// Reads a session and locks it: serializes refreshes and sign-outs until the transaction ends.
    func lock(_ id: Identifier) async throws -> SessionRow? {
        try await transaction.query(Self.lockStatement, ["id": id]).first.map(SessionRow.init)
    }

    /// Advances a session to the refresh token of `state`; returns false if it has moved on or ended.
    func rotate(
        _ id: Identifier, to state: SessionState, from place: NetworkPlace, policy: SessionPolicy
    ) async throws -> Bool {
        try await transaction.query(
            Self.rotateStatement,
            [
                "id": id, "counter": state.counter, "now": state.rotatedAt, "expires_at": policy.expiry(of: state),
                "place": place.shown,
            ]
        ).affectedRows > 0
    }

    /// Ends a session; returns false if it had ended.
    func end(_ id: Identifier, because reason: SessionEnd, now: Instant) async throws -> Bool {
        try await transaction.query(
            Self.endStatement, ["id": id, "now": now, "reason": reason.rawValue]
        ).affectedRows > 0
    }

    /// Ends all sessions of an account.
    func endAll(of account: Identifier, because reason: SessionEnd, now: Instant) async throws {
        try await end(allButLatest: 0, of: account, because: reason, now: now)
    }

    /// Ends all sessions of an account except the holder's.
    func endOthers(of holder: SessionHolder, because reason: SessionEnd, now: Instant) async throws {
        _ = try await transaction.query(
            Self.endOthersStatement,
            ["account": holder.account, "kept": holder.session, "now": now, "reason": reason.rawValue])
    }

    private func end(
        allButLatest count: Int, of account: Identifier, because reason: SessionEnd, now: Instant
    ) async throws {
        _ = try await transaction.query(
            Self.endOldestStatement, ["account": account, "kept": count, "now": now, "reason": reason.rawValue])
    }

    /// Reads the sessions that ended after `start` with a number above `after`.
    ///
    /// Also returns those below it that ended after `overlap`, because a number may become visible after its
    /// successors.
    func ended(
        after number: Int64, since start: Instant, overlap: Instant, limit: Int
    ) async throws -> [EndedSession] {
        try await transaction.query(
            Self.endedStatement, ["after": number, "start": start, "overlap": overlap, "limit": limit]
        ).map { row in
            EndedSession(
                id: try row.read("id"), endedAt: try row.read("ended_at"), number: try row.read("end_number"))
        }
    }

    private static let insertStatement = PreparedStatement(
        "insertSession",
        """
        INSERT INTO session (id, account_id, counter, created_at, rotated_at, expires_at, device, place, is_strong)
        SELECT :id::uuid, id, 1, :now::bigint, :now::bigint, :expires_at::bigint, :device::text, :place::text,
            :is_strong::boolean
        FROM account WHERE id = :account AND locked_at IS NULL FOR KEY SHARE
        """)
    private static let lockStatement = PreparedStatement(
        "lockSession",
        """
        SELECT id, account_id, counter, created_at, rotated_at, ended_at, is_strong,
            coalesce(present_at, created_at) AS present_at
        FROM session WHERE id = :id FOR UPDATE
        """)
    private static let weakenStatement = PreparedStatement(
        "weakenSessions", "UPDATE session SET is_strong = false WHERE account_id = :account AND is_strong")
    private static let proveStatement = PreparedStatement(
        "proveSession",
        "UPDATE session SET present_at = :now, is_strong = is_strong OR :is_strong::boolean WHERE id = :id")
    private static let liveStatement = PreparedStatement(
        "liveSessions",
        """
        SELECT id, counter, created_at, rotated_at, device, place
        FROM session WHERE account_id = :account AND ended_at IS NULL ORDER BY rotated_at DESC, id DESC LIMIT :limit
        """)
    private static let rotateStatement = PreparedStatement(
        "rotateSession",
        """
        UPDATE session SET counter = :counter, rotated_at = :now, expires_at = :expires_at,
            place = COALESCE(:place, place)
        WHERE id = :id AND counter = :counter::bigint - 1 AND ended_at IS NULL
        """)
    private static let endStatement = PreparedStatement(
        "endSession",
        """
        UPDATE session SET ended_at = :now, end_reason = :reason, end_number = nextval('session_end_number')
        WHERE id = :id AND ended_at IS NULL
        """)
    // Rows are locked in the order of their ids, so that two transactions never wait for each other.
    private static let endOldestStatement = PreparedStatement(
        "endOldestSessions",
        """
        UPDATE session SET ended_at = :now, end_reason = :reason, end_number = nextval('session_end_number')
        WHERE ended_at IS NULL AND id IN (
            SELECT id FROM session
            WHERE id IN (
                SELECT id FROM session WHERE account_id = :account AND ended_at IS NULL
                ORDER BY rotated_at DESC, id DESC OFFSET :kept)
            ORDER BY id FOR UPDATE)
        """)
    private static let endOthersStatement = PreparedStatement(
        "endOtherSessions",
        """
        UPDATE session SET ended_at = :now, end_reason = :reason, end_number = nextval('session_end_number')
        WHERE ended_at IS NULL AND id IN (
            SELECT id FROM session WHERE account_id = :account AND id <> :kept AND ended_at IS NULL
            ORDER BY id FOR UPDATE)
        """)
    private static let endedStatement = PreparedStatement(
        "endedSessions",
        """
        (SELECT id, ended_at, end_number FROM session
            WHERE end_number > :after AND ended_at > :start ORDER BY end_number LIMIT :limit)
        UNION ALL
        (SELECT id, ended_at, end_number FROM session
            WHERE end_number <= :after AND ended_at > greatest(:start, :overlap) ORDER BY ended_at DESC LIMIT :limit)
        """)
}

extension DeviceName: ColumnValue {}
