import Postgres
import Values

/// A code on its way to somebody who forgot a password.
///
/// It names no account: whether one signs in with the address is looked up again once the code came back.
struct PasswordResetRow: Sendable {
    var id: Identifier
    var email: EmailAddress
    var codeMAC: [UInt8]
    var createdAt: Instant
    var expiresAt: Instant
}

extension AuthTransaction {
    /// Makes requests for one address and from one place come one after the other until the transaction ends; always in
    /// this order, so that nobody waits for each other.
    func lockPasswordResets(of email: EmailAddress, from place: NetworkPlace) async throws {
        try await lock("reset/email/\(email.text)")
        try await lock("reset/place/\(place.text)")
    }

    /// How many codes were asked for by a subject after `start`, and when the oldest of them.
    func passwordResets(
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

    func insertPasswordReset(_ reset: PasswordResetRow, place: NetworkPlace) async throws {
        _ = try await query(
            Self.insertStatement,
            [
                reset.id.text, reset.email.text, reset.codeMAC, place.text, reset.createdAt.milliseconds,
                reset.expiresAt.milliseconds,
            ])
    }

    /// Counts an attempt to guess the code and gives what is needed to judge it; `nil` if there is no such request, or it
    /// is used, too old, or out of attempts.
    func countResetAttempt(at id: Identifier, maximum: Int, now: Instant) async throws -> PasswordResetRow? {
        try await query(Self.attemptStatement, [id.text, maximum, now.milliseconds]).first.map { row in
            PasswordResetRow(
                id: id, email: EmailAddress(unchecked: try row.decode(String.self, at: 0)),
                codeMAC: try row.decode([UInt8].self, at: 1), createdAt: try row.instant(at: 2),
                expiresAt: try row.instant(at: 3))
        }
    }

    /// Uses up a code; false if somebody else did, or it is too old.
    func consumePasswordReset(_ id: Identifier, now: Instant) async throws -> Bool {
        try await query(Self.consumeStatement, [id.text, now.milliseconds]).affectedRows > 0
    }

    /// Ends all codes on their way to an address whose password is another one now.
    func endPasswordResets(of email: EmailAddress, now: Instant) async throws {
        _ = try await query(Self.endStatement, [email.text, now.milliseconds])
    }

    private static let countByEmail = PreparedStatement(
        "countResetsByEmail",
        "SELECT count(*), min(created_at) FROM password_reset WHERE email = $1 AND created_at > $2")
    private static let countByPlace = PreparedStatement(
        "countResetsByPlace",
        "SELECT count(*), min(created_at) FROM password_reset WHERE place = $1 AND created_at > $2")
    private static let insertStatement = PreparedStatement(
        "insertPasswordReset",
        """
        INSERT INTO password_reset (id, email, code_mac, place, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        """)
    private static let attemptStatement = PreparedStatement(
        "countResetAttempt",
        """
        UPDATE password_reset SET attempts = attempts + 1
        WHERE id = $1 AND attempts < $2 AND expires_at > $3 AND used_at IS NULL
        RETURNING email, code_mac, created_at, expires_at
        """)
    private static let consumeStatement = PreparedStatement(
        "consumePasswordReset",
        "UPDATE password_reset SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2")
    private static let endStatement = PreparedStatement(
        "endPasswordResets", "UPDATE password_reset SET used_at = $2 WHERE email = $1 AND used_at IS NULL")
}
