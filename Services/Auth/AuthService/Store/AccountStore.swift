import Contracts
import Postgres

/// An account with what its owner must not see.
struct AccountRow: Sendable {
    var user: Auth.User
    /// The password's hash, as text; `nil` for an account that signs in by telephone only.
    var passwordHash: String?
    /// Grows with each other password, and not with another hash of the same one.
    var passwordVersion: Int64
}

extension AuthStore {
    /// The account of an e-mail address.
    func account(email: EmailAddress, until deadline: ContinuousClock.Instant?) async throws -> AccountRow? {
        try AccountRow(await client.query(Self.accountByEmail, [email.text], deadline: deadline).first)
    }

    /// The accounts that any of these names means, each with those of the names that mean it.
    func accounts(
        named names: [AccountName], until deadline: ContinuousClock.Instant?
    ) async throws -> [AccountName: Auth.User] {
        var ids: [String] = []
        var emails: [String] = []
        var phones: [String] = []
        for name in names {
            switch name.kind {
            case .id(let id): ids.append(id.text)
            case .email(let email): emails.append(email.text)
            case .phone(let phone): phones.append(phone.text)
            case nil: break
            }
        }
        var users: [AccountName: Auth.User] = [:]
        for row in try await client.query(Self.accountsByName, [ids, emails, phones], deadline: deadline) {
            guard let user = try AccountRow(row)?.user else { continue }
            users[AccountName(user.id)] = user
            if let email = user.email { users[AccountName(email)] = user }
            if let phone = user.phone { users[AccountName(phone)] = user }
        }
        return users
    }

    /// Those who hold a role, who got it first before the others.
    func holders(
        of role: Role, limit: Int, until deadline: ContinuousClock.Instant?
    ) async throws -> [Auth.User] {
        try await client.query(Self.accountsByRole, [role.rawValue, limit], deadline: deadline)
            .compactMap { try AccountRow($0)?.user }
    }

    /// The account of an id.
    func account(id: Identifier, until deadline: ContinuousClock.Instant?) async throws -> AccountRow? {
        try AccountRow(await client.query(Self.accountByID, [id.text], deadline: deadline).first)
    }

    fileprivate static let accountByEmail = PreparedStatement(
        "accountByEmail", AccountRow.select + " WHERE account.email = $1")
    fileprivate static let accountByID = PreparedStatement(
        "accountByID", AccountRow.select + " WHERE account.id = $1")
    fileprivate static let accountByPhone = PreparedStatement(
        "accountByPhone", AccountRow.select + " WHERE account.phone = $1")
    private static let accountsByName = PreparedStatement(
        "accountsByName",
        AccountRow.select + " WHERE id = ANY($1::uuid[]) OR email = ANY($2::text[]) OR phone = ANY($3::text[])")
    private static let accountsByRole = PreparedStatement(
        "accountsByRole",
        AccountRow.select + " JOIN account_role ON account_id = id WHERE role = $1 ORDER BY granted_at, id LIMIT $2")
}

extension AccountRow {
    fileprivate static let select = """
        SELECT id, login, email, created_at, password_hash,
            ARRAY(SELECT held.role FROM account_role held WHERE held.account_id = account.id ORDER BY held.role),
            phone, first_name, last_name, password_version
        FROM account
        """

