import Contracts
import Postgres

/// An account with what its owner must not see.
struct AccountRow: Sendable {
    var user: Auth.User
    /// The password's hash, as text.
    var passwordHash: String
}

extension AuthStore {
    /// The account of an e-mail address.
    func account(email: EmailAddress, until deadline: ContinuousClock.Instant?) async throws -> AccountRow? {
        try AccountRow(await client.query(Self.accountByEmail, [email.text], deadline: deadline).first)
    }

    /// The account of an id.
    func account(id: Identifier, until deadline: ContinuousClock.Instant?) async throws -> AccountRow? {
        try AccountRow(await client.query(Self.accountByID, [id.text], deadline: deadline).first)
    }

    fileprivate static let accountByEmail = PreparedStatement(
        "accountByEmail", AccountRow.select + " WHERE account.email = $1")
    fileprivate static let accountByID = PreparedStatement(
        "accountByID", AccountRow.select + " WHERE account.id = $1")
}

extension AccountRow {
    fileprivate static let select = """
        SELECT id, login, email, created_at, password_hash,
            ARRAY(SELECT role FROM account_role WHERE account_id = account.id ORDER BY role)
        FROM account
        """

    fileprivate init?(_ row: PostgresRow?) throws(PostgresError) {
        guard let row else { return nil }
        // A role that this program does not know gives no rights in it.
        let roles = try row.decode([String].self, at: 5).compactMap(Role.init(rawValue:))
        user = Auth.User(
            id: try row.identifier(at: 0), login: DisplayName(unchecked: try row.decode(String.self, at: 1)),
            email: EmailAddress(unchecked: try row.decode(String.self, at: 2)), roles: roles,
            createdAt: try row.instant(at: 3))
        passwordHash = try row.decode(String.self, at: 4)
    }
}

/// What a new account is made of.
struct NewAccount: Sendable {
    var id: Identifier
    var login: DisplayName
    var email: EmailAddress
    /// The password's hash, as text.
    var passwordHash: String
    var declarationVersion: String
    var declaredAt: Instant
}

extension AuthTransaction {
    func account(id: Identifier) async throws -> AccountRow? {
        try AccountRow(await query(AuthStore.accountByID, [id.text]).first)
    }

    func account(email: EmailAddress) async throws -> AccountRow? {
        try AccountRow(await query(AuthStore.accountByEmail, [email.text]).first)
    }

    /// Makes an account; false if the e-mail address has one.
    func insertAccount(_ account: NewAccount, now: Instant) async throws -> Bool {
        let rows = try await query(
            Self.insertAccountStatement,
            [
                account.id.text, account.login.text, account.email.text, account.passwordHash,
                account.declarationVersion, account.declaredAt.milliseconds, now.milliseconds,
            ])
        return !rows.isEmpty
    }

    /// Keeps a new hash of the same password, if the old one is still kept.
    func replacePasswordHash(of account: Identifier, old: String, new: String) async throws {
        _ = try await query(Self.replacePasswordHashStatement, [account.text, old, new])
    }

    /// Gives or takes a role; false if nothing changed.
    func setRole(_ role: Role, of account: Identifier, granted: Bool, now: Instant) async throws -> Bool {
        let rows =
            granted
            ? try await query(Self.grantStatement, [account.text, role.rawValue, now.milliseconds])
            : try await query(Self.revokeStatement, [account.text, role.rawValue])
        return rows.affectedRows > 0
    }

    private static let insertAccountStatement = PreparedStatement(
        "insertAccount",
        """
        INSERT INTO account (id, login, email, password_hash, declaration_version, declared_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (email) DO NOTHING RETURNING id
        """)
    private static let replacePasswordHashStatement = PreparedStatement(
        "replacePasswordHash", "UPDATE account SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
    private static let grantStatement = PreparedStatement(
        "grantRole",
        "INSERT INTO account_role (account_id, role, granted_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
    private static let revokeStatement = PreparedStatement(
        "revokeRole", "DELETE FROM account_role WHERE account_id = $1 AND role = $2")
}
