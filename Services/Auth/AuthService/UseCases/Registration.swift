import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Registration with an e-mail address and a password.
struct Registration: Sendable {
    let store: AuthStore
    let proof: MailboxProof
    let sessions: Sessions
    let random: RandomSource
    let gate: AccessGate
    /// The declaration to make.
    let text: DeclarationText
    let metrics: AuthMetrics

    /// Returns the declaration to make, in the caller's language.
    func declaration(_ params: Empty, origin: CallOrigin) async throws -> Auth.CurrentDeclaration.Result {
        .init(version: text.version, text: text[origin.language])
    }

    /// Stores a registration and sends a code to its address.
    func register(_ params: Auth.Register.Params, origin: CallOrigin) async throws -> Auth.Challenge {
        try params.declaration.check(text)
        try await gate.check(AccessTraits(email: params.email), origin: origin)
        return try await proof.begin(
            MailboxProof.Request(
                email: params.email, login: params.login, password: params.password,
                owner: PasswordOwner(login: params.login, email: params.email),
                declarationVersion: params.declaration.version, consentVersion: params.consentVersion,
                work: params.work),
            origin: origin)
    }

    /// Creates the account of a registration after verifying its code, and signs in.
    ///
    /// The code proves the mailbox, and the account gets the password of the same registration: an attacker who
    /// registered with the address earlier gains nothing.
    func verifyEmail(_ params: Auth.VerifyEmail.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        let origin = origin.with(device: params.device)
        let challenge = try await proof.challenges.solved(by: params.code, params.challengeId, origin: origin)
        let session = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            let registrations = transaction.codes(PendingRegistration.self)
            guard try await registrations.consume(challenge.id, now: now) else { throw RPCError.codeExpired }
            let registration = challenge.content
            let account = NewAccount(
                id: random.identifier(at: now), login: registration.login, email: registration.email,
                passwordHash: registration.passwordHash,
                declarationVersion: registration.declarationVersion?.text ?? "", declaredAt: challenge.createdAt,
                consentVersion: registration.consentVersion)
            guard try await transaction.accounts.insert(account, now: now),
                let user = try await transaction.accounts.account(id: account.id)?.user
            else { throw RPCError.codeExpired }
            try await registrations.end(to: registration.recipient, now: now)
            let session = try await sessions.begin(for: user, from: origin, now: now, in: transaction)
            try await transaction.record(
                AuditRecord(event: .verified, account: user.id, session: session.sessionID, origin: origin), now: now)
            return session
        }
        metrics.verifications.count(.right)
        return try await sessions.tokens(for: session)
    }
}
