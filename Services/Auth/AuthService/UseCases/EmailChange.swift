import AuthContract
import Contract
import Notify
import RPC
import ServiceRuntime
import Values

/// The change of an account's e-mail address and password.
struct EmailChange: Sendable {
    let store: AuthStore
    let proof: MailboxProof
    let sessions: Sessions
    let notifications: Notifications
    let gate: AccessGate
    let metrics: AuthMetrics

    /// Sends a code to the address that an account wants to sign in with.
    ///
    /// As with a registration, only the mail to the address reveals whether it belongs to another account.
    func setEmail(
        _ params: Auth.SetEmail.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.Challenge {
        let user = try await store.inTransaction(until: origin.deadline) { transaction in
            try await sessions.lockRecent(holder, in: transaction)
            return try await transaction.accounts.account(id: holder.account)?.user
        }
        guard let user else { throw RPCError(.unauthenticated) }
        try await gate.check(AccessTraits(account: user.id, email: params.email), origin: origin)
        var owner = PasswordOwner(user)
        owner.add(params.email)
        return try await proof.begin(
            MailboxProof.Request(
                email: params.email, login: user.login, password: params.password, owner: owner, account: user.id),
            origin: origin)
    }

    /// Sets an account's address after verifying its code, and the password of the request.
    ///
    /// Ends all other sessions of the account and notifies its former address.
    func confirmEmail(
        _ params: Auth.ConfirmEmail.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.User {
        let challenge = try await proof.challenges.solved(
            by: params.code, params.challengeId, for: holder.account, origin: origin)
        let registration = challenge.content
        let user = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lockRecent(holder, in: transaction)
            let now = try await transaction.now()
            let registrations = transaction.codes(PendingRegistration.self)
            guard try await registrations.consume(challenge.id, now: now) else { throw RPCError.codeExpired }
            let former = try await transaction.accounts.account(id: holder.account)?.user.email
            do {
                try await transaction.accounts.setEmail(
                    registration.email, passwordHash: registration.passwordHash, of: holder.account)
            } catch is TakenFault {
                // Another account has taken the address since the code was sent.
                throw RPCError.codeExpired
            }
            try await registrations.end(to: registration.recipient, now: now)
            try await transaction.sessions.endOthers(of: holder, because: .signInChanged, now: now)
            if let former {
                try await transaction.codes(ForgottenPassword.self).end(to: former.text, now: now)
                let text: NotificationText = former == registration.email ? .passwordChanged : .emailChanged
                try await notifications.notify(
                    text.message(to: former, in: origin.language), now: now, in: transaction)
            }
            try await transaction.record(
                AuditRecord(
                    event: .emailSet, account: holder.account, session: holder.session,
                    subject: proof.throttle.alias(of: registration.recipient), origin: origin),
                now: now)
            let user = try await transaction.accounts.account(id: holder.account)?.user
            if let user { try await gate.admit(user, origin: origin, now: now, in: transaction) }
            return user
        }
        notifications.wakeRelay()
        metrics.verifications.count(.right)
        guard let user else { throw RPCError(.unauthenticated) }
        return user
    }
}
