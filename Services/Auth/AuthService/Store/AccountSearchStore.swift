import AuthContract
import Database
import Postgres
import Values

/// The accounts as administrators find and lock them.
struct AccountSearchStore: Sendable {
    let runner: any StatementRunner

    /// A place in a list of accounts: the compared property, and the id.
    struct Place: Sendable {
        var text: String
        var id: Identifier

        /// The place before all accounts.
        static let start = Place(text: "", id: Identifier(unchecked: "00000000-0000-0000-0000-000000000000"))
    }

    /// Finds accounts whose property begins with a text, or equals it, in the order of the property.
    func accounts(
        _ property: Auth.AccountProperty, beginningWith text: String, isExact: Bool, after place: Place, limit: Int
    ) async throws -> [(place: Place, user: Auth.User)] {
        // No code point follows the last one, so that the range holds every text with this beginning.
        let last = isExact ? text : text + "\u{10FFFF}"
        return try await runner.query(
            Self.statement(property),
            ["first": text, "last": last, "after": place.text, "after_id": place.id, "limit": limit]
        ).map { row in
            let user = try Account(row).user
            return (Place(text: try row.read("found_by"), id: user.id), user)
        }
    }

    /// Locks or unlocks an account; returns false if there is none.
    ///
    /// Waits for sign-ins that have begun, so that their sessions can be ended afterwards.
    func setLock(_ lock: Auth.AccountLock?, of account: Identifier) async throws -> Bool {
        guard try await !runner.query(Self.claimStatement, ["id": account]).isEmpty else { return false }
        return try await runner.query(
            Self.lockStatement,
            ["id": account, "at": lock?.at, "reason": lock?.reason, "by": lock?.by]
        ).affectedRows > 0
    }

    /// Returns true if an account is locked.
    func isLocked(_ account: Identifier) async throws -> Bool {
        try await !runner.query(Self.lockedStatement, ["id": account]).isEmpty
    }

    /// Counts the sessions of an account that have not ended.
    func sessions(of account: Identifier) async throws -> Int {
        try await runner.query(Self.sessionsStatement, ["account": account]).only.read("sessions")
    }

    private static func statement(_ property: Auth.AccountProperty) -> PreparedStatement {
        switch property {
        case .login: byLogin
        case .email: byEmail
        case .phone: byPhone
        }
    }

    private static let byLogin = find("accountsByLogin", #"lower(login) COLLATE "C""#)
    private static let byEmail = find("accountsByEmail", #"email COLLATE "C""#)
    private static let byPhone = find("accountsByPhone", #"phone COLLATE "C""#)

    private static func find(_ name: StaticString, _ column: String) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            SELECT found.*, \(column) AS found_by FROM (\(Account.select)) found
            WHERE \(column) BETWEEN lower(:first) AND lower(:last)
                AND (\(column), id) > (:after::text COLLATE "C", :after_id::uuid)
            ORDER BY \(column), id LIMIT :limit
            """)
    }

    private static let claimStatement = PreparedStatement(
        "claimAccount", "SELECT id FROM account WHERE id = :id FOR UPDATE")
    private static let lockStatement = PreparedStatement(
        "lockAccount",
        "UPDATE account SET locked_at = :at, lock_reason = :reason, locked_by = :by WHERE id = :id")
    private static let lockedStatement = PreparedStatement(
        "lockedAccount", "SELECT id FROM account WHERE id = :id AND locked_at IS NOT NULL")
    private static let sessionsStatement = PreparedStatement(
        "countSessions", "SELECT count(*) AS sessions FROM session WHERE account_id = :account AND ended_at IS NULL")
}

extension Auth.RuleNote: ColumnValue {}
