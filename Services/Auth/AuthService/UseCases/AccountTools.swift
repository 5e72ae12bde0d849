import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The tools with which administrators find, lock and examine accounts.
struct AccountTools: Sendable {
    let store: AuthStore
    let throttle: LoginThrottle

    /// Finds accounts by the beginning of a property.
    func find(_ params: Auth.Accounts.Params, origin: CallOrigin) async throws -> Page<Auth.AccountSummary> {
        let limit = (params.limit ?? .standard).value
        let isExact = params.isExact ?? false
        let text = Self.compared(params.text, by: params.by)
        let list = PagedList("accounts", params.by.rawValue, text, isExact ? "exact" : "prefix")
        let after = try list.start(params.cursor, read: AccountSearchStore.Place.init) ?? .start
        // A text without digits must not find every number.
        guard text != "+" else { return Page(items: []) }
        let found = try await store.accountSearch(until: origin.deadline).accounts(
            params.by, beginningWith: text, isExact: isExact, after: after, limit: limit + 1)
        return list.page(
            found, limit: limit, place: { [$0.place.text, $0.place.id.text] }, item: { .init($0.user) })
    }

    /// Returns one account.
    func account(_ params: Auth.AccountKey, origin: CallOrigin) async throws -> Auth.AccountDetails {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await details(of: params.id, in: transaction)
        }
    }

    /// Locks an account and ends its sessions.
    func lock(
        _ params: Auth.LockAccount.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.AccountDetails {
        guard params.id != holder.account else { throw RPCError(Auth.ownAccount) }
        return try await change(params.id, by: holder, origin: origin) { transaction, now in
            let current = try await transaction.accounts.account(id: params.id)?.lock
            guard current?.reason != params.reason else { return nil }
            let lock = Auth.AccountLock(at: now, reason: params.reason, by: holder.account)
            guard try await transaction.accountSearch.setLock(lock, of: params.id) else { return nil }
            try await transaction.sessions.endAll(of: params.id, because: .accountLocked, now: now)
            return (.accountLocked, params.reason.text)
        }
    }

    /// Unlocks an account.
    func unlock(
        _ params: Auth.AccountKey, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.AccountDetails {
        try await change(params.id, by: holder, origin: origin) { transaction, _ in
            guard try await transaction.accounts.account(id: params.id)?.lock != nil,
                try await transaction.accountSearch.setLock(nil, of: params.id)
            else { return nil }
            return (.accountUnlocked, nil)
        }
    }

    /// Unlocks an account on behalf of an operator at the machine; returns `nil` if there is no such account.
    ///
    /// - Returns: false if the account was not locked.
    func unlock(_ name: AccountName) async throws -> Bool? {
        let origin = CallOrigin.operator
        return try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockRoles()
            guard let account = try await transaction.accounts.account(named: name) else { return nil }
            let id = account.user.id
            try await transaction.lockSignIn(of: id)
            guard account.lock != nil, try await transaction.accountSearch.setLock(nil, of: id) else { return false }
            let now = try await transaction.now()
            try await transaction.record(AuditRecord(event: .accountUnlocked, account: id, origin: origin), now: now)
            return true
        }
    }

    /// Ends all sessions of an account.
    func endSessions(
        _ params: Auth.AccountKey, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.AccountDetails {
        try await change(params.id, by: holder, origin: origin) { transaction, now in
            guard try await transaction.accountSearch.sessions(of: params.id) > 0 else { return nil }
            try await transaction.sessions.endAll(of: params.id, because: .endedByAdministrator, now: now)
            return (.sessionsEnded, nil)
        }
    }

    /// Lists what the audit trail holds about an account.
    func audit(_ params: Auth.AccountAudit.Params, origin: CallOrigin) async throws -> Page<Auth.AccountEvent> {
        let limit = (params.limit ?? .standard).value
        let list = PagedList("accountAudit", params.id.text)
        let before = try list.start(params.cursor) { $0.count == 1 ? Int64($0[0]) : nil } ?? .max
        let entries = try await store.inTransaction(until: origin.deadline) { transaction in
            guard let user = try await transaction.accounts.account(id: params.id)?.user else {
                throw RPCError.accountUnknown
            }
            let aliases = [user.email?.text, user.phone?.text].compactMap { $0 }.map(throttle.alias(of:))
            return try await transaction.audit.entries(
                about: user.id, aliases: aliases, before: before, limit: limit + 1)
        }
        return list.page(entries, limit: limit, place: { ["\($0.number)"] }, item: Auth.AccountEvent.init)
    }

    /// Changes an account on behalf of an administrator, and records what was done; `nil` if nothing was.
    private func change(
        _ account: Identifier, by holder: SessionHolder, origin: CallOrigin,
        _ body: @Sendable (AuthTransaction, Instant) async throws -> (event: AuditRecord.Event, detail: String?)?
    ) async throws -> Auth.AccountDetails {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockRoles()
            try await transaction.requireAdministrator(holder.account)
            // As everybody who ends sessions does, before rows are locked.
            try await transaction.lockSignIn(of: account)
            let now = try await transaction.now()
            let done = try await body(transaction, now)
            let details = try await details(of: account, in: transaction)
            if let done {
                try await transaction.record(
                    AuditRecord(
                        event: done.event, account: account, detail: done.detail, actor: holder.account,
                        origin: origin),
                    now: now)
            }
            return details
        }
    }

    private func details(of id: Identifier, in transaction: AuthTransaction) async throws -> Auth.AccountDetails {
        guard let account = try await transaction.accounts.account(id: id) else { throw RPCError.accountUnknown }
        let user = account.user
        return Auth.AccountDetails(
            account: .init(user), login: user.login, roles: user.roles.compactMap(\.known), createdAt: user.createdAt,
            sessions: try await transaction.accountSearch.sessions(of: id), lock: account.lock,
            deletesAt: user.deletesAt)
    }

    /// The text that is compared with the stored property.
    private static func compared(_ text: Auth.AccountSearchText, by property: Auth.AccountProperty) -> String {
        switch property {
        case .login, .email: text.text
        case .phone: "+" + text.text.filter { $0.isASCII && $0.isNumber }
        }
    }
}

extension AccountSearchStore.Place {
    fileprivate init?(_ place: [String]) {
        guard place.count == 2, let id = Identifier(place[1]) else { return nil }
        self.init(text: place[0], id: id)
    }
}

extension Auth.AccountEvent {
    fileprivate init(_ entry: AuditEntry) {
        self.init(
            at: entry.at, event: entry.event, session: entry.session, address: entry.address, subject: entry.subject,
            detail: entry.detail, actor: entry.actor)
    }
}