    fileprivate init?(_ row: PostgresRow?) throws(PostgresError) {
        guard let row else { return nil }
        // A role that this program does not know gives no rights in it.
        let roles = try row.decode([String].self, at: 5).compactMap(Role.init(rawValue:))
        user = Auth.User(
            id: try row.identifier(at: 0), login: DisplayName(unchecked: try row.decode(String.self, at: 1)),
            email: try row.decode(String?.self, at: 2).map(EmailAddress.init(unchecked:)),
            phone: try row.decode(String?.self, at: 6).map(PhoneNumber.init(unchecked:)),
            firstName: try row.decode(String?.self, at: 7).map(PersonName.init(unchecked:)),
            lastName: try row.decode(String?.self, at: 8).map(PersonName.init(unchecked:)), roles: roles,
            createdAt: try row.instant(at: 3))
        passwordHash = try row.decode(String?.self, at: 4)
        passwordVersion = try row.decode(Int64.self, at: 9)
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

    func account(phone: PhoneNumber) async throws -> AccountRow? {
        try AccountRow(await query(AuthStore.accountByPhone, [phone.text]).first)
    }

    /// The account that a name means.
    func account(named name: AccountName) async throws -> AccountRow? {
        switch name.kind {
        case .id(let id): try await account(id: id)
        case .email(let email): try await account(email: email)
        case .phone(let phone): try await account(phone: phone)
        case nil: nil
        }
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

    /// Makes the account of a proven number; false if it has one.
    func insertAccount(
        _ id: Identifier, of phone: PhoneNumber, _ person: Auth.PersonalData, declaredAt: Instant, now: Instant
    ) async throws -> Bool {
        let rows = try await query(
            Self.insertPhoneAccountStatement,
            [
                id.text, person.login.text, phone.text, person.firstName.text, person.lastName.text,
                person.birthDate?.text, person.email?.text, person.declaration.version.text,
                declaredAt.milliseconds, person.consentVersion.text, now.milliseconds,
            ])
        return !rows.isEmpty
    }

    /// Makes changes of with what an account signs in come one after the other, and sign-ins by password with them: each
    /// knows what it replaces, and nobody signs in with a password that was just replaced.
    func lockSignIn(of account: Identifier) async throws { try await lock("sign-in \(account.text)") }

    /// Gives an account a number, in place of the one that it had.
    /// - Throws: a violation of `account_phone_once` if another account has it.
    func setPhone(_ phone: PhoneNumber, of account: Identifier) async throws {
        _ = try await query(Self.setPhoneStatement, [account.text, phone.text])
    }

    /// Gives an account an e-mail address and a password, in place of those that it had.
    /// - Throws: a violation of `account_email_once` if another account has the address.
    func setEmail(_ email: EmailAddress, passwordHash: String, of account: Identifier) async throws {
        _ = try await query(Self.setEmailStatement, [account.text, email.text, passwordHash])
    }

    /// Gives an account another password.
    func setPassword(hash: String, of account: Identifier) async throws {
        _ = try await query(Self.setPasswordStatement, [account.text, hash])
    }

    /// Keeps a new hash of the same password, if the old one is still kept.
    func replacePasswordHash(of account: Identifier, old: String, new: String) async throws {
        _ = try await query(Self.replacePasswordHashStatement, [account.text, old, new])
    }

    /// Makes changes of roles come one after the other: an administrator who loses the role loses it for the next change.
    func lockRoles() async throws { try await lock("roles") }

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
    private static let insertPhoneAccountStatement = PreparedStatement(
        "insertPhoneAccount",
        """
        INSERT INTO account (
            id, login, phone, first_name, last_name, birth_date, contact_email, declaration_version, declared_at,
            consent_version, consented_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6::text::date, $7, $8, $9, $10, $9, $11)
        ON CONFLICT (phone) DO NOTHING RETURNING id
        """)
    private static let setPhoneStatement = PreparedStatement(
        "setPhone", "UPDATE account SET phone = $2 WHERE id = $1")
    private static let setEmailStatement = PreparedStatement(
        "setEmail",
        "UPDATE account SET email = $2, password_hash = $3, password_version = password_version + 1 WHERE id = $1")
    private static let setPasswordStatement = PreparedStatement(
        "setPassword",
        "UPDATE account SET password_hash = $2, password_version = password_version + 1 WHERE id = $1")
    private static let replacePasswordHashStatement = PreparedStatement(
        "replacePasswordHash", "UPDATE account SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
    private static let grantStatement = PreparedStatement(
        "grantRole",
        "INSERT INTO account_role (account_id, role, granted_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
    private static let revokeStatement = PreparedStatement(
        "revokeRole", "DELETE FROM account_role WHERE account_id = $1 AND role = $2")
}

extension Auth.PersonalData {
    /// The name others see: an account by telephone has no other.
    fileprivate var login: DisplayName {
        let name = String("\(firstName.text) \(lastName.text)".unicodeScalars.prefix(DisplayName.maximumLength))
        return DisplayName(unchecked: name.trimmed)
    }
}
