import AuthContract
import Contract
import Notify
import RPC
import ServiceRuntime
import Values

/// The change of an account's phone number.
struct PhoneChange: Sendable {
    let store: AuthStore
    let codes: PhoneCodes
    let sessions: Sessions
    let notifications: Notifications
    let gate: AccessGate
    let metrics: AuthMetrics

    /// Sends a code to the number that an account wants to sign in with.
    func setPhone(
        _ params: Auth.SetPhone.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.PhoneChallenge {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await sessions.lockRecent(holder, in: transaction)
        }
        try await gate.check(AccessTraits(account: holder.account, phone: params.phone), origin: origin)
        return try await codes.send(PhoneProof(phone: params.phone, account: holder.account), origin: origin)
    }

    /// Sets an account's number after verifying its code.
    ///
    /// If the number changes, all other sessions of the account end and the former number is notified.
    func confirmPhone(
        _ params: Auth.ConfirmPhone.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.User {
        let challenge = try await codes.challenges.solved(
            by: params.code, params.challengeId, for: holder.account, origin: origin)
        let phone = challenge.content.phone
        let user = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lockRecent(holder, in: transaction)
            let now = try await transaction.now()
            let challenges = transaction.codes(PhoneProof.self)
            guard try await challenges.consume(challenge.id, now: now) else { throw RPCError.codeExpired }
            let former = try await transaction.accounts.account(id: holder.account)?.user.phone
            do {
                try await transaction.accounts.setPhone(phone, of: holder.account)
            } catch is TakenFault {
                throw RPCError.phoneTaken
            }
            try await challenges.end(to: phone.text, now: now)
            try await challenges.endCompletions(of: phone)
            if former != phone {
                try await transaction.sessions.endOthers(of: holder, because: .signInChanged, now: now)
                if let former { try await notify(former, language: origin.language, now: now, in: transaction) }
            }
            try await transaction.record(
                AuditRecord(
                    event: .phoneSet, account: holder.account, session: holder.session,
                    subject: codes.throttle.alias(of: phone.text), origin: origin),
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

    /// Notifies the former number by SMS.
    ///
    /// The message counts towards the day's budget but is sent even if that is used up: a code within the budget
    /// precedes it.
    private func notify(
        _ former: PhoneNumber, language: Language, now: Instant, in transaction: AuthTransaction
    ) async throws {
        guard codes.texts != nil else { return }
        try await notifications.notify(NoticeSMS.phoneChanged(to: former, in: language), now: now, in: transaction)
        _ = try await codes.budget.spendOnNotice(isRequired: true, now: now, in: transaction)
    }
}
