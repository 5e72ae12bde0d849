import AuthContract
import Database
import Postgres
import Values

extension PendingRegistration: CodeContent {
    static let statements = CodeStatements(
        CodeTable(
            name: "registration", lockName: "registration", recipient: "email",
            columns: [
                .init(name: "login"), .init(name: "password_hash", isErased: true), .init(name: "declaration_version"),
                .init(name: "consent_version"), .init(name: "account_id"),
            ], hasAccount: true, condition: "password_hash IS NOT NULL"))

    var recipient: String { email.text }

    var parameters: NamedParameters {
        [
            "login": login, "password_hash": passwordHash, "declaration_version": declarationVersion,
            "consent_version": consentVersion, "account_id": account,
        ]
    }

    init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            login: try row.read("login"), email: try row.read("email"), passwordHash: try row.read("password_hash"),
            declarationVersion: try row.read("declaration_version"), consentVersion: try row.read("consent_version"),
            account: try row.read("account_id"))
    }
}

extension ForgottenPassword: CodeContent {
    static let statements = CodeStatements(
        CodeTable(name: "password_reset", lockName: "reset", recipient: "email"))

    var recipient: String { email.text }
    var parameters: NamedParameters { [:] }

    init(_ row: PostgresRow) throws(PostgresError) { self.init(email: try row.read("email")) }
}

extension PhoneProof: CodeContent {
    static let statements = CodeStatements(
        CodeTable(
            name: "phone_challenge", lockName: "sms", recipient: "phone",
            columns: [
                .init(name: "account_id"), .init(name: "first_name", isErased: true),
                .init(name: "last_name", isErased: true), .init(name: "email", isErased: true),
                .init(name: "birth_date", isErased: true, isDate: true), .init(name: "declaration_version"),
                .init(name: "consent_version"),
            ], block: "prefix", hasAccount: true))

    var recipient: String { phone.text }

    var parameters: NamedParameters {
        [
            "account_id": account, "first_name": person?.firstName, "last_name": person?.lastName,
            "email": person?.email, "birth_date": person?.birthDate,
            "declaration_version": person?.declaration.version, "consent_version": person?.consentVersion,
        ]
    }

    init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            phone: try row.read("phone"), account: try row.read("account_id"), person: try Auth.PersonalData(row))
    }
}

extension Auth.PersonalData {
    /// Reads a person's data; returns `nil` for a row without any.
    fileprivate init?(_ row: PostgresRow) throws(PostgresError) {
        guard let firstName = try row.read("first_name", as: PersonName?.self),
            let lastName = try row.read("last_name", as: PersonName?.self),
            let declaration = try row.read("declaration_version", as: DeclarationVersion?.self),
            let consent = try row.read("consent_version", as: DeclarationVersion?.self)
        else { return nil }
        self.init(
            firstName: firstName, lastName: lastName, email: try row.read("email"),
            birthDate: try row.read("birth_date"),
            declaration: Auth.Declaration(isNotGovernmentMilitary: true, version: declaration), consentVersion: consent)
    }
}

/// Registrations that await the person's data after the number was verified.
extension OneTimeCodes where Content == PhoneProof {
    /// Grants the right to complete the registration of a verified number.
    func allowCompletion(of id: Identifier, until end: Instant) async throws {
        _ = try await transaction.query(PhoneProof.allowStatement, ["id": id, "end": end])
    }

    /// Consumes the right to complete a registration, and returns the verified number, or `nil` without that right.
    func complete(_ id: Identifier, now: Instant) async throws -> PhoneNumber? {
        try await transaction.query(PhoneProof.completeStatement, ["id": id, "now": now]).first.map { row in
            try row.read("phone")
        }
    }

    /// Revokes all rights to complete a registration of a number.
    func endCompletions(of phone: PhoneNumber) async throws {
        _ = try await transaction.query(PhoneProof.endCompletionsStatement, ["phone": phone])
    }
}

extension PhoneProof {
    fileprivate static let allowStatement = PreparedStatement(
        "allowCompletion", "UPDATE phone_challenge SET completes_until = :end WHERE id = :id")
    fileprivate static let completeStatement = PreparedStatement(
        "completeRegistration",
        """
        UPDATE phone_challenge SET completes_until = NULL WHERE id = :id AND completes_until > :now RETURNING phone
        """)
    fileprivate static let endCompletionsStatement = PreparedStatement(
        "endCompletions",
        "UPDATE phone_challenge SET completes_until = NULL WHERE phone = :phone AND completes_until IS NOT NULL")
}
