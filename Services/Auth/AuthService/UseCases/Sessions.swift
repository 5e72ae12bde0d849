import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// A session whose tokens can be issued.
struct IssuedSession: Sendable {
    var id: Identifier
    var user: Auth.User
    var state: SessionState
    /// The start of both tokens' lifetimes.
    var issuedAt: Instant
    /// The time of the latest proof that the owner is present.
    var presentAt: Instant
    /// True if a second factor or a passkey has proved the owner.
    var isStrong: Bool
}

/// The outcome of a proved first factor.
enum SignIn: Sendable {
    case session(IssuedSession)
    /// The account has a second factor, which must be proved, too.
    case challenge(Auth.SignInChallenge)

    var sessionID: Identifier? {
        if case .session(let session) = self { session.id } else { nil }
    }

    /// Returns the event of the audit trail: the given one, unless the sign-in waits.
    func event(_ event: AuditRecord.Event) -> AuditRecord.Event {
        if case .challenge = self { .factorRequired } else { event }
    }
}

/// The sessions of accounts and their tokens.
struct Sessions: Sendable {
    let store: AuthStore
    let keys: SigningKeyRing
    let refreshTokens: RefreshTokenSeal
    let deviceTokens: DeviceTokenSeal
    let random: RandomSource
    let policy: AuthPolicy
    let gate: AccessGate
    let factors: SecondFactors
    let metrics: AuthMetrics

    /// Starts a session as part of a transaction, unless the account has a second factor.
    ///
    /// - Throws: `access-refused` if a rule denies the account; `account-locked` if an administrator locked it.
    func begin(
        for user: Auth.User, from origin: CallOrigin, now: Instant, in transaction: AuthTransaction
    ) async throws -> SignIn {
        // A factor that is confirmed meanwhile ends the sessions that began without it.
        try await transaction.lockSignIn(of: user.id)
        if let challenge = try await factors.challenge(for: user, now: now, in: transaction) {
            try await gate.admit(user, origin: origin, now: now, in: transaction)
            return .challenge(challenge)
        }
        let holder = SessionHolder(account: user.id, session: random.identifier(at: now))
        return .session(
            try await begin(holder, of: user, isStrong: false, from: origin, now: now, in: transaction))
    }

    /// Starts a session whose owner has proved every factor.
    ///
    /// - Throws: `access-refused` if a rule denies the account.
    func begin(
        _ holder: SessionHolder, of user: Auth.User, isStrong: Bool, from origin: CallOrigin, now: Instant,
        in transaction: AuthTransaction
    ) async throws -> IssuedSession {
        // A session and its circumstances; a type for them would have one use.
        try await gate.admit(user, origin: origin, now: now, in: transaction)
        let isBegun = try await transaction.sessions.insert(
            holder, isStrong: isStrong, from: origin, policy: policy.sessions, now: now)
        guard isBegun else { throw RPCError(.unauthenticated) }
        return IssuedSession(
            id: holder.session, user: user, state: SessionState(counter: 1, createdAt: now, rotatedAt: now),
            issuedAt: now, presentAt: now, isStrong: isStrong)
    }

    /// Issues the tokens of a sign-in.
    ///
    /// - Throws: `second-factor-required` if it waits for the second factor.
    func tokens(for signIn: SignIn) async throws -> Auth.Tokens {
        switch signIn {
        case .session(let session): return try await tokens(for: session)
        case .challenge(let challenge): throw RPCError.secondFactorRequired(challenge)
        }
    }

    /// Issues a session's tokens: the same refresh token each time, and a new access token.
    func tokens(for session: IssuedSession) async throws -> Auth.Tokens {
        let now = session.issuedAt
        let access = try await accessToken(for: session)
        return Auth.Tokens(
            accessToken: access.text, accessTokenExpiresAt: access.expiresAt,
            refreshToken: refreshTokens.token(session: session.id, counter: session.state.counter),
            refreshTokenExpiresAt: policy.sessions.expiry(of: session.state), user: session.user,
            deviceToken: deviceTokens.token(of: session.user.id, at: now))
    }

    /// Issues an access token of a session.
    ///
    /// A session that lacks a required second factor has no roles.
    func accessToken(for session: IssuedSession) async throws -> (text: String, expiresAt: Instant) {
        let now = session.issuedAt
        let second = now.milliseconds / 1_000
        let expiry = second + policy.sessions.accessLifetime.components.seconds
        let isLimited = !session.isStrong && policy.factors.isRequired(of: session.user.roles)
        let claims = AccessClaims(
            iss: policy.issuer, aud: policy.audience, sub: session.user.id.text, sid: session.id.text,
            jti: random.identifier(at: now).text, roles: isLimited ? [] : session.user.roles.map(\.rawValue),
            present: presentUntil(session.presentAt).milliseconds / 1_000, limited: isLimited ? true : nil,
            iat: second, exp: expiry)
        return (try await keys.sign(claims, now: now), Instant(milliseconds: expiry * 1_000))
    }

    /// Returns the time until which a proof of presence counts.
    func presentUntil(_ time: Instant) -> Instant {
        Instant(milliseconds: time.milliseconds + policy.factors.presence.wholeMilliseconds)
    }

    /// Exchanges a refresh token for the next pair.
    func refresh(_ params: Auth.Refresh.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        guard let token = refreshTokens.open(params.refreshToken) else {
            metrics.refreshes.count(.invalid)
            throw RPCError.sessionEnded
        }
        let (session, outcome) = try await store.inTransaction(until: origin.deadline) { transaction in
            try await rotate(token, origin: origin, in: transaction)
        }
        metrics.refreshes.count(outcome)
        guard let session else { throw RPCError.sessionEnded }
        return try await tokens(for: session)
    }

