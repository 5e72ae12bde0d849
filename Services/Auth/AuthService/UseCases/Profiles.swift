import AuthContract
import Contract
import RPC
import Values

/// The views of accounts for their owners and for other services.
struct Profiles: Sendable {
    let store: AuthStore

    private static let limit = 200

    /// Returns the caller's own account.
    func me(_ params: Empty, by holder: SessionHolder, origin: CallOrigin) async throws -> Auth.User {
        guard let account = try await store.accounts(until: origin.deadline).account(id: holder.account) else {
            throw RPCError(.unauthenticated)
        }
        return account.user
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
