import Postgres
import Values

/// The database of `auth`.
struct AuthStore: Sendable {
    let client: PostgresClient
    /// Chains what administrators change.
    let auditSeal: AuditSeal

    /// Runs `body` in a transaction; repeats it after a conflict.
    func inTransaction<Value: Sendable>(
        until deadline: ContinuousClock.Instant? = nil,
        _ body: @Sendable (AuthTransaction) async throws -> Value
    ) async throws -> Value {
        try await client.withTransaction(deadline: deadline) { transaction in
            try await body(AuthTransaction(transaction: transaction, auditSeal: auditSeal))
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

    /// Returns the rules on who may have an account, with statements outside transactions.
    func accessRules(until deadline: ContinuousClock.Instant?) -> AccessRuleStore {
        AccessRuleStore(runner: client.singleStatements(until: deadline))
    }

    /// Returns the reviews and appeals, with statements outside transactions.
    func reviews(until deadline: ContinuousClock.Instant?) -> ReviewStore {
        ReviewStore(runner: client.singleStatements(until: deadline))
    }

    /// Returns the accounts as administrators find them, with statements outside transactions.
    func accountSearch(until deadline: ContinuousClock.Instant?) -> AccountSearchStore {
        AccountSearchStore(runner: client.singleStatements(until: deadline))
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
    let auditSeal: AuditSeal

    var accounts: AccountStore { AccountStore(runner: self) }
    var accountSearch: AccountSearchStore { AccountSearchStore(runner: self) }
    var roles: RoleStore { RoleStore(runner: self) }
    var sessions: SessionStore { SessionStore(transaction: self) }
    var factors: FactorStore { FactorStore(transaction: self) }
    var passkeys: PasskeyStore { PasskeyStore(transaction: self) }
    var deletions: DeletionStore { DeletionStore(transaction: self) }
    var throttle: ThrottleStore { ThrottleStore(transaction: self) }
    var signingKeys: SigningKeyStore { SigningKeyStore(transaction: self) }
    var accessRules: AccessRuleStore { AccessRuleStore(runner: self) }
    var reviews: ReviewStore { ReviewStore(runner: self) }
    var spentWork: SpentWorkStore { SpentWorkStore(transaction: self) }

    /// Returns the budget of one channel.
    func budget(_ channel: CodeChannel) -> CodeBudgetStore { CodeBudgetStore(transaction: self, channel: channel) }

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
    ///
    /// A chained record makes later ones wait until the transaction ends, so it is to be added last.
    func record(_ record: AuditRecord, now: Instant) async throws {
        var link: (number: Int64, mac: [UInt8])?
        if record.event.isChained {
            let last = try await audit.lockEnd()
            let entry = AuditEntry(record, number: (last?.number ?? 0) + 1, at: now)
            link = (entry.number, auditSeal.mac(of: entry, after: last?.mac ?? AuditSeal.origin))
        }
        try await audit.insert(record, link: link, now: now)
    }

    var audit: AuditStore { AuditStore(transaction: self) }

    private static let lockStatement = PreparedStatement(
        "authLock", "SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
}
