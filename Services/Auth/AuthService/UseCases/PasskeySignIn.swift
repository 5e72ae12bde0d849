import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Sign-in with a passkey, which names its account and counts as two factors: the device, and the owner's finger or
/// PIN.
struct PasskeySignIn: Sendable {
    let store: AuthStore
    let ceremony: PasskeyCeremony
    let sessions: Sessions
    let gate: AccessGate
    let metrics: AuthMetrics

    /// Issues a challenge to sign.
    func begin(_ params: Empty, origin: CallOrigin) async throws -> Auth.PasskeyChallenge.Result {
        try await gate.check(AccessTraits(), origin: origin)
        let now = try await store.inTransaction(until: origin.deadline) { try await $0.now() }
        let challenge = try ceremony.challenge(for: nil, now: now)
        return Auth.PasskeyChallenge.Result(
            challenge: challenge.text, domain: ceremony.policy.domain, expiresAt: challenge.expiresAt)
    }

    /// Verifies the signed challenge and signs in.
    func complete(_ params: Auth.LoginWithPasskey.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        let origin = origin.with(device: params.device)
        try await gate.check(AccessTraits(), origin: origin)
        do {
            let session = try await store.inTransaction(until: origin.deadline) { transaction in
                let now = try await transaction.now()
                let account = try await ceremony.verify(params.passkey, now: now, in: transaction)
                guard let user = try await transaction.accounts.account(id: account)?.user else {
                    throw RPCError.passkeyInvalid
                }
                let holder = SessionHolder(account: account, session: ceremony.random.identifier(at: now))
                let session = try await sessions.begin(
                    holder, of: user, isStrong: true, from: origin, now: now, in: transaction)
                try await transaction.record(
                    AuditRecord(event: .signedIn, account: account, session: session.id, origin: origin), now: now)
                return session
            }
            metrics.logins.count(.right)
            return try await sessions.tokens(for: session)
        } catch let error as RPCError where error.reason == Auth.passkeyInvalid.reason {
            metrics.logins.count(.wrong)
            throw error
        }
    }
}
