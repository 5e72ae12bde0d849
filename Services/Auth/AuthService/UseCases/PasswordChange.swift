import AuthContract
import Contract
import Notify
import RPC
import ServiceRuntime
import Values

/// The change of a password by an owner who knows the current one.
struct PasswordChange: Sendable {
    let store: AuthStore
    let passwords: PasswordCheck
    let hashing: HashingPool
    let attempts: SignInAttempts
    let sessions: Sessions
    let notifications: Notifications
    let metrics: AuthMetrics

    /// Changes the caller's password and ends the account's other sessions.
    ///
    /// A wrong current password counts as a failed sign-in: a stolen session guesses no faster than anybody else.
    func changePassword(
        _ params: Auth.ChangePassword.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Empty {
        guard let account = try await store.accounts(until: origin.deadline).account(id: holder.account) else {
            throw RPCError(.unauthenticated)
        }
        guard let email = account.user.email, let current = account.passwordHash.flatMap(PasswordHash.init(_:)) else {
            throw RPCError.passwordUnset
        }
        try passwords(params.password, owner: PasswordOwner(account.user))
        let subjects = attempts.throttle.subjects(email: email, place: origin.place)
        var triesLeft = 0
        let isChanged = try await hashing.withSlot(HashingTurn(origin, isPreferred: true)) { slot in
            triesLeft = try await attempts.admit(subjects, origin: origin)
            guard try await slot.isPassword(params.currentPassword, of: current) else { return false }
            let hash = try await slot.hash(params.password)
            return try await store.inTransaction(until: origin.deadline) { transaction in
                try await transaction.lockSignIn(of: holder.account)
                try await sessions.lock(holder, in: transaction)
                let now = try await transaction.now()
                // After a concurrent change the checked password is no longer the current one.
                guard
                    try await transaction.accounts.account(id: holder.account)?.passwordVersion
                        == account.passwordVersion
                else { return false }
                try await transaction.accounts.setPassword(hash: hash.text, of: holder.account)
                try await transaction.codes(ForgottenPassword.self).end(to: email.text, now: now)
                try await transaction.sessions.endOthers(of: holder, because: .signInChanged, now: now)
                try await transaction.throttle.settle(subjects)
                try await notifications.notify(
                    NotificationText.passwordChanged.message(to: email, in: origin.language), now: now,
                    in: transaction)
                try await transaction.record(
                    AuditRecord(
                        event: .passwordChanged, account: holder.account, session: holder.session, origin: origin),
                    now: now)
                return true
            }
        }
        guard isChanged else {
            try await store.record(
                AuditRecord(
                    event: .passwordChangeFailed, account: holder.account, session: holder.session, origin: origin))
            metrics.passwords.count(.wrong)
            throw RPCError.passwordWrong(triesLeft: triesLeft)
        }
        notifications.wakeRelay()
        metrics.passwords.count(.changed)
        return Empty()
    }
}