    private func rotate(
        _ token: RefreshTokenSeal.Opened, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> (IssuedSession?, AuthMetrics.RefreshOutcome) {
        guard var row = try await transaction.sessions.lock(token.session) else { return (nil, .ended) }
        let now = try await transaction.now()
        let outcome: AuthMetrics.RefreshOutcome
        switch policy.sessions.decide(presented: token.counter, of: row.state, now: now) {
        case .ended:
            return (nil, .ended)
        case .reuse:
            _ = try await transaction.sessions.end(row.id, because: .reused, now: now)
            try await transaction.record(
                AuditRecord(event: .refreshReused, account: row.account, session: row.id, origin: origin), now: now)
            return (nil, .reused)
        case .repeatSuccessor:
            outcome = .repeated
        case .rotate:
            row.state.counter += 1
            row.state.rotatedAt = now
            guard
                try await transaction.sessions.rotate(
                    row.id, to: row.state, from: origin.place, policy: policy.sessions)
            else { return (nil, .ended) }
            outcome = .rotated
        }
        guard let account = try await transaction.accounts.account(id: row.account) else { return (nil, .ended) }
        // The session ends, and the next sign-in says why.
        guard try await gate.allows(account.user, origin: origin, now: now, in: transaction) else {
            _ = try await transaction.sessions.end(row.id, because: .accessRefused, now: now)
            try await transaction.record(
                AuditRecord(event: .accessRefused, account: row.account, session: row.id, origin: origin), now: now)
            return (nil, .refused)
        }
        let session = IssuedSession(
            id: row.id, user: account.user, state: row.state, issuedAt: now, presentAt: row.presentAt,
            isStrong: row.isStrong)
        return (session, outcome)
    }

    /// Ends the session of a refresh token, even of an outdated one; ignores a forged token.
    func logout(_ params: Auth.Logout.Params, origin: CallOrigin) async throws -> Empty {
        guard let token = refreshTokens.open(params.refreshToken) else { return Empty() }
        try await store.inTransaction(until: origin.deadline) { transaction in
            guard let session = try await transaction.sessions.lock(token.session) else { return }
            let now = try await transaction.now()
            guard try await transaction.sessions.end(session.id, because: .signedOut, now: now) else { return }
            try await transaction.record(
                AuditRecord(event: .signedOut, account: session.account, session: session.id, origin: origin),
                now: now)
        }
        return Empty()
    }

    /// Locks the caller's session until the transaction ends, and rejects an ended one.
    ///
    /// Access tokens of an ended session may still be valid.
    @discardableResult
    func lock(_ holder: SessionHolder, in transaction: AuthTransaction) async throws -> SessionRow {
        guard let session = try await transaction.sessions.lock(holder.session), session.account == holder.account,
            session.state.endedAt == nil
        else { throw RPCError(.unauthenticated) }
        return session
    }

    /// Locks the caller's session and rejects one that is not recent: a stolen token must not be enough to take over
    /// the account.
    func lockRecent(_ holder: SessionHolder, in transaction: AuthTransaction) async throws {
        let session = try await lock(holder, in: transaction)
        let now = try await transaction.now()
        let age = now.milliseconds - session.presentAt.milliseconds
        guard age < policy.sms.recentSignIn.wholeMilliseconds else { throw RPCError.signInAgain }
    }

    /// Locks the caller's session to add a factor.
    ///
    /// - Throws: `step-up-required` if the account has a passkey that the session has not proved: a password alone must
    ///   not add another factor.
    @discardableResult
    func lockForFactor(_ holder: SessionHolder, in transaction: AuthTransaction) async throws -> SessionRow {
        let session = try await lock(holder, in: transaction)
        if !session.isStrong, try await !transaction.passkeys.list(of: holder.account).isEmpty {
            throw RPCError(.stepUpRequired)
        }
        return session
    }

    /// Lets the sessions of an account that has lost its last factor count as begun without one.
    func weaken(_ account: Identifier, in transaction: AuthTransaction) async throws {
        guard try await transaction.factors.authenticator(of: account)?.confirmedAt == nil,
            try await transaction.passkeys.list(of: account).isEmpty
        else { return }
        try await transaction.sessions.weaken(account)
    }

    /// Lists sessions that ended while their access tokens may still be valid.
    func revocations(_ params: Auth.Revocations.Params, origin: CallOrigin) async throws -> Auth.Revocations.Result {
        let after = max(0, params.after ?? 0)
        let lifetime = policy.sessions.accessLifetime.wholeMilliseconds
        let ended = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.sessions.ended(
                after: after, since: Instant(milliseconds: now.milliseconds - lifetime - Self.clockSkew),
                overlap: Instant(milliseconds: now.milliseconds - policy.revocationOverlap.wholeMilliseconds),
                limit: policy.revocationLimit)
        }
        return Auth.Revocations.Result(
            items: ended.map {
                .init(sid: $0.id, expiresAt: Instant(milliseconds: $0.endedAt.milliseconds + lifetime))
            },
            next: ended.map(\.number).max().map { max($0, after) } ?? after)
    }

    /// The maximum lag of a verifier's clock, in milliseconds.
    private static let clockSkew: Int64 = 30_000
}
