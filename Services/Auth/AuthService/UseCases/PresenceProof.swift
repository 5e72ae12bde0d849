import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The proof that the owner of an account is present, which methods that are hard to undo ask for.
struct PresenceProof: Sendable {
    let factors: SecondFactors
    let ceremony: PasskeyCeremony
    let hashing: HashingPool
    let sessions: Sessions

    private var store: AuthStore { factors.store }
    private var attempts: SignInAttempts { factors.attempts }

    /// Checks a code or the password, and issues an access token for the caller's session that says so.
    func prove(
        _ params: Auth.ProvePresence.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.ProvePresence.Result {
        let session: IssuedSession
        switch (params.password, params.code, params.passkey) {
        case (let password?, nil, nil): session = try await check(password, by: holder, origin: origin)
        case (nil, nil, let passkey?): session = try await check(passkey, by: holder, origin: origin)
        case (nil, let code?, nil):
            session = try await factors.verify(code, of: holder, origin: origin) { now, transaction in
                try await prove(holder, isStrong: true, origin: origin, now: now, in: transaction)
            }
        default: throw RPCError(Auth.ProvePresence.Params.noAlternative, at: "")
        }
        let token = try await sessions.accessToken(for: session)
        return Auth.ProvePresence.Result(
            accessToken: token.text, accessTokenExpiresAt: token.expiresAt,
            presentUntil: sessions.presentUntil(session.presentAt))
    }

    /// Checks the signature of a passkey of the account.
    private func check(
        _ passkey: Auth.PasskeyAssertion, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> IssuedSession {
        try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            guard try await ceremony.verify(passkey, now: now, in: transaction) == holder.account else {
                throw RPCError.passkeyInvalid
            }
            return try await prove(holder, isStrong: true, origin: origin, now: now, in: transaction)
        }
    }

    /// Checks the password; a wrong one counts as a failed sign-in.
    private func check(
        _ password: PasswordAttempt, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> IssuedSession {
        guard let account = try await store.accounts(until: origin.deadline).account(id: holder.account) else {
            throw RPCError(.unauthenticated)
        }
        guard let email = account.user.email, let hash = account.passwordHash.flatMap(PasswordHash.init(_:)) else {
            throw RPCError.passwordUnset
        }
        let subjects = attempts.throttle.subjects(email: email, place: origin.place)
        var triesLeft = 0
        let session: IssuedSession? = try await hashing.withSlot(HashingTurn(origin, isPreferred: true)) { slot in
            triesLeft = try await attempts.admit(subjects, origin: origin)
            guard try await slot.isPassword(password, of: hash) else { return nil }
            return try await store.inTransaction(until: origin.deadline) { transaction in
                try await transaction.lockSignIn(of: holder.account)
                // After a concurrent change the checked password is no longer the current one.
                let current = try await transaction.accounts.account(id: holder.account)
                guard current?.passwordVersion == account.passwordVersion else { return nil }
                try await transaction.throttle.settle(subjects)
                let now = try await transaction.now()
                return try await prove(holder, isStrong: false, origin: origin, now: now, in: transaction)
            }
        }
        guard let session else {
            try await store.record(
                AuditRecord(
                    event: .signInFailed, account: holder.account, session: holder.session, origin: origin))
            throw RPCError.passwordWrong(triesLeft: triesLeft)
        }
        return session
    }

    private func prove(
        _ holder: SessionHolder, isStrong: Bool, origin: CallOrigin, now: Instant, in transaction: AuthTransaction
    ) async throws -> IssuedSession {
        let row = try await sessions.lock(holder, in: transaction)
        guard let user = try await transaction.accounts.account(id: holder.account)?.user else {
            throw RPCError(.unauthenticated)
        }
        try await transaction.sessions.prove(row.id, isStrong: isStrong, now: now)
        try await transaction.record(
            AuditRecord(event: .presenceProved, account: user.id, session: row.id, origin: origin), now: now)
        return IssuedSession(
            id: row.id, user: user, state: row.state, issuedAt: now, presentAt: now,
            isStrong: row.isStrong || isStrong)
    }
}
