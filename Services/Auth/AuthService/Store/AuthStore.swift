import Postgres
import Values

/// The database of `auth`.
struct AuthStore: Sendable {
    let client: PostgresClient

    /// Runs `body` in a transaction; repeats it after a conflict.
    func inTransaction<Value: Sendable>(
        until deadline: ContinuousClock.Instant? = nil,
        _ body: @Sendable (AuthTransaction) async throws -> Value
    ) async throws -> Value {
        try await client.withTransaction(deadline: deadline) { transaction in
            try await body(AuthTransaction(transaction: transaction))
        }
    }

    /// Returns the table of accounts, with statements outside transactions.
    func accounts(until deadline: ContinuousClock.Instant?) -> AccountStore {
        AccountStore(runner: client.singleStatements(until: deadline))
    }

    /// Returns the table of roles, with statements outside transactions.
    func roles(until deadline: ContinuousClock.Instant?) -> RoleStore {
        RoleStore(runner: client.singleStatements(until: deadline))
    }

    /// Adds a record to the audit trail, in a transaction of its own.
    func record(_ record: AuditRecord) async throws {
        try await inTransaction(until: record.origin.deadline) { transaction in
            try await transaction.record(record, now: transaction.now())
        }
    }
}

/// A running transaction.
struct AuthTransaction: StatementRunner {
    let transaction: PostgresTransaction

    var accounts: AccountStore { AccountStore(runner: self) }
    var roles: RoleStore { RoleStore(runner: self) }
    var sessions: SessionStore { SessionStore(transaction: self) }
    var deletions: DeletionStore { DeletionStore(transaction: self) }
    var throttle: ThrottleStore { ThrottleStore(transaction: self) }
    var smsBudget: SMSBudgetStore { SMSBudgetStore(transaction: self) }
    var signingKeys: SigningKeyStore { SigningKeyStore(transaction: self) }

    /// Returns the table of one kind of code.
    func codes<Content: CodeContent>(_ kind: Content.Type) -> OneTimeCodes<Content> {
        OneTimeCodes(transaction: self)
    }

    /// Reads the time on which decisions are based; to be called after the locks are taken.
    func now() async throws -> Instant { Instant(milliseconds: try await transaction.now()) }

    @discardableResult
    func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters
    ) async throws(PostgresError) -> PostgresRows {
        try await transaction.query(statement, parameters)
    }

    /// Locks a name: serializes the transactions that lock it until this one ends.
    func lock(_ name: String) async throws { try await query(Self.lockStatement, ["name": name]) }

    /// Locks an account's ways of signing in until the transaction ends.
    ///
    /// Each change then knows what it replaces, and nobody signs in with a password that was just replaced.
    func lockSignIn(of account: Identifier) async throws { try await lock("sign-in \(account.text)") }

    /// Locks all roles, so that revoking an administrator's role takes effect before the next change.
    func lockRoles() async throws { try await lock("roles") }

    /// Adds a record to the audit trail, which nothing changes or removes.
    func record(_ record: AuditRecord, now: Instant) async throws {
        try await query(
            Self.recordStatement,
            [
                "at": now, "event": record.event.rawValue, "account_id": record.account, "session_id": record.session,
                "subject": record.subject, "address": record.origin.address, "trace_id": record.origin.traceID,
                "actor_id": record.actor,
            ])
    }

    private static let lockStatement = PreparedStatement(
        "authLock", "SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
    private static let recordStatement = PreparedStatement(
        "insertAudit",
        """
        INSERT INTO audit (at, event, account_id, session_id, subject, address, trace_id, actor_id)
        VALUES (:at, :event, :account_id, :session_id, :subject, :address, :trace_id, :actor_id)
        """)
}
