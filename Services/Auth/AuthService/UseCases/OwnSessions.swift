import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The sessions of an account, as its owner sees and ends them.
struct OwnSessions: Sendable {
    let store: AuthStore
    let sessions: Sessions

    private var policy: SessionPolicy { sessions.policy.sessions }

    /// Lists the sessions of the caller's account.
    func list(
        _ params: Empty, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.ActiveSessions.Result {
        let (live, now) = try await store.inTransaction(until: origin.deadline) { transaction in
            try await sessions.lock(holder, in: transaction)
            let live = try await transaction.sessions.live(of: holder.account, limit: policy.maximumPerAccount)
            return (live, try await transaction.now())
        }
        let items = live.map { session in
            Auth.ActiveSession(
                id: session.id, device: session.device, network: session.place, signedInAt: session.state.createdAt,
                lastSeenAt: session.state.rotatedAt, expiresAt: policy.expiry(of: session.state),
                isCurrent: session.id == holder.session)
        }
        return Auth.ActiveSessions.Result(items: items.filter { now < $0.expiresAt })
    }

    /// Ends a session of the caller's account; ignores the session of another account.
    func revoke(
        _ params: Auth.RevokeSession.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Empty {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lock(holder, in: transaction)
            guard let session = try await transaction.sessions.lock(params.sessionId),
                session.account == holder.account
            else { return }
            let now = try await transaction.now()
            guard try await transaction.sessions.end(session.id, because: .revoked, now: now) else { return }
            try await transaction.record(
                AuditRecord(event: .sessionRevoked, account: holder.account, session: session.id, origin: origin),
                now: now)
        }
        return Empty()
    }

    /// Ends all sessions of the caller's account but the caller's.
    func revokeOthers(_ params: Empty, by holder: SessionHolder, origin: CallOrigin) async throws -> Empty {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lock(holder, in: transaction)
            let now = try await transaction.now()
            try await transaction.sessions.endOthers(of: holder, because: .revoked, now: now)
            try await transaction.record(
                AuditRecord(
                    event: .otherSessionsRevoked, account: holder.account, session: holder.session, origin: origin),
                now: now)
        }
        return Empty()
    }
}
