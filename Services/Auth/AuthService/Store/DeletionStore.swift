import AuthContract
import Postgres
import Values

/// The deletion of accounts.
struct DeletionStore: Sendable {
    let transaction: AuthTransaction

    /// Sets or removes the time at which an account is deleted.
    func schedule(_ account: Identifier, at time: Instant?) async throws {
        _ = try await transaction.query(Self.scheduleStatement, ["id": account, "time": time])
    }

    /// Returns accounts whose time has come.
    func due(now: Instant, limit: Int) async throws -> [Identifier] {
        try await transaction.query(Self.dueStatement, ["now": now, "limit": limit]).map { try $0.read("id") }
    }

    /// Deletes an account and everything that names its owner; lists it for the other services.
    ///
    /// Ended sessions stay without their device and place until the sweep deletes them, and the audit trail stays
    /// without network addresses.
    ///
    /// - Parameter aliases: the pseudonyms of the owner's address and number in the audit trail.
    func erase(_ user: Auth.User, aliases: [String], now: Instant) async throws {
        let owner: NamedParameters = ["account": user.id, "email": user.email, "phone": user.phone]
        for statement in Self.codeStatements { _ = try await transaction.query(statement, owner) }
        _ = try await transaction.query(Self.sessionStatement, ["account": user.id])
        _ = try await transaction.query(Self.auditStatement, ["account": user.id])
        _ = try await transaction.query(Self.auditAliasStatement, ["aliases": aliases])
        _ = try await transaction.query(Self.deleteStatement, ["account": user.id])
        try await transaction.lock("erasures")
        _ = try await transaction.query(Self.listStatement, ["account": user.id, "now": now])
    }

    /// Lists deleted accounts in order, with the number of the last one.
    func erased(after number: Int64, limit: Int) async throws -> (accounts: [Identifier], last: Int64) {
        let rows = try await transaction.query(Self.erasedStatement, ["after": number, "limit": limit])
        let accounts: [(Int64, Identifier)] = try rows.map { (try $0.read("number"), try $0.read("account_id")) }
        return (accounts.map(\.1), accounts.last?.0 ?? number)
    }

    private static let scheduleStatement = PreparedStatement(
        "scheduleDeletion", "UPDATE account SET deletes_at = :time WHERE id = :id")
    private static let dueStatement = PreparedStatement(
        "dueDeletions",
        "SELECT id FROM account WHERE deletes_at <= :now ORDER BY deletes_at LIMIT :limit")
    private static let codeStatements = [
        PreparedStatement(
            "eraseRegistrations", "DELETE FROM registration WHERE account_id = :account OR email = :email"),
        PreparedStatement("eraseResets", "DELETE FROM password_reset WHERE email = :email"),
        // Reviews of the account go with its row.
        PreparedStatement("eraseAppeals", "DELETE FROM access_review WHERE name IN (:email, :phone, :account::text)"),
        PreparedStatement(
            "erasePhoneChallenges", "DELETE FROM phone_challenge WHERE account_id = :account OR phone = :phone"),
    ]
    private static let sessionStatement = PreparedStatement(
        "eraseSessions", "UPDATE session SET device = NULL, place = NULL WHERE account_id = :account")
    /// An entry with an actor has the address of an administrator, and so has one of the chain.
    private static let auditStatement = PreparedStatement(
        "eraseAuditAddresses",
        """
        UPDATE audit SET address = NULL
        WHERE account_id = :account AND address IS NOT NULL AND actor_id IS NULL AND chain IS NULL
        """)
    private static let auditAliasStatement = PreparedStatement(
        "eraseAuditAliases",
        """
        UPDATE audit SET address = NULL
        WHERE account_id IS NULL AND subject = ANY(:aliases::text[])
            AND address IS NOT NULL AND actor_id IS NULL AND chain IS NULL
        """)
    private static let deleteStatement = PreparedStatement(
        "deleteAccount", "DELETE FROM account WHERE id = :account")
    private static let listStatement = PreparedStatement(
        "listErasure",
        """
        INSERT INTO erased_account (number, account_id, erased_at)
        SELECT greatest(:now::bigint, coalesce(max(number), 0) + 1), :account::uuid, :now::bigint FROM erased_account
        """)
    private static let erasedStatement = PreparedStatement(
        "erasedAccounts",
        "SELECT number, account_id FROM erased_account WHERE number > :after ORDER BY number LIMIT :limit")
}
