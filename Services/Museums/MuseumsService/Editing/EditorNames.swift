import AuthContract
import RPC
import Values

/// The names of editors, as `auth` knows them.
struct EditorNames: Sendable {
    let client: RPCClient

    /// Returns the names of at most 200 accounts; empty while `auth` cannot be reached.
    func names(_ accounts: Set<Identifier>, until deadline: ContinuousClock.Instant) async -> [Identifier: String] {
        guard !accounts.isEmpty else { return [:] }
        let found = try? await client.call(
            Auth.Profiles.self, Auth.Profiles.Params(accounts: accounts.map { AccountName(unchecked: $0.text) }),
            CallOptions(timeout: deadline - .now))
        return Dictionary((found?.items ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}
