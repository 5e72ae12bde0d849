import AuthContract
import Contract
import Database
import Postgres
import Values

/// An error for an e-mail address or phone number that another account has.
struct TakenFault: Error {}

/// The table of accounts.
struct AccountStore: Sendable {
    let runner: any StatementRunner

    func account(id: Identifier) async throws -> Account? {
        try await runner.query(Self.byID, ["id": id]).first.map(Account.init)
    }

    func account(email: EmailAddress) async throws -> Account? {
        try await runner.query(Self.byEmail, ["email": email]).first.map(Account.init)
    }

    /// Returns the credentials of an address, with the decoy's hash if it has no account or no password.
    ///
    /// The query always returns one row of the same columns: a larger row would take longer, and reveal an account.
    ///
    /// - Parameter decoy: a hash that no password matches, in PHC string format.
    func credentials(email: EmailAddress, decoy: String) async throws -> PasswordCredentials {
        let row = try await runner.query(Self.credentialsByEmail, ["email": email, "decoy": decoy])[0]
        return PasswordCredentials(
            account: try row.read("id"), hash: try row.read("hash"), version: try row.read("version"))
    }

    func account(phone: PhoneNumber) async throws -> Account? {
        try await runner.query(Self.byPhone, ["phone": phone]).first.map(Account.init)
    }

    func account(named name: AccountName) async throws -> Account? {
        switch name.kind {
        case .id(let id): try await account(id: id)
        case .email(let email): try await account(email: email)
        case .phone(let phone): try await account(phone: phone)
        case nil: nil
        }
    }

    /// Finds the users with the given names; lists each under its id, e-mail address and phone number.
    func users(named names: [AccountName]) async throws -> [AccountName: Auth.User] {
        var ids: [Identifier] = []
        var emails: [String] = []
        var phones: [String] = []
        for name in names {
            switch name.kind {
            case .id(let id): ids.append(id)
            case .email(let email): emails.append(email.text)
            case .phone(let phone): phones.append(phone.text)
            case nil: break
            }
        }
        var users: [AccountName: Auth.User] = [:]
        for row in try await runner.query(Self.byName, ["ids": ids, "emails": emails, "phones": phones]) {
            let user = try Account(row).user
            users[AccountName(user.id)] = user
            if let email = user.email { users[AccountName(email)] = user }
            if let phone = user.phone { users[AccountName(phone)] = user }
        }
        return users
    }

    /// Creates an account; returns false if the address or number belongs to another.
    func insert(_ account: NewAccount, now: Instant) async throws -> Bool {
        try await runner.query(
            Self.insertStatement,
            [
                "id": account.id, "login": account.login, "email": account.email,
                "password_hash": account.passwordHash, "phone": account.phone,
                "first_name": account.person?.firstName, "last_name": account.person?.lastName,
                "birth_date": account.person?.birthDate, "contact_email": account.person?.email,
                "declaration_version": account.declarationVersion, "declared_at": account.declaredAt,
                "consent_version": account.consentVersion,
                "consented_at": account.consentVersion.map { _ in account.declaredAt }, "now": now,
            ]
        ).affectedRows > 0
    }

    /// Replaces an account's phone number.
    ///
    /// - Throws: ``TakenFault``; the transaction is unusable after that.
    func setPhone(_ phone: PhoneNumber, of account: Identifier) async throws {
        try await unlessTaken("account_phone_once", Self.setPhoneStatement, ["id": account, "phone": phone])
    }

    /// Replaces an account's login and personal data.
    func setPersonalData(of user: Auth.User) async throws {
        try await runner.query(
            Self.setPersonalDataStatement,
            [
                "id": user.id, "login": user.login, "first_name": user.firstName, "last_name": user.lastName,
                "birth_date": user.birthDate, "contact_email": user.contactEmail,
            ])
    }

    /// Replaces an account's e-mail address and password; removes an equal contact address, which is now verified.
    ///
    /// - Throws: ``TakenFault``; the transaction is unusable after that.
    func setEmail(_ email: EmailAddress, passwordHash: String, of account: Identifier) async throws {
        try await unlessTaken(
            "account_email_once", Self.setEmailStatement,
            ["id": account, "email": email, "password_hash": passwordHash])
    }

    private func unlessTaken(
        _ constraint: String, _ statement: PreparedStatement, _ parameters: NamedParameters
    ) async throws {
        do {
            try await runner.query(statement, parameters)
        } catch  where error.code == .uniqueViolation(constraint: constraint) {
            throw TakenFault()
        }
    }

