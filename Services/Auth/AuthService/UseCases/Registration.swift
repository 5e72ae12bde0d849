import AuthContract
import RPC
import ServiceRuntime

/// Registration with an e-mail address and a password.
struct Registration: Sendable {
    let store: AuthStore
    let proof: MailboxProof
    let sessions: Sessions
    let random: RandomSource
    let metrics: AuthMetrics

    /// Stores a registration and sends a code to its address.
    func register(_ params: Auth.Register.Params, origin: CallOrigin) async throws -> Auth.Challenge {
        guard params.declaration.isNotGovernmentMilitary else { throw RPCError.declarationRequired }
        return try await proof.begin(
            MailboxProof.Request(
                email: params.email, login: params.login, password: params.password,
                declarationVersion: params.declaration.version),
            origin: origin)
    }

    /// Creates the account of a registration after verifying its code, and signs in.
    ///
    /// The code proves the mailbox, and the account gets the password of the same registration: an attacker who
    /// registered with the address earlier gains nothing.
    func verifyEmail(_ params: Auth.VerifyEmail.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        let challenge = try await proof.challenges.solved(by: params.code, params.challengeId, origin: origin)
        let session = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            let registrations = transaction.codes(PendingRegistration.self)
            guard try await registrations.consume(challenge.id, now: now) else { throw RPCError.codeExpired }
            let registration = challenge.content
            let account = NewAccount(
                id: random.identifier(at: now), login: registration.login, email: registration.email,
                passwordHash: registration.passwordHash,
                declarationVersion: registration.declarationVersion?.text ?? "", declaredAt: challenge.createdAt)
            guard try await transaction.accounts.insert(account, now: now) else { throw RPCError.codeExpired }
            try await registrations.end(to: registration.recipient, now: now)
            let user = Auth.User(
                id: account.id, login: account.login, email: account.email, roles: [], createdAt: now)
            let session = try await sessions.begin(for: user, now: now, in: transaction)
            try await transaction.record(
                AuditRecord(event: .verified, account: user.id, session: session.id, origin: origin), now: now)
            return session
        }
        metrics.verifications.count(.right)
        return try await sessions.tokens(for: session)
    }
}
