import Contracts
import RPC

extension AuthService {
    /// Gives or takes a role for an administrator.
    func changeRole(
        _ params: Auth.RoleChange, granted: Bool, by principal: Principal?, origin: CallOrigin
    ) async throws -> Auth.RoleHolder {
        guard let actor = principal.flatMap({ Identifier($0.sub) }) else { throw RPCError(.unauthenticated) }
        guard
            let change = try await setRole(
                params.role, of: params.account, granted: granted, by: actor, origin: origin)
        else { throw RPCError.accountUnknown }
        return Auth.RoleHolder(change.account)
    }

    /// Gives or takes a role; `nil` if there is no such account.
    ///
    /// Taking one ends the sessions: their tokens say it.
    /// - Parameter actor: the administrator; `nil` for an operator at the machine.
    func setRole(
        _ role: Role, of name: AccountName, granted: Bool, by actor: Identifier?, origin: CallOrigin = .operator
    ) async throws -> (account: Auth.User, isChanged: Bool)? {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockRoles()
            // A token lives on for minutes after its role was taken; here what is true now decides.
            if let actor, try await transaction.account(id: actor)?.user.roles.contains(.admin) != true {
                throw RPCError(.forbidden)
            }
            guard var account = try await transaction.account(named: name)?.user else { return nil }
            if !granted, role == .admin, account.id == actor { throw RPCError.ownRole }
            let now = try await transaction.now()
            guard try await transaction.setRole(role, of: account.id, granted: granted, now: now) else {
                return (account, false)
            }
            if !granted { try await transaction.endSessions(of: account.id, because: .rolesChanged, now: now) }
            try await transaction.audit(
                AuditEntry(
                    event: granted ? .roleGranted : .roleRevoked, account: account.id, subject: role.rawValue,
                    actor: actor, origin: origin),
                now: now)
            account.roles = granted ? account.roles + [role] : account.roles.filter { $0 != role }
            return (account, true)
        }
    }

    /// Who holds a role.
    func roleHolders(_ params: Auth.RoleHolders.Params, origin: CallOrigin) async throws -> Auth.RoleHolders.Result {
        let users = try await store.holders(of: params.role, limit: 1_000, until: origin.deadline)
        return Auth.RoleHolders.Result(items: users.map(Auth.RoleHolder.init))
    }

    /// What other services may know of people.
    func profiles(_ params: Auth.Profiles.Params, origin: CallOrigin) async throws -> Auth.Profiles.Result {
        guard params.accounts.count <= Self.profileLimit else {
            throw RPCError(
                .invalidParams,
                faults: [.init(pointer: "/accounts", detail: "must have at most \(Self.profileLimit) items")])
        }
        let users = try await store.accounts(named: params.accounts, until: origin.deadline)
        return Auth.Profiles.Result(
            items: params.accounts.compactMap { name in
                users[name].map {
                    .init(account: name, id: $0.id, name: $0.name, phone: $0.phone, email: $0.email)
                }
            })
    }

    private static let profileLimit = 200
}

extension Auth.RoleHolder {
    fileprivate init(_ user: Auth.User) {
        self.init(id: user.id, name: user.name, email: user.email, phone: user.phone, roles: user.roles)
    }
}

extension RPCError {
    fileprivate static let accountUnknown = RPCError(.notFound, reason: "account-unknown")
    fileprivate static let ownRole = RPCError(.conflict, reason: "own-role")
}
