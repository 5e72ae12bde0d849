import AuthContract
import Contract
import Notify
import RPC
import ServiceRuntime
import Values

/// The replacement of a forgotten password by a code.
struct PasswordReset: Sendable {
    let store: AuthStore
    let challenges: Challenges<ForgottenPassword>
    let passwords: PasswordCheck
    let hashing: HashingPool
    let attempts: SignInAttempts
    let sessions: Sessions
    let notifications: Notifications
    let phoneCodes: PhoneCodes
    let budget: CodeBudget
    let devices: KnownDevices
    let policy: AuthPolicy
    let gate: AccessGate
    let metrics: AuthMetrics

    /// Sends a code that resets a forgotten password.
    ///
    /// Neither the answer nor its duration reveals whether an account signs in with the address: if none does, the
    /// request is stored with a code that nobody has, and the mail says so. If the budget has nothing left for
    /// addresses without an account, this mail expires before it is sent.
    func request(_ params: Auth.RequestPasswordReset.Params, origin: CallOrigin) async throws -> Auth.Challenge {
        try await gate.check(AccessTraits(email: params.email), origin: origin)
        let challenge: Auth.Challenge
        let isSent: Bool
        do {
            (challenge, isSent) = try await store.inTransaction(until: origin.deadline) { transaction in
                try await sendCode(params, origin: origin, in: transaction)
            }
        } catch let error as RPCError where error.code == .quotaExceeded {
            metrics.passwords.count(.limited)
            throw error
        }
        notifications.wakeRelay()
        metrics.passwords.count(isSent ? .requested : .withheld)
        return challenge
    }

    private func sendCode(
        _ params: Auth.RequestPasswordReset.Params, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> (Auth.Challenge, isSent: Bool) {
        let email = params.email
        let account = try await transaction.accounts.account(email: email)?.user.id
        let requester = try await devices.requester(
            with: params.deviceToken, of: account, origin: origin, in: transaction)
        let limits = policy.resets.limits(to: email.text, from: requester)
        try await challenges.lock(limits, in: transaction)
        let now = try await transaction.now()
        try await challenges.check(limits, now: now, in: transaction)
        try await challenges.spendWork(params.work, to: email.text, from: requester, now: now, in: transaction)
        let isKnown = account != nil
        let part: BudgetClass = requester.isKnownDevice ? .device : isKnown ? .account : .stranger
        let isSent = try await budget.spend(part, now: now, in: transaction)
        let (challenge, code) = try await challenges.begin(
            ForgottenPassword(email: email), isSolvable: isKnown, from: requester, now: now, in: transaction)
        let minutes = Int(policy.codes.lifetime.components.seconds / 60)
        let text: NotificationText = isKnown ? .resetCode(code: code.text, minutes: minutes) : .resetUnknown
        try await notifications.send(
            text.message(to: email, in: origin.language), expiresAt: isSent ? challenge.expiresAt : now, now: now,
            in: transaction)
        try await transaction.record(
            AuditRecord(
                event: isKnown ? .resetRequested : .resetRequestedUnknown,
                subject: attempts.throttle.alias(of: email.text), origin: origin),
            now: now)
        return (challenge.receipt, isSent)
    }

    /// Replaces a forgotten password after verifying the code, ends all sessions, and signs in.
    ///
    /// Nothing depends on the existence of an account until the code is verified, and only then a hash is computed. The
    /// challenge's attempts bound the guesses, which slow their place down together with password guesses. Delays that
    /// others have caused by guessing the account's password stay.
    func reset(_ params: Auth.ResetPassword.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        // A password that is rejected anyway costs no attempt at the code.
        try passwords(params.password)
        let origin = origin.with(device: params.device)
        let place = attempts.throttle.subject(place: origin.place)
        let session = try await hashing.withSlot(HashingTurn(origin)) { slot in
            try await attempts.admit([place], origin: origin)
            let challenge = try await challenges.solved(by: params.code, params.challengeId, origin: origin)
            let email = challenge.content.email
            guard let account = try await store.accounts(until: origin.deadline).account(email: email) else {
                throw RPCError.codeExpired
            }
            try passwords(params.password, owner: PasswordOwner(account.user))
            let hash = try await slot.hash(params.password)
            return try await store.inTransaction(until: origin.deadline) { transaction in
                try await transaction.lockSignIn(of: account.user.id)
                // The address may have moved to another account, or to none, since the code was sent.
                guard let user = try await transaction.accounts.account(email: email)?.user,
                    user.id == account.user.id
                else { throw RPCError.codeExpired }
                let now = try await transaction.now()
                let codes = transaction.codes(ForgottenPassword.self)
                guard try await codes.consume(challenge.id, now: now) else { throw RPCError.codeExpired }
                try await codes.end(to: email.text, now: now)
                try await transaction.throttle.settle([place])
                try await transaction.accounts.setPassword(hash: hash.text, of: user.id)
                try await transaction.sessions.endAll(of: user.id, because: .signInChanged, now: now)
                let session = try await sessions.begin(for: user, from: origin, now: now, in: transaction)
                try await transaction.record(
                    AuditRecord(event: .passwordReset, account: user.id, session: session.sessionID, origin: origin),
                    now: now)
                try await notify(user, at: email, language: origin.language, now: now, in: transaction)
                return session
            }
        }
        notifications.wakeRelay()
        metrics.verifications.count(.right)
        metrics.passwords.count(.reset)
        return try await sessions.tokens(for: session)
    }

    /// Notifies an account's owner by mail and by SMS, which an attacker who took over the mailbox cannot read.
    ///
    /// An SMS is sent only within the day's budget: unlike at a change of number, no code within the budget precedes
    /// it.
    private func notify(
        _ user: Auth.User, at email: EmailAddress, language: Language, now: Instant, in transaction: AuthTransaction
    ) async throws {
        try await notifications.notify(
            NotificationText.passwordChanged.message(to: email, in: language), now: now, in: transaction)
        guard let phone = user.phone, phoneCodes.texts != nil, policy.sms.serves(phone),
            try await phoneCodes.budget.spendOnNotice(now: now, in: transaction)
        else { return }
        try await notifications.notify(NoticeSMS.passwordReset(to: phone, in: language), now: now, in: transaction)
    }
}
