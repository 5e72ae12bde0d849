import AuthContract
import BookingContract
import Contract
import RPC
import Values

/// A directory of the people with accounts.
protocol PeopleDirectory: Sendable {
    /// Returns the people of at most 200 accounts, in their order; unknown accounts are left out.
    func people(_ accounts: [AccountName], deadline: ContinuousClock.Instant) async throws -> [Person]
}

extension PeopleDirectory {
    /// Returns the person of an account, or `nil` if there is no such account.
    func person(_ account: AccountName, deadline: ContinuousClock.Instant) async throws -> Person? {
        try await people([account], deadline: deadline).first
    }
}

/// The directory of `auth`.
struct AuthDirectory: PeopleDirectory {
    let client: RPCClient

    func people(_ accounts: [AccountName], deadline: ContinuousClock.Instant) async throws -> [Person] {
        let left = deadline - .now
        guard left > .zero else { throw RPCError(.deadlineExceeded) }
        let answer = try await client.call(
            Auth.Profiles.self, Auth.Profiles.Params(accounts: accounts), CallOptions(timeout: left))
        return answer.items.compactMap(Person.init)
    }
}

extension Person {
    /// Creates the person of a profile; a name that is too long for the board is cut.
    init?(_ profile: Auth.Profiles.Profile) {
        let name = String(profile.name.unicodeScalars.prefix(CustomerName.maximumLength))
        guard let name = CustomerName(name) else { return nil }
        self.init(account: profile.id, name: name, phone: profile.phone, email: profile.email)
    }
}
