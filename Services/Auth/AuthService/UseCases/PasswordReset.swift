import Contracts
import Notify
import RPC
import ServiceRuntime

/// Another password, for those who forgot theirs and for those who know it.
extension AuthService {
    /// Sends a code to somebody who forgot a password.
    ///
    /// Nothing in the answer, nor in the work that it takes, tells whether an account signs in with the address: if none
    /// does, a request is kept all the same, one that no code belongs to, and the mail says so.
    func requestPasswordReset(
        _ params: Auth.RequestPasswordReset.Params, language: Language, origin: CallOrigin
    ) async throws -> Auth.Challenge {
        let email = params.email
        let challenge: Auth.Challenge
        do {
            challenge = try await store.inTransaction(until: origin.deadline) { transaction in
                try await transaction.lockPasswordResets(of: email, from: origin.place)
                let now = try await transaction.now()
                try await checkResetQuotas(email, origin.place, now: now, in: transaction)

                let isKnown = try await transaction.account(email: email) != nil
                let id = makeID(at: now)
                let code = codes.makeCode(using: random)
                let expiresAt = Instant(milliseconds: now.milliseconds + policy.codes.lifetime.wholeMilliseconds)
                try await transaction.insertPasswordReset(
                    PasswordResetRow(
                        id: id, email: email,
                        codeMAC: isKnown ? codes.mac(of: code, challenge: id) : codes.macOfNoCode(using: random),
                        createdAt: now, expiresAt: expiresAt),
                    place: origin.place)
                let minutes = Int(policy.codes.lifetime.components.seconds / 60)
                let text: NotificationText = isKnown ? .resetCode(code: code.text, minutes: minutes) : .resetUnknown
                try await outbox.enqueue(
                    text.message(to: email, in: language), id: makeID(at: now), expiresAt: expiresAt, now: now,
                    in: transaction.transaction)
                try await transaction.audit(
                    AuditEntry(
                        event: isKnown ? .resetRequested : .resetRequestedUnknown,
                        subject: throttle.alias(of: email), origin: origin),
                    now: now)
                return Auth.Challenge(challengeId: id, expiresAt: expiresAt)
            }
        } catch let error as RPCError where error.code == .quotaExceeded {
            metrics.passwords.count(.limited)
            throw error
        }
        wakeRelay()
        metrics.passwords.count(.asked)
        return challenge
    }

    private func checkResetQuotas(
        _ email: EmailAddress, _ place: NetworkPlace, now: Instant, in transaction: AuthTransaction
    ) async throws {
        for (subject, quota) in [
            (RegistrationSubject.email(email), policy.resetsPerEmail), (.place(place), policy.resetsPerPlace),
        ] {
            let start = Instant(milliseconds: now.milliseconds - quota.window.wholeMilliseconds)
            let (count, oldest) = try await transaction.passwordResets(of: subject, after: start)
            if let wait = quota.wait(count: count, oldest: oldest, now: now) {
                throw RPCError.quotaExceeded("too-many-resets", wait: wait)
            }
        }
    }

    /// Replaces a forgotten password, given the code, ends all sessions, and signs in.
    ///
    /// Until the code is proven nothing depends on whether there is an account; only who proved it waits for the hash.
    /// Guesses are bounded by the challenge's attempts, and slow their place down together with guesses at passwords. The
    /// delays that others have earned by guessing at the account's password stay as they are.
    func resetPassword(
        _ params: Auth.ResetPassword.Params, language: Language, origin: CallOrigin
    ) async throws -> Auth.Tokens {
        // A password that nobody may have costs no attempt at the code.
        if PasswordRules.isCommon(params.password) { throw RPCError.passwordCommon }
        let place = throttle.subject(place: origin.place)
        let session = try await hashing.withSlot(until: origin.deadline) { slot in
            try await admit([place], origin: origin)
            let reset = try await proven(params, origin: origin)
            guard let account = try await store.account(email: reset.email, until: origin.deadline) else {
                throw RPCError.codeExpired
            }
            if PasswordRules.isCommon(params.password, login: account.user.login, email: reset.email) {
                throw RPCError.passwordCommon
            }
            let hash = try await slot.hash(params.password)
            return try await store.inTransaction(until: origin.deadline) { transaction in
                try await transaction.lockSignIn(of: account.user.id)
                // The address may have come to another account, or to none, since the code was sent.
                guard let user = try await transaction.account(email: reset.email)?.user, user.id == account.user.id
                else { throw RPCError.codeExpired }
                let now = try await transaction.now()
                guard try await transaction.consumePasswordReset(reset.id, now: now) else {
                    throw RPCError.codeExpired
                }
                try await transaction.settleThrottle([place])
                return try await replacePassword(
                    of: user, email: reset.email, by: hash, language: language, now: now, origin: origin,
                    in: transaction)
            }
        }
        wakeRelay()
        metrics.verifications.count(.right)
        metrics.passwords.count(.reset)
        return try await tokens(for: session)
    }