    /// Replaces an account's password.
    func setPassword(hash: String, of account: Identifier) async throws {
        try await runner.query(Self.setPasswordStatement, ["id": account, "password_hash": hash])
    }

    /// Replaces a password's hash with a new one of the same password, unless the password has changed.
    func renewPasswordHash(of account: Identifier, from old: String, to new: String) async throws {
        try await runner.query(Self.renewPasswordHashStatement, ["id": account, "old": old, "new": new])
    }

    private static let byID = PreparedStatement("accountByID", Account.select + " WHERE account.id = :id")
    private static let byEmail = PreparedStatement(
        "accountByEmail", Account.select + " WHERE account.email = :email")
    private static let credentialsByEmail = PreparedStatement(
        "credentialsByEmail",
        """
        SELECT account.id, coalesce(account.password_hash, :decoy) AS hash, coalesce(account.password_version, 0) AS version
        FROM (VALUES (true)) AS always LEFT JOIN account ON account.email = :email
        """)
    private static let byPhone = PreparedStatement(
        "accountByPhone", Account.select + " WHERE account.phone = :phone")
    private static let byName = PreparedStatement(
        "accountsByName",
        Account.select
            + " WHERE id = ANY(:ids::uuid[]) OR email = ANY(:emails::text[]) OR phone = ANY(:phones::text[])")
    private static let insertStatement = PreparedStatement(
        "insertAccount",
        """
        INSERT INTO account (
            id, login, email, password_hash, phone, first_name, last_name, birth_date, contact_email,
            declaration_version, declared_at, consent_version, consented_at, created_at)
        VALUES (
            :id, :login, :email, :password_hash, :phone, :first_name, :last_name, :birth_date::text::date,
            :contact_email, :declaration_version, :declared_at, :consent_version, :consented_at, :now)
        ON CONFLICT DO NOTHING
        """)
    private static let setPhoneStatement = PreparedStatement(
        "setPhone", "UPDATE account SET phone = :phone WHERE id = :id")
    private static let setPersonalDataStatement = PreparedStatement(
        "setPersonalData",
        """
        UPDATE account SET login = :login, first_name = :first_name, last_name = :last_name,
            birth_date = :birth_date::text::date, contact_email = :contact_email
        WHERE id = :id
        """)
    private static let setEmailStatement = PreparedStatement(
        "setEmail",
        """
        UPDATE account SET email = :email, contact_email = NULLIF(contact_email, :email),
            password_hash = :password_hash, password_version = password_version + 1
        WHERE id = :id
        """)
    private static let setPasswordStatement = PreparedStatement(
        "setPassword",
        "UPDATE account SET password_hash = :password_hash, password_version = password_version + 1 WHERE id = :id")
    private static let renewPasswordHashStatement = PreparedStatement(
        "renewPasswordHash", "UPDATE account SET password_hash = :new WHERE id = :id AND password_hash = :old")
}

extension Account {
    /// The start of each statement that reads accounts.
    static let select = """
        SELECT id, login, email, phone, first_name, last_name, birth_date::text AS birth_date, contact_email,
            declaration_version, declared_at, consent_version, consented_at, deletes_at, locked_at, lock_reason, locked_by,
            ARRAY(SELECT held.role FROM account_role held WHERE held.account_id = account.id ORDER BY held.role)
                AS roles,
            created_at, password_hash, password_version
        FROM account
        """

    init(_ row: PostgresRow) throws(PostgresError) {
        user = Auth.User(
            id: try row.read("id"), login: try row.read("login"), email: try row.read("email"),
            phone: try row.read("phone"), firstName: try row.read("first_name"), lastName: try row.read("last_name"),
            birthDate: try row.read("birth_date"), contactEmail: try row.read("contact_email"),
            // A role that this program does not know grants no rights in it.
            roles: try row.read("roles", as: [String].self).compactMap(Role.init(rawValue:)),
            createdAt: try row.read("created_at"), declarationVersion: try row.read("declaration_version"),
            declaredAt: try row.read("declared_at"), consentVersion: try row.read("consent_version"),
            consentedAt: try row.read("consented_at"), deletesAt: try row.read("deletes_at"))
        passwordHash = try row.read("password_hash")
        passwordVersion = try row.read("password_version")
        if let at = try row.read("locked_at", as: Instant?.self) {
            lock = Auth.AccountLock(at: at, reason: try row.read("lock_reason"), by: try row.read("locked_by"))
        }
    }
}

extension DisplayName: ColumnValue {}
extension PersonName: ColumnValue {}
extension BirthDate: ColumnValue {}
extension DeclarationVersion: ColumnValue {}
