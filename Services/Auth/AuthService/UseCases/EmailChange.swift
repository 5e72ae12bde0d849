import Contracts
import Notify
import Postgres
import RPC
import ServiceRuntime

/// With what an account signs in, as far as its owner changes it.
extension AuthService {
    /// Sends a code to the e-mail address with which an account wants to sign in.
    ///
    /// As with a registration, nothing tells whether the address has another account, but a mail to whoever reads it there.
    func setEmail(
        _ params: Auth.SetEmail.Params, by principal: Principal?, language: Language, origin: CallOrigin
    ) async throws -> Auth.Challenge {
        let caller = try Self.caller(principal)
        let user = try await store.inTransaction(until: origin.deadline) { transaction in
            try await checkRecentSignIn(caller, in: transaction)
            return try await transaction.account(id: caller.account)?.user
        }
        guard let user else { throw RPCError(.unauthenticated) }
        return try await sendCode(
            to: params.email, Wish(login: user.login, password: params.password, account: user.id), language: language,
            origin: origin)
    }

    /// Gives an account the address whose code came back, and the password of the request.
    ///
    /// Ends all other sessions of the account, and tells its former address.
    func confirmEmail(
        _ params: Auth.ConfirmEmail.Params, by principal: Principal?, language: Language, origin: CallOrigin
    ) async throws -> Auth.User {
        let caller = try Self.caller(principal)
        let registration = try await proven(params, of: caller.account, origin: origin)
        let user = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: caller.account)
            try await checkRecentSignIn(caller, in: transaction)
            let now = try await transaction.now()
            guard try await transaction.consume(registration.id, now: now) else { throw RPCError.codeExpired }
            let former = try await transaction.account(id: caller.account)?.user.email
            do {
                try await transaction.setEmail(
                    registration.email, passwordHash: registration.passwordHash, of: caller.account)
            } catch let error as PostgresError where error.code == .uniqueViolation(constraint: "account_email_once") {
                // Somebody registered with it since the code was sent.
                throw RPCError.codeExpired
            }
            try await transaction.endRegistrations(of: registration.email, now: now)
            if let former { try await transaction.endPasswordResets(of: former, now: now) }
            try await transaction.endSessions(
                of: caller.account, except: caller.session, because: .signInChanged, now: now)
            if let former {
                let text: NotificationText = former == registration.email ? .passwordChanged : .emailChanged
                try await notify(text.message(to: former, in: language), now: now, in: transaction)
            }
            try await transaction.audit(
                AuditEntry(
                    event: .emailSet, account: caller.account, session: caller.session,
                    subject: throttle.alias(of: registration.email), origin: origin),
                now: now)
            return try await transaction.account(id: caller.account)?.user
        }
        wakeRelay()
        metrics.verifications.count(.right)
        guard let user else { throw RPCError(.unauthenticated) }
        return user
    }

    /// Lets pass only who signed in a short while ago: a token that was found somewhere must not take the account away.
    func checkRecentSignIn(
        _ caller: (account: Identifier, session: Identifier), in transaction: AuthTransaction
    ) async throws {
        let session = try await lockSession(of: caller, in: transaction)
        let now = try await transaction.now()
        let age = now.milliseconds - session.state.createdAt.milliseconds
        guard age < policy.sms.recentSignIn.wholeMilliseconds else { throw RPCError.signInAgain }
    }

    /// The caller's session, locked to the end of the transaction: an ended one changes nothing, although access tokens of
    /// it may still be valid.
    @discardableResult
    func lockSession(
        of caller: (account: Identifier, session: Identifier), in transaction: AuthTransaction
    ) async throws -> SessionRow {
        guard let session = try await transaction.lockSession(caller.session), session.account == caller.account,
            session.state.endedAt == nil
        else { throw RPCError(.unauthenticated) }
        return session
    }

    /// Tells somebody, as part of a transaction, that an account signs in otherwise.
    func notify(_ message: OutgoingMessage, now: Instant, in transaction: AuthTransaction) async throws {
        let expiresAt = Instant(milliseconds: now.milliseconds + policy.noticeLifetime.wholeMilliseconds)
        try await outbox.enqueue(
            message, id: makeID(at: now), expiresAt: expiresAt, now: now, in: transaction.transaction)
    }

    static func caller(_ principal: Principal?) throws -> (account: Identifier, session: Identifier) {
        guard let principal, let account = Identifier(principal.sub), let session = Identifier(principal.sid) else {
            throw RPCError(.unauthenticated)
        }
        return (account, session)
    }
}

extension RPCError {
    fileprivate static let signInAgain = RPCError(.forbidden, reason: "sign-in-again")
}
