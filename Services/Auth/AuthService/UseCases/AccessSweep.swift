import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The effect of rules on existing accounts.
struct AccessSweep: Sendable {
    let store: AuthStore
    let book: RuleBook
    let random: RandomSource

    /// The maximum number of accounts that one call examines.
    static let limit = 1_000
    /// The maximum number of accounts that one answer lists.
    private static let listed = 100

    /// Lists the accounts that a changed rule would affect.
    func tryRules(_ params: Auth.TryRules.Params, origin: CallOrigin) async throws -> Auth.TryRules.Result {
        let subject = try RuleSubject(params.kind, params.value)
        let list = PagedList("tryRules", subject.kind.rawValue, subject.text, params.action?.rawValue ?? "")
        let after = try list.start(params.cursor) { $0.first.flatMap { Identifier($0) } }
        let today = try book.current()
        var tried = today
        if let action = params.action {
            tried.set(AccessRule(subject: subject, action: action, note: "", origin: .bundled))
        } else {
            tried.remove(subject)
            book.bundledRules.first { $0.subject == subject }.map { tried.set($0) }
        }
        let users = try await store.accessRules(until: origin.deadline).accounts(
            after: after ?? Self.first, limit: Self.limit + 1)
        let affected = users.prefix(Self.limit).compactMap { user -> Auth.TryRules.Affected? in
            let traits = AccessTraits(user)
            let (before, after) = (today.decide(traits).action, tried.decide(traits).action)
            guard before != after else { return nil }
            return .init(account: .init(user), before: before, after: after)
        }
        return Auth.TryRules.Result(
            examined: min(users.count, Self.limit), affected: affected.count,
            items: Array(affected.prefix(Self.listed)),
            nextCursor: list.next(after: users))
    }

    /// Applies the rules to existing accounts on behalf of an administrator.
    func sweep(_ params: Auth.Sweep.Params, by holder: SessionHolder, origin: CallOrigin) async throws
        -> Auth.Sweep.Result
    {
        let list = PagedList("sweep")
        let after = try list.start(params.cursor) { $0.first.flatMap { Identifier($0) } }
        // Another replica may have changed a rule a moment ago.
        try await book.reload()
        let rules = try book.current()
        return try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.requireAdministrator(holder.account)
            let now = try await transaction.now()
            let users = try await transaction.accessRules.accounts(after: after ?? Self.first, limit: Self.limit + 1)
            var result = Auth.Sweep.Result(
                examined: min(users.count, Self.limit), denied: 0, opened: 0, nextCursor: list.next(after: users))
            for user in users.prefix(Self.limit) {
                let decision = rules.decide(AccessTraits(user))
                switch decision.action {
                case .allow: break
                case .deny:
                    try await transaction.sessions.endAll(of: user.id, because: .accessRefused, now: now)
                    result.denied += 1
                case .review:
                    guard let rule = decision.rule else { break }
                    let isNew = try await transaction.reviews.open(
                        random.identifier(at: now), of: user.id, under: rule.subject, now: now)
                    if isNew { result.opened += 1 }
                }
            }
            try await transaction.record(
                AuditRecord(
                    event: .accessSwept,
                    detail: "examined \(result.examined), denied \(result.denied), opened \(result.opened)",
                    actor: holder.account, origin: origin),
                now: now)
            return result
        }
    }

    private static let first = Identifier(unchecked: "00000000-0000-0000-0000-000000000000")
}

extension PagedList {
    /// The cursor after the accounts that a call examined; `nil` if there are no more.
    fileprivate func next(after users: [Auth.User]) -> Cursor? {
        guard users.count > AccessSweep.limit else { return nil }
        return cursor(after: [users[AccessSweep.limit - 1].id.text])
    }
}

extension Auth.AccountSummary {
    init(_ user: Auth.User) {
        self.init(
            id: user.id, name: user.name, email: user.email, phone: user.phone, contactEmail: user.contactEmail)
    }
}
