import AuthContract
import Values

/// The recognition of devices that have had a session of an account.
struct KnownDevices: Sendable {
    let store: AuthStore
    let seal: DeviceTokenSeal

    /// Returns the requester of a code for an account, or for an address or number without one.
    func requester(
        with token: DeviceToken?, of account: Identifier?, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> CodeRequester {
        guard let token else { return CodeRequester(place: origin.place) }
        let now = try await transaction.now()
        return CodeRequester(place: origin.place, isKnownDevice: seal.isCurrent(token, of: account, at: now))
    }

    /// Returns true if a caller who wants to sign in with an address has a device that is known to its account.
    func knows(_ token: DeviceToken?, of email: EmailAddress, origin: CallOrigin) async throws -> Bool {
        guard let token else { return false }
        return try await store.inTransaction(until: origin.deadline) { transaction in
            let account = try await transaction.accounts.account(email: email)?.user.id
            return seal.isCurrent(token, of: account, at: try await transaction.now())
        }
    }
}