    private func replacePassword(
        of user: Auth.User, email: EmailAddress, by hash: PasswordHash, language: Language, now: Instant,
        origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> IssuedSession {
        try await transaction.setPassword(hash: hash.text, of: user.id)
        try await transaction.endPasswordResets(of: email, now: now)
        try await transaction.endSessions(of: user.id, because: .signInChanged, now: now)
        let session = try await begin(sessionOf: user, now: now, in: transaction)
        try await notify(
            NotificationText.passwordChanged.message(to: email, in: language), now: now, in: transaction)
        try await transaction.audit(
            AuditEntry(event: .passwordReset, account: user.id, session: session.id, origin: origin), now: now)
        if let phone = user.phone { try await tellOfReset(phone, language: language, now: now, in: transaction) }
        return session
    }

    /// Tells the account's number by SMS, which whoever took over the mailbox does not read; as long as the day's budget
    /// lasts: unlike a change of number, this comes after no code that was within it.
    private func tellOfReset(
        _ phone: PhoneNumber, language: Language, now: Instant, in transaction: AuthTransaction
    ) async throws {
        guard sms != nil, policy.sms.serves(phone),
            let spent = try await transaction.spendSMS(day: SMSPolicy.day(of: now), budget: policy.sms.budget)
        else { return }
        try await notify(NoticeSMS.passwordReset(to: phone, in: language), now: now, in: transaction)
        metrics.smsSpent(spent)
    }

    /// The request whose code came back.
    private func proven(_ params: Auth.ResetPassword.Params, origin: CallOrigin) async throws -> PasswordResetRow {
        // Counted and committed before the code is looked at, so that guesses made at the same time count one by one.
        let reset = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.countResetAttempt(
                at: params.challengeId, maximum: policy.codes.maximumAttempts, now: now)
        }
        guard let reset else {
            metrics.verifications.count(.expired)
            throw RPCError.codeExpired
        }
        guard codes.isCode(params.code, challenge: reset.id, mac: reset.codeMAC) else {
            try await audit(.verificationFailed, of: reset.email, origin: origin)
            metrics.verifications.count(.wrong)
            throw RPCError.codeWrong
        }
        return reset
    }

    /// Changes the password of somebody who knows it, and ends the account's other sessions.
    ///
    /// A wrong one counts as a failed sign-in: a session that was found somewhere guesses no faster than anybody.
    func changePassword(
        _ params: Auth.ChangePassword.Params, by principal: Principal?, language: Language, origin: CallOrigin
    ) async throws -> Empty {
        let caller = try Self.caller(principal)
        guard let account = try await store.account(id: caller.account, until: origin.deadline) else {
            throw RPCError(.unauthenticated)
        }
        guard let email = account.user.email, let kept = account.passwordHash.flatMap(PasswordHash.init(_:)) else {
            throw RPCError.passwordUnset
        }
        if PasswordRules.isCommon(params.password, login: account.user.login, email: email) {
            throw RPCError.passwordCommon
        }
        let subjects = throttle.subjects(email: email, place: origin.place)
        let isChanged = try await hashing.withSlot(until: origin.deadline) { slot in
            try await admit(subjects, origin: origin)
            guard try await slot.isPassword(params.currentPassword, of: kept) else { return false }
            let hash = try await slot.hash(params.password)
            return try await store.inTransaction(until: origin.deadline) { transaction in
                try await transaction.lockSignIn(of: caller.account)
                try await lockSession(of: caller, in: transaction)
                let now = try await transaction.now()
                // Another change may have been quicker: then the password of before is the current one no more.
                guard try await transaction.account(id: caller.account)?.passwordVersion == account.passwordVersion
                else { return false }
                try await transaction.setPassword(hash: hash.text, of: caller.account)
                try await transaction.endPasswordResets(of: email, now: now)
                try await transaction.endSessions(
                    of: caller.account, except: caller.session, because: .signInChanged, now: now)
                try await transaction.settleThrottle(subjects)
                try await notify(
                    NotificationText.passwordChanged.message(to: email, in: language), now: now, in: transaction)
                try await transaction.audit(
                    AuditEntry(
                        event: .passwordChanged, account: caller.account, session: caller.session, origin: origin),
                    now: now)
                return true
            }
        }
        guard isChanged else {
            try await store.inTransaction(until: origin.deadline) { transaction in
                let now = try await transaction.now()
                try await transaction.audit(
                    AuditEntry(
                        event: .passwordChangeFailed, account: caller.account, session: caller.session,
                        origin: origin),
                    now: now)
            }
            metrics.passwords.count(.wrong)
            throw RPCError.passwordWrong
        }
        wakeRelay()
        metrics.passwords.count(.changed)
        return Empty()
    }
}

extension RPCError {
    fileprivate static let passwordWrong = RPCError(.forbidden, reason: "password-wrong")
    fileprivate static let passwordUnset = RPCError(.conflict, reason: "password-unset")
}
