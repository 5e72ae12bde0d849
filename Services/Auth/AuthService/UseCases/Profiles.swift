import AuthContract
import Contract
import RPC
import Values

/// The views of accounts for their owners and for other services, and the owners' corrections.
struct Profiles: Sendable {
    let store: AuthStore
    let sessions: Sessions
    let gate: AccessGate
    /// In years; a date of birth must not be later.
    let minimumAge: Int

    private static let limit = 200

    /// Returns the caller's own account.
    func me(_ params: Empty, by holder: SessionHolder, origin: CallOrigin) async throws -> Auth.User {
        guard let account = try await store.accounts(until: origin.deadline).account(id: holder.account) else {
            throw RPCError(.unauthenticated)
        }
        return account.user
    }

    /// Corrects the caller's personal data.
    func update(
        _ params: Auth.UpdateProfile.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.User {
        let faults = params.contradictions.map { member in
            RPCError.FieldFault(.exclusive(with: "remove"), at: "/\(member.name)", field: member.field)
        }
        guard faults.isEmpty else { throw RPCError(.invalidParams, faults: faults) }
        if let email = params.contactEmail {
            try await gate.check(AccessTraits(account: holder.account, contactEmail: email), origin: origin)
        }
        return try await store.inTransaction(until: origin.deadline) { transaction in
            // A new address for signing in replaces an equal contact address.
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lock(holder, in: transaction)
            let now = try await transaction.now()
            try params.birthDate?.checkRange(minimumAge: minimumAge, now: now, at: "/birthDate")
            guard let user = try await transaction.accounts.account(id: holder.account)?.user else {
                throw RPCError(.unauthenticated)
            }
            let corrected = user.corrected(by: params)
            guard corrected != user else { return user }
            try await transaction.accounts.setPersonalData(of: corrected)
            try await transaction.record(
                AuditRecord(
                    event: .profileChanged, account: holder.account, session: holder.session, origin: origin),
                now: now)
            return corrected
        }
    }

    /// Returns names and addresses of accounts to other services.
    func profiles(_ params: Auth.Profiles.Params, origin: CallOrigin) async throws -> Auth.Profiles.Result {
        guard params.accounts.count <= Self.limit else {
            throw RPCError(.tooMany(maximum: Self.limit), at: "/accounts")
        }
        let users = try await store.accounts(until: origin.deadline).users(named: params.accounts)
        return Auth.Profiles.Result(
            items: params.accounts.compactMap { name in
                users[name].map {
                    .init(account: name, id: $0.id, name: $0.name, phone: $0.phone, email: $0.email)
                }
            })
    }
}
