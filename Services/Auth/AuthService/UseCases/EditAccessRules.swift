import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The rules on who may have an account, as administrators list, add and remove them.
struct EditAccessRules: Sendable {
    let store: AuthStore
    let book: RuleBook
    let throttle: LoginThrottle

    /// Lists the rules of administrators and of the bundled list by kind and value.
    func list(_ params: Auth.Rules.Params, origin: CallOrigin) async throws -> Page<Auth.Rule> {
        let list = PagedList("rules", params.kind?.rawValue ?? "")
        let limit = (params.limit ?? .standard).value
        let after = try list.start(params.cursor, read: RuleSortKey.init)
        let stored = try await store.accessRules(until: origin.deadline).page(
            of: params.kind, after: after, limit: limit + 1)
        let bundled = book.bundledRules.filter { rule in
            (params.kind.map { $0 == rule.subject.kind } ?? true) && after.map { $0 < rule.sortKey } ?? true
        }
        // The stored rule stands before the bundled one that it replaces.
        var rows: [AccessRule] = []
        for rule in (stored + bundled).sorted(by: { $0.sortKey < $1.sortKey })
        where rows.last?.subject != rule.subject {
            rows.append(rule)
        }
        return list.page(
            Array(rows.prefix(limit + 1)), limit: limit, place: { [$0.sortKey.kind, $0.sortKey.value] },
            item: Auth.Rule.init)
    }

    /// Adds or replaces a rule on behalf of an administrator.
    func put(_ params: Auth.PutRule.Params, by holder: SessionHolder, origin: CallOrigin) async throws -> Auth.Rule {
        let subject = try RuleSubject(params.kind, params.value)
        let rule = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.requireAdministrator(holder.account)
            let change = RuleChange(subject: subject, action: params.action, note: params.note, actor: holder.account)
            return try await set(change, origin: origin, in: transaction)
        }
        book.apply(rule)
        return Auth.Rule(rule)
    }

    /// Removes an administrator's rule.
    func remove(_ params: Auth.RemoveRule.Params, by holder: SessionHolder, origin: CallOrigin) async throws -> Empty {
        let subject = try RuleSubject(params.kind, params.value)
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.requireAdministrator(holder.account)
            guard try await remove(subject, by: holder.account, origin: origin, in: transaction) else {
                throw RPCError(Auth.ruleUnknown)
            }
        }
        try await book.reload()
        return Empty()
    }

    /// Adds or replaces a rule as part of a transaction; ``RuleBook/apply(_:)`` is to follow the commit.
    func set(
        _ change: RuleChange, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> AccessRule {
        let count = try await transaction.accessRules.lockForChange()
        let now = try await transaction.now()
        let rule = AccessRule(
            subject: change.subject, action: change.action, note: change.note.text,
            origin: .administrator(change.actor, at: now))
        if try await transaction.accessRules.put(rule, by: change.actor, now: now) {
            guard count < AccessRules.limit else { throw RPCError(Auth.tooManyRules) }
            try await transaction.accessRules.count(1)
        }
        try await transaction.record(
            AuditRecord(
                event: .ruleSet, subject: auditName(of: change.subject),
                detail: "\(change.action.rawValue): \(change.note.text)", actor: change.actor, origin: origin),
            now: now)
        return rule
    }

    /// Removes a rule as part of a transaction; returns false if there is none.
    func remove(
        _ subject: RuleSubject, by actor: Identifier, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> Bool {
        _ = try await transaction.accessRules.lockForChange()
        guard try await transaction.accessRules.remove(subject) else { return false }
        try await transaction.accessRules.count(-1)
        try await transaction.record(
            AuditRecord(event: .ruleRemoved, subject: auditName(of: subject), actor: actor, origin: origin),
            now: transaction.now())
        return true
    }

    /// The name of a rule in the audit trail, which is kept forever: addresses and numbers of people as keyed hashes.
    func auditName(of subject: RuleSubject) -> String {
        guard case .account(let name) = subject, case .id = name.kind else {
            let isPersonal = subject.kind == .account
            return "\(subject.kind.rawValue) \(isPersonal ? throttle.alias(of: subject.text) : subject.text)"
        }
        return "account \(name.text)"
    }
}

/// A rule to be set, and the administrator who sets it.
struct RuleChange: Sendable {
    var subject: RuleSubject
    var action: Auth.RuleAction
    var note: Auth.RuleNote
    var actor: Identifier
}

extension RuleSubject {
    /// Reads a subject from parameters.
    ///
    /// - Throws: `invalid-params` for a value that does not fit its kind.
    init(_ kind: Auth.RuleKind, _ value: Auth.RuleValue) throws(RPCError) {
        guard let subject = RuleSubject(kind, value.text) else {
            throw RPCError(.invalid, at: "/value", field: Auth.RuleValue.fieldName)
        }
        self = subject
    }
}

extension RuleSortKey: Comparable {
    init?(_ place: [String]) {
        guard place.count == 2 else { return nil }
        self.init(kind: place[0], value: place[1])
    }

    /// Compares as the database does, by the bytes of UTF-8.
    static func < (left: RuleSortKey, right: RuleSortKey) -> Bool {
        guard left.kind == right.kind else { return left.kind.utf8.lexicographicallyPrecedes(right.kind.utf8) }
        return left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
    }
}

extension AccessRule {
    fileprivate var sortKey: RuleSortKey { RuleSortKey(kind: subject.kind.rawValue, value: subject.text) }
}

extension Auth.Rule {
    init(_ rule: AccessRule) {
        var change: (at: Instant, by: Identifier?)?
        if case .administrator(let actor, let time) = rule.origin { change = (time, actor) }
        self.init(
            kind: rule.subject.kind, value: Auth.RuleValue(unchecked: rule.subject.text),
            action: rule.action, note: Auth.RuleNote(unchecked: rule.note), isBundled: change == nil,
            changedAt: change?.at, changedBy: change?.by)
    }
}
