import AuthContract
import RPC
import ServiceRuntime
import Values

/// The second step of a sign-in to an account with a second factor.
struct SignInCompletion: Sendable {
    let factors: SecondFactors
    let sessions: Sessions

    /// Completes a sign-in with a code of the authenticator app, or with a recovery code.
    func complete(_ params: Auth.CompleteSignIn.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        let origin = origin.with(device: params.device)
        guard let pending = factors.tokens.open(params.signInToken) else { throw RPCError.signInExpired }
        try await factors.store.inTransaction(until: origin.deadline) { transaction in
            // A guess with an old token would count against the owner.
            _ = try await user(of: pending, now: transaction.now(), in: transaction)
        }
        let session = try await factors.verify(params.code, of: pending.holder, origin: origin) { now, transaction in
            let user = try await user(of: pending, now: now, in: transaction)
            let session = try await sessions.begin(
                pending.holder, of: user, isStrong: true, from: origin, now: now, in: transaction)
            try await transaction.record(
                AuditRecord(event: .signedIn, account: user.id, session: session.id, origin: origin), now: now)
            return session
        }
        return try await sessions.tokens(for: session)
    }

    /// Returns the account of a sign-in that still waits.
    ///
    /// - Throws: `sign-in-expired` if it is too late, was completed, or the password has changed.
    private func user(
        of pending: SignInTokenSeal.Pending, now: Instant, in transaction: AuthTransaction
    ) async throws -> Auth.User {
        guard now < pending.expiresAt, try await transaction.sessions.lock(pending.holder.session) == nil,
            let account = try await transaction.accounts.account(id: pending.holder.account),
            account.passwordVersion == pending.passwordVersion,
            try await transaction.factors.authenticator(of: account.user.id)?.confirmedAt != nil
        else { throw RPCError.signInExpired }
        return account.user
    }
}
