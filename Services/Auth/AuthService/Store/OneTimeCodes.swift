import Contracts
import Postgres

/// A registration that waits for its code.
struct Registration: Sendable {
    var id: Identifier
    var login: DisplayName
    var email: EmailAddress
    /// The password's hash, as text: this registration's own, so that whoever proves the mailbox gets the account with
    /// the password that was sent along with the code's own request.
    var passwordHash: String
    /// Absent where an account of long ago takes an address.
    var declarationVersion: DeclarationVersion?
    /// The account that wants the address; `nil` for a new one.
    var account: Identifier?
    /// What is kept of the code.
    var codeMAC: [UInt8]
    var createdAt: Instant
    var expiresAt: Instant
}

/// The subject of a limit on registrations, or on codes that replace a password.
enum RegistrationSubject: Sendable {
    case email(EmailAddress)
    case place(NetworkPlace)
}

extension AuthTransaction {
    /// Makes registrations of one subject come one after the other until the transaction ends.
    func lockRegistrations(of subject: RegistrationSubject) async throws {
        switch subject {
        case .email(let email): try await lock("registration/email/\(email.text)")
        case .place(let place): try await lock("registration/place/\(place.text)")
        }
    }

    /// How many registrations of a subject were begun after `start`, and when the oldest of them.
    func registrations(
        of subject: RegistrationSubject, after start: Instant
    ) async throws -> (count: Int, oldest: Instant?) {
        let rows =
            switch subject {
            case .email(let email): try await query(Self.countByEmail, [email.text, start.milliseconds])
            case .place(let place): try await query(Self.countByPlace, [place.text, start.milliseconds])
            }
        guard let row = rows.first else { return (0, nil) }
        return (try row.decode(Int.self, at: 0), try row.optionalInstant(at: 1))
    }

    func insertRegistration(_ registration: Registration, place: NetworkPlace) async throws {
        _ = try await query(
            Self.insertStatement,
            [
                registration.id.text, registration.login.text, registration.email.text, registration.passwordHash,
                registration.declarationVersion?.text, registration.codeMAC, place.text,
                registration.createdAt.milliseconds, registration.expiresAt.milliseconds, registration.account?.text,
            ])
    }

    /// Counts an attempt to guess the code and gives what is needed to judge it; `nil` if there is no such registration,
    /// or it is used, too old, or out of attempts.
    func countAttempt(
        at registration: Identifier, of account: Identifier?, maximum: Int, now: Instant
    ) async throws -> Registration? {
        let rows = try await query(
            Self.attemptStatement, [registration.text, maximum, now.milliseconds, account?.text])
        return try rows.first.map { row in
            Registration(
                id: registration, login: DisplayName(unchecked: try row.decode(String.self, at: 0)),
                email: EmailAddress(unchecked: try row.decode(String.self, at: 1)),
                passwordHash: try row.decode(String.self, at: 2),
                declarationVersion: try row.decode(String?.self, at: 3).map(DeclarationVersion.init(unchecked:)),
                account: account,
                codeMAC: try row.decode([UInt8].self, at: 4), createdAt: try row.instant(at: 5),
                expiresAt: try row.instant(at: 6))
        }
    }

    /// Uses up a registration; false if somebody else did.
    func consume(_ registration: Identifier, now: Instant) async throws -> Bool {
        try await query(Self.consumeStatement, [registration.text, now.milliseconds]).affectedRows > 0
    }

    /// Ends all other registrations of an e-mail address that has become an account.
    func endRegistrations(of email: EmailAddress, now: Instant) async throws {
        _ = try await query(Self.endStatement, [email.text, now.milliseconds])
    }

    private static let countByEmail = PreparedStatement(
        "countRegistrationsByEmail",
        "SELECT count(*), min(created_at) FROM registration WHERE email = $1 AND created_at > $2")
    private static let countByPlace = PreparedStatement(
        "countRegistrationsByPlace",
        "SELECT count(*), min(created_at) FROM registration WHERE place = $1 AND created_at > $2")
    private static let insertStatement = PreparedStatement(
        "insertRegistration",
        """
        INSERT INTO registration (
            id, login, email, password_hash, declaration_version, code_mac, place, created_at, expires_at,
            account_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """)
    private static let attemptStatement = PreparedStatement(
        "countAttempt",
        """
        UPDATE registration SET attempts = attempts + 1
        WHERE id = $1 AND attempts < $2 AND expires_at > $3 AND used_at IS NULL AND password_hash IS NOT NULL
            AND account_id IS NOT DISTINCT FROM $4::uuid
        RETURNING login, email, password_hash, declaration_version, code_mac, created_at, expires_at
        """)
    private static let consumeStatement = PreparedStatement(
        "consumeRegistration",
        """
        UPDATE registration SET used_at = $2, password_hash = NULL
        WHERE id = $1 AND used_at IS NULL AND expires_at > $2
        """)
    private static let endStatement = PreparedStatement(
        "endRegistrations",
        "UPDATE registration SET used_at = $2, password_hash = NULL WHERE email = $1 AND used_at IS NULL")
}
