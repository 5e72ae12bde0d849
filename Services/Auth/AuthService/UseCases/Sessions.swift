import Contracts
import RPC
import ServiceRuntime

/// A session whose tokens can be given out.
struct IssuedSession: Sendable {
    var id: Identifier
    var user: Auth.User
    var state: SessionState
    /// When the tokens were decided on: both count from here.
    var issuedAt: Instant
}

extension AuthService {
    /// Begins a session as part of a transaction.
    func begin(
        sessionOf user: Auth.User, now: Instant, in transaction: AuthTransaction
    ) async throws -> IssuedSession {
        let id = makeID(at: now)
        try await transaction.insertSession(id, of: user.id, policy: policy.sessions, now: now)
        return IssuedSession(
            id: id, user: user, state: SessionState(counter: 1, createdAt: now, rotatedAt: now), issuedAt: now)
    }

    /// The tokens of a session: the refresh token is the same each time, the access token is a new one.
    func tokens(for session: IssuedSession) async throws -> Auth.Tokens {
        let now = session.issuedAt
        let second = now.milliseconds / 1_000
        let expiry = second + policy.sessions.accessLifetime.components.seconds
        let claims = AccessClaims(
            iss: policy.issuer, aud: policy.audience, sub: session.user.id.text, sid: session.id.text,
            jti: makeID(at: now).text, roles: session.user.roles.map(\.rawValue), iat: second, exp: expiry)
        return Auth.Tokens(
            accessToken: try await keys.sign(claims, now: now),
            accessTokenExpiresAt: Instant(milliseconds: expiry * 1_000),
            refreshToken: refreshTokens.token(session: session.id, counter: session.state.counter),
            refreshTokenExpiresAt: policy.sessions.expiry(of: session.state), user: session.user)
    }

    /// Changes a refresh token for the next pair.
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
        _ token: RefreshTokenSeal.Content, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> (IssuedSession?, AuthMetrics.RefreshOutcome) {
        guard var row = try await transaction.lockSession(token.session) else { return (nil, .over) }
        let now = try await transaction.now()
        let outcome: AuthMetrics.RefreshOutcome
        switch policy.sessions.decide(presented: token.counter, of: row.state, now: now) {
        case .over:
            return (nil, .over)
        case .reuse:
            _ = try await transaction.end(row.id, because: .reused, now: now)
            try await transaction.audit(
                AuditEntry(event: .refreshReused, account: row.account, session: row.id, origin: origin), now: now)
            return (nil, .reused)
        case .repeatSuccessor:
            outcome = .repeated
        case .rotate:
            guard try await transaction.rotate(row.id, from: token.counter, now: now) else { return (nil, .over) }
            row.state.counter += 1
            row.state.rotatedAt = now
            outcome = .rotated
        }
        guard let account = try await transaction.account(id: row.account) else { return (nil, .over) }
        return (IssuedSession(id: row.id, user: account.user, state: row.state, issuedAt: now), outcome)
    }

    /// Ends the session of a refresh token, whichever of its tokens it is; one that we did not make ends nothing.
    func logout(_ params: Auth.Logout.Params, origin: CallOrigin) async throws -> Empty {
        guard let token = refreshTokens.open(params.refreshToken) else { return Empty() }
        try await store.inTransaction(until: origin.deadline) { transaction in
            guard let session = try await transaction.lockSession(token.session) else { return }
            let now = try await transaction.now()
            guard try await transaction.end(session.id, because: .signedOut, now: now) else { return }
            try await transaction.audit(
                AuditEntry(event: .signedOut, account: session.account, session: session.id, origin: origin),
                now: now)
        }
        return Empty()
    }

    /// The caller's own account.
    func me(_ principal: Principal?, origin: CallOrigin) async throws -> Auth.User {
        guard let principal, let id = Identifier(principal.sub),
            let account = try await store.account(id: id, until: origin.deadline)
        else { throw RPCError(.unauthenticated) }
        return account.user
    }

    /// The sessions that ended while access tokens of theirs may still be valid.
    func revocations(_ params: Auth.Revocations.Params, origin: CallOrigin) async throws -> Auth.Revocations.Result {
        let after = max(0, params.after ?? 0)
        let lifetime = policy.sessions.accessLifetime.wholeMilliseconds
        let ended = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.endedSessions(
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

    /// How far the clocks of those who verify tokens may lag, in milliseconds.
    private static let clockSkew: Int64 = 30_000
}
