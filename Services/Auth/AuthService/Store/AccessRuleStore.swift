import AuthContract
import Database
import Postgres
import Values

/// The rules on who may have an account that administrators set.
struct AccessRuleStore: Sendable {
    let runner: any StatementRunner

    /// Returns the number of the last change; cheap enough to be asked every second.
    func version() async throws -> Int64 {
        try await runner.query(Self.versionStatement, [:]).only.read("version")
    }

    /// Locks the rules until the transaction ends, counts a change, and returns the number of rules before it.
    func lockForChange() async throws -> Int64 {
        try await runner.query(Self.lockStatement, [:]).only.read("rules")
    }

    /// Reads all rules; at most ``AccessRules/limit``.
    func all() async throws -> [AccessRule] {
        try await runner.query(Self.allStatement, ["limit": AccessRules.limit]).compactMap(AccessRule.init)
    }

    /// Reads the rules after a key, by kind and value.
    func page(of kind: Auth.RuleKind?, after key: RuleSortKey?, limit: Int) async throws -> [AccessRule] {
        try await runner.query(
            Self.pageStatement,
            ["kind": kind?.rawValue, "after_kind": key?.kind ?? "", "after_value": key?.value ?? "", "limit": limit]
        ).compactMap(AccessRule.init)
    }

    /// Adds or replaces a rule; returns true if it was added.
    func put(_ rule: AccessRule, by actor: Identifier?, now: Instant) async throws -> Bool {
        try await runner.query(
            Self.putStatement,
            [
                "kind": rule.subject.kind.rawValue, "value": rule.subject.text, "action": rule.action.rawValue,
                "note": rule.note, "now": now, "actor": actor,
            ]
        ).only.read("is_new")
    }

    /// Removes a rule; returns false if there is none.
    func remove(_ subject: RuleSubject) async throws -> Bool {
        try await runner.query(Self.removeStatement, ["kind": subject.kind.rawValue, "value": subject.text])
            .affectedRows > 0
    }

    /// Adds to the number of rules.
    func count(_ difference: Int64) async throws {
        try await runner.query(Self.countStatement, ["difference": difference])
    }

    /// Reads the accounts after an id, with what rules apply to.
    func accounts(after id: Identifier, limit: Int) async throws -> [Auth.User] {
        try await runner.query(Self.accountsStatement, ["after": id, "limit": limit]).map { row in
            try Account(row).user
        }
    }

    private static let versionStatement = PreparedStatement(
        "accessVersion", "SELECT version FROM access_rule_version")
    private static let lockStatement = PreparedStatement(
        "lockAccess", "UPDATE access_rule_version SET version = version + 1 RETURNING rules")
    private static let countStatement = PreparedStatement(
        "countAccess", "UPDATE access_rule_version SET rules = rules + :difference")
    private static let columns = "kind, value, action, note, changed_at, changed_by"
    private static let allStatement = PreparedStatement(
        "accessRules", "SELECT \(columns) FROM access_rule LIMIT :limit")
    private static let pageStatement = PreparedStatement(
        "accessRulePage",
        """
        SELECT \(columns) FROM access_rule
        WHERE (:kind::text IS NULL OR kind = :kind) AND (kind COLLATE "C", value) > (:after_kind, :after_value)
        ORDER BY kind COLLATE "C", value LIMIT :limit
        """)
    private static let putStatement = PreparedStatement(
        "putAccessRule",
        """
        INSERT INTO access_rule (kind, value, action, note, changed_at, changed_by)
        VALUES (:kind, :value, :action, :note, :now, :actor)
        ON CONFLICT (kind, value) DO UPDATE
        SET action = excluded.action, note = excluded.note, changed_at = excluded.changed_at,
            changed_by = excluded.changed_by
        RETURNING xmax = 0 AS is_new
        """)
    private static let removeStatement = PreparedStatement(
        "removeAccessRule", "DELETE FROM access_rule WHERE kind = :kind AND value = :value")
    private static let accountsStatement = PreparedStatement(
        "accountsAfter", Account.select + " WHERE id > :after ORDER BY id LIMIT :limit")
}

/// The place of a rule in the list of all.
struct RuleSortKey: Sendable, Equatable {
    var kind: String
    var value: String
}

extension AccessRule {
    /// Reads a rule; returns `nil` for one that a newer program wrote and this one does not understand.
    fileprivate init?(_ row: PostgresRow) throws(PostgresError) {
        guard let kind = Auth.RuleKind(rawValue: try row.read("kind")),
            let action = Auth.RuleAction(rawValue: try row.read("action")),
            let subject = RuleSubject(kind, try row.read("value"))
        else { return nil }
        self.init(
            subject: subject, action: action, note: try row.read("note"),
            origin: .administrator(try row.read("changed_by"), at: try row.read("changed_at")))
    }
}
