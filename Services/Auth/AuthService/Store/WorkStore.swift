import Database
import Postgres
import Values

/// The challenges for a proof of work that were used, until they expire.
///
/// A row is written with the code that it paid for, so the limits on codes bound the table.
struct SpentWorkStore: Sendable {
    let transaction: AuthTransaction

    /// Marks a challenge as used; returns false if it was before.
    func add(_ mark: [UInt8], expiresAt: Instant) async throws -> Bool {
        try await transaction.query(Self.addStatement, ["mark": mark, "expires_at": expiresAt]).affectedRows > 0
    }

    private static let addStatement = PreparedStatement(
        "spendWork", "INSERT INTO spent_work (mark, expires_at) VALUES (:mark, :expires_at) ON CONFLICT DO NOTHING")
}

extension AuthTransaction {
    /// Counts the codes of a kind that strangers requested in a period.
    func use(of kind: CodeKind, after start: Instant, until end: Instant) async throws -> CodeUse {
        let statements =
            switch kind {
            case .sms: PhoneProof.statements
            case .registration: PendingRegistration.statements
            case .reset: ForgottenPassword.statements
            }
        let row = try await query(statements.use, ["start": start, "end": end]).only
        return CodeUse(sent: try row.read("sent"), unentered: try row.read("unentered"))
    }
}
