import Database
import Postgres
import Values

/// The audit trail.
struct AuditStore: Sendable {
    let transaction: AuthTransaction

    /// Locks the end of the chain until the transaction ends, and returns its last number and MAC; `nil` for none.
    func lockEnd() async throws -> (number: Int64, mac: [UInt8])? {
        try await transaction.lock("audit chain")
        return try await transaction.query(Self.endStatement, [:]).first.map { row in
            (try row.read("chain"), try row.read("mac"))
        }
    }

    /// Adds a record.
    ///
    /// - Parameter link: its number and MAC in the chain; `nil` for a record that is not chained.
    func insert(_ record: AuditRecord, link: (number: Int64, mac: [UInt8])?, now: Instant) async throws {
        try await transaction.query(
            Self.insertStatement,
            [
                "at": now, "event": record.event.rawValue, "account_id": record.account, "session_id": record.session,
                "subject": record.subject, "address": record.origin.address, "trace_id": record.origin.traceID,
                "actor_id": record.actor, "detail": record.detail, "chain": link?.number, "mac": link?.mac,
            ])
    }

    /// Reads chained entries with their MACs, in order.
    func chained(after number: Int64, limit: Int) async throws -> [(entry: AuditEntry, mac: [UInt8])] {
        try await transaction.query(Self.chainedStatement, ["after": number, "limit": limit]).map { row in
            (try AuditEntry(row), try row.read("mac"))
        }
    }

    /// Reads the entries about an account, newest first; their numbers count all entries.
    ///
    /// - Parameter aliases: the keyed hashes of its address and number, for attempts that knew no account.
    func entries(
        about account: Identifier, aliases: [String], before number: Int64, limit: Int
    ) async throws -> [AuditEntry] {
        try await transaction.query(
            Self.entriesStatement, ["account": account, "aliases": aliases, "before": number, "limit": limit]
        ).map(AuditEntry.init)
    }

    private static let entriesStatement = PreparedStatement(
        "auditOfAccount",
        """
        (SELECT id AS chain, at, event, account_id, session_id, subject, detail, actor_id, address, trace_id FROM audit
        WHERE account_id = :account AND id < :before ORDER BY id DESC LIMIT :limit)
        UNION ALL
        (SELECT id AS chain, at, event, account_id, session_id, subject, detail, actor_id, address, trace_id FROM audit
        WHERE account_id IS NULL AND subject = ANY(:aliases::text[]) AND id < :before ORDER BY id DESC LIMIT :limit)
        ORDER BY chain DESC LIMIT :limit
        """)
    private static let endStatement = PreparedStatement(
        "auditEnd", "SELECT chain, mac FROM audit WHERE chain IS NOT NULL ORDER BY chain DESC LIMIT 1")
    private static let insertStatement = PreparedStatement(
        "insertAudit",
        """
        INSERT INTO audit (
            at, event, account_id, session_id, subject, address, trace_id, actor_id, detail, chain, mac)
        VALUES (
            :at, :event, :account_id, :session_id, :subject, :address, :trace_id, :actor_id, :detail, :chain, :mac)
        """)
    private static let chainedStatement = PreparedStatement(
        "chainedAudit",
        """
        SELECT chain, at, event, account_id, session_id, subject, detail, actor_id, address, trace_id, mac
        FROM audit WHERE chain > :after ORDER BY chain LIMIT :limit
        """)
}

extension AuditEntry {
    init(_ record: AuditRecord, number: Int64, at: Instant) {
        self.init(
            number: number, at: at, event: record.event.rawValue, account: record.account, session: record.session,
            subject: record.subject, detail: record.detail, actor: record.actor, address: record.origin.address,
            traceID: record.origin.traceID)
    }

    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            number: try row.read("chain"), at: try row.read("at"), event: try row.read("event"),
            account: try row.read("account_id"), session: try row.read("session_id"), subject: try row.read("subject"),
            detail: try row.read("detail"), actor: try row.read("actor_id"), address: try row.read("address"),
            traceID: try row.read("trace_id"))
    }
}
