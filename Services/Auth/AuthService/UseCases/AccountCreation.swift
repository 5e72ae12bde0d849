import AuthContract
import Values

/// The creation of accounts by an operator.
struct AccountCreation: Sendable {
    let store: AuthStore
    let hashing: HashingPool
    let random: RandomSource

    /// Creates an account without a code; returns false, and changes nothing, if the address belongs to an account.
    func create(login: DisplayName, email: EmailAddress, password: Password) async throws -> Bool {
        let hash = try await hashing.withSlot(HashingTurn(.operator)) { try await $0.hash(password) }
        return try await store.inTransaction { transaction in
            let now = try await transaction.now()
            let account = NewAccount(
                id: random.identifier(at: now), login: login, email: email, passwordHash: hash.text,
                declarationVersion: "operator", declaredAt: now)
            guard try await transaction.accounts.insert(account, now: now) else { return false }
            try await transaction.record(
                AuditRecord(event: .accountMade, account: account.id, origin: .operator), now: now)
            return true
        }
    }
}
