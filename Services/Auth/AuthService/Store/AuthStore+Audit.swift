import Postgres
import Values

extension AuthTransaction {
    /// Writes an entry into the audit trail, which nothing changes or removes.
    func audit(_ entry: AuditEntry, now: Instant) async throws {
        _ = try await query(
            Self.auditStatement,
            [
                now.milliseconds, entry.event.rawValue, entry.account?.text, entry.session?.text, entry.subject,
                entry.origin.address, entry.origin.traceID, entry.actor?.text,
            ])
    }

    private static let auditStatement = PreparedStatement(
        "insertAudit",
        """
        INSERT INTO audit (at, event, account_id, session_id, subject, address, trace_id, actor_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """)
}
