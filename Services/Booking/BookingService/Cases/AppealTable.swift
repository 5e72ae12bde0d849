import BookingContract
import Postgres
import Values

extension CustomerTransaction {
    var appeals: AppealTable { AppealTable(transaction: self) }
}

/// Writes the customer's words on cases, and appeals; the case must be locked.
struct AppealTable: Sendable {
    let transaction: CustomerTransaction

    func explain(_ text: CustomerWords, of id: Identifier) async throws {
        try await transaction.query(Self.explain, ["id": id, "text": text, "now": transaction.now])
    }

    func appeal(_ text: CustomerWords, of id: Identifier) async throws {
        try await transaction.query(Self.appeal, ["id": id, "text": text, "now": transaction.now])
    }

    func reject(_ id: Identifier, because reason: NoteText, by actor: Identifier) async throws {
        try await transaction.query(
            Self.reject, ["id": id, "reason": reason, "now": transaction.now, "actor": actor])
    }

    private static let explain = PreparedStatement(
        "caseExplain", "UPDATE sanction_case SET statement = :text, statement_at = :now WHERE id = :id")
    private static let appeal = PreparedStatement(
        "caseAppeal", "UPDATE sanction_case SET appeal = :text, appeal_at = :now WHERE id = :id")
    private static let reject = PreparedStatement(
        "caseRejectAppeal",
        """
        UPDATE sanction_case SET appeal_answer = :reason, appeal_answered_at = :now, appeal_answered_by = :actor
        WHERE id = :id
        """)
}
