public import AuthContract
import Contract
public import RPC
public import Values

/// A directory of accounts.
public protocol AccountDirectory: Sendable {
    /// Returns the profiles of at most 200 accounts, in their order; unknown accounts are left out.
    func profiles(
        of accounts: [AccountName], until deadline: ContinuousClock.Instant
    ) async throws -> [Auth.Profiles.Profile]
}

extension AccountDirectory {
    /// Returns the names of at most 200 accounts, for an answer that is useful without them.
    ///
    /// Takes at most half of the remaining time; empty if the directory fails.
    public func names(
        of accounts: Set<Identifier>, until deadline: ContinuousClock.Instant
    ) async -> [Identifier: String] {
        guard !accounts.isEmpty else { return [:] }
        let half = ContinuousClock.now + (deadline - .now) / 2
        let found = try? await profiles(of: accounts.map { AccountName($0) }, until: half)
        return Dictionary((found ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The directory of `auth`.
public struct AuthDirectory: AccountDirectory {
    private let client: RPCClient

    public init(client: RPCClient) { self.client = client }

    public func profiles(
        of accounts: [AccountName], until deadline: ContinuousClock.Instant
    ) async throws -> [Auth.Profiles.Profile] {
        let left = deadline - .now
        guard left > .zero else { throw RPCError(.deadlineExceeded) }
        return try await client.call(
            Auth.Profiles.self, Auth.Profiles.Params(accounts: accounts), CallOptions(timeout: left)
        ).items
    }
}
