import AuthContract
import Contract
import RPC
import Values

/// The roles of accounts.
struct Roles: Sendable {
    let store: AuthStore

    /// Grants a role on behalf of an administrator.
    func grant(
        _ params: Auth.RoleChange, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.RoleHolder {
        try await change(params, granted: true, by: holder.account, origin: origin)
    }

    /// Revokes a role on behalf of an administrator.
    func revoke(
        _ params: Auth.RoleChange, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.RoleHolder {
        try await change(params, granted: false, by: holder.account, origin: origin)
    }

    private func change(
        _ params: Auth.RoleChange, granted: Bool, by actor: Identifier, origin: CallOrigin
    ) async throws -> Auth.RoleHolder {
        guard let change = try await set(params, granted: granted, by: actor, origin: origin) else {
            throw RPCError.accountUnknown
        }
        return Auth.RoleHolder(change.account)
    }

    /// Grants or revokes a role; returns `nil` if there is no such account.
    ///
    /// Revoking a role ends the account's sessions, whose tokens name it.
    ///
    /// - Parameter actor: the administrator; `nil` for an operator at the machine.
    func set(
        _ change: Auth.RoleChange, granted: Bool, by actor: Identifier? = nil, origin: CallOrigin = .operator
    ) async throws -> (account: Auth.User, isChanged: Bool)? {
        let role = change.role
        return try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockRoles()
            if let actor { try await transaction.requireAdministrator(actor) }
            guard var user = try await transaction.accounts.account(named: change.account)?.user else { return nil }
            if !granted, role == .admin, user.id == actor { throw RPCError.ownRole }
            let now = try await transaction.now()
            guard try await transaction.roles.set(role, of: user.id, granted: granted, now: now) else {
                return (user, false)
            }
            if !granted { try await transaction.sessions.endAll(of: user.id, because: .rolesChanged, now: now) }
            try await transaction.record(
                AuditRecord(
                    event: granted ? .roleGranted : .roleRevoked, account: user.id, subject: role.rawValue,
                    actor: actor, origin: origin),
                now: now)
            user.roles = granted ? user.roles + [OpenEnum(role)] : user.roles.filter { $0 != role }
            return (user, true)
        }
    }

    /// Lists the holders of a role.
    func holders(_ params: Auth.RoleHolders.Params, origin: CallOrigin) async throws -> Auth.RoleHolders.Result {
        let users = try await store.roles(until: origin.deadline).holders(of: params.role, limit: 1_000)
        return Auth.RoleHolders.Result(items: users.map(Auth.RoleHolder.init))
    }
}

extension Auth.RoleHolder {
    fileprivate init(_ user: Auth.User) {
        self.init(
            id: user.id, name: user.name, email: user.email, phone: user.phone, roles: user.roles.compactMap(\.known))
    }
}

extension AuthTransaction {
    /// Throws `forbidden` unless an account is an administrator's at present: a token keeps a revoked role for minutes,
    /// and that of a locked account for a second.
    func requireAdministrator(_ account: Identifier) async throws {
        guard let found = try await accounts.account(id: account), found.user.isAdmin, found.lock == nil else {
            throw RPCError(.forbidden)
        }
    }
}

extension Auth.User {
    fileprivate var isAdmin: Bool { roles.contains { $0 == .admin } }
}
