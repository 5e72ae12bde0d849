import Contracts
import Notify
import Postgres
import RPC
import ServiceRuntime

extension AuthService {
    /// Sends a code to a telephone, for signing in or registering.
    ///
    /// The same work and the same message whether the number has an account: which of the two it was, only whoever holds the
    /// telephone learns.
    func requestCode(
        _ params: Auth.RequestCode.Params, language: Language, origin: CallOrigin
    ) async throws -> Auth.PhoneChallenge {
        if let registration = params.registration, !registration.declaration.notGovernmentMilitary {
            throw RPCError.declarationRequired
        }
        return try await sendCode(to: params.phone, person: params.registration, language: language, origin: origin)
    }

    /// Sends a code to the telephone with which an account wants to sign in.
    func setPhone(
        _ params: Auth.SetPhone.Params, by principal: Principal?, language: Language, origin: CallOrigin
    ) async throws -> Auth.PhoneChallenge {
        let caller = try Self.caller(principal)
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await checkRecentSignIn(caller, in: transaction)
        }
        return try await sendCode(to: params.phone, account: caller.account, language: language, origin: origin)
    }

    private func sendCode(
        to phone: PhoneNumber, account: Identifier? = nil, person: Auth.PersonalData? = nil, language: Language,
        origin: CallOrigin
    ) async throws -> Auth.PhoneChallenge {
        guard let sms else { throw RPCError.codesPaused(for: .seconds(3_600)) }
        guard policy.sms.serves(phone) else {
            metrics.codeRequests.count(.country)
            throw RPCError.countryNotServed
        }
        do {
            let challenge = try await store.inTransaction(until: origin.deadline) { transaction in
                try await transaction.lockCodes(to: phone, from: origin.place)
                let now = try await transaction.now()
                try await checkQuotas(phone, origin.place, now: now, in: transaction)
                let id = makeID(at: now)
                let code = codes.makeCode(using: random)
                let expiresAt = Instant(milliseconds: now.milliseconds + policy.sms.codes.lifetime.wholeMilliseconds)
                try await transaction.insertPhoneChallenge(
                    PhoneChallengeRow(
                        id: id, phone: phone, account: account, person: person,
                        codeMAC: codes.mac(of: code, challenge: id), createdAt: now, expiresAt: expiresAt),
                    place: origin.place)
                try await outbox.enqueue(
                    sms.message(code: code.text, to: phone, in: language), id: makeID(at: now), expiresAt: expiresAt,
                    now: now,
                    in: transaction.transaction)
                try await transaction.audit(
                    AuditEntry(
                        event: .codeRequested, account: account, subject: throttle.alias(of: phone), origin: origin),
                    now: now)
                guard
                    let spent = try await transaction.spendSMS(
                        day: SMSPolicy.day(of: now), budget: policy.sms.budget)
                else { throw RPCError.codesPaused(for: SMSPolicy.untilTomorrow(from: now)) }
                metrics.smsSpent(spent)
                return Auth.PhoneChallenge(
                    challengeId: id, expiresAt: expiresAt, resendAt: policy.sms.resendAt(now: now))
            }
            metrics.codeRequests.count(.sent)
            wakeRelay()
            return challenge
        } catch let error as RPCError where error.reason == "too-many-codes" {
            metrics.codeRequests.count(.limited)
            throw error
        } catch let error as RPCError where error.reason == "codes-paused" {
            metrics.codeRequests.count(.budget)
            throw error
        }
    }

    private func checkQuotas(
        _ phone: PhoneNumber, _ place: NetworkPlace, now: Instant, in transaction: AuthTransaction
    ) async throws {
        func times(_ subject: SMSSubject, _ quotas: [Quota]) async throws -> [Instant] {
            let memory = quotas.map(\.window).max() ?? .zero
            return try await transaction.codeTimes(
                of: subject, after: Instant(milliseconds: now.milliseconds - memory.wholeMilliseconds),
                limit: quotas.map(\.limit).max() ?? 0)
        }
        let wait = policy.sms.wait(
            phone: try await times(.phone(phone), policy.sms.perPhone),
            place: try await times(.place(place), [policy.sms.perPlace]),
            prefix: try await times(.prefix(phone), [policy.sms.perPrefix]), now: now)
        if let wait { throw RPCError.quotaExceeded("too-many-codes", wait: wait) }
    }

    /// Signs in with a code, making the account if the number has none and the person's data came along.
    func verifyCode(_ params: Auth.VerifyCode.Params, origin: CallOrigin) async throws -> Auth.VerifyCode.Result {
        let challenge = try await proven(params, of: nil, origin: origin)
        let session: IssuedSession? = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            let account = try await transaction.account(phone: challenge.phone)
            let isKnown = account != nil || challenge.person != nil
            let completesUntil = Instant(
                milliseconds: now.milliseconds + policy.sms.completion.wholeMilliseconds)
            guard
                try await transaction.consumePhoneChallenge(
                    challenge.id, completesUntil: isKnown ? nil : completesUntil, now: now)
            else { throw RPCError.codeExpired }
            return try await beginSession(
                of: challenge.phone, person: challenge.person, declaredAt: challenge.createdAt, now: now,
                origin: origin, in: transaction)
        }
        metrics.verifications.count(.right)
        guard let session else { return Auth.VerifyCode.Result(registrationTokens.token(for: challenge.id)) }
        return Auth.VerifyCode.Result(try await tokens(for: session))
    }

    /// Makes the account of a number that was proven, and signs in.
    func completeRegistration(
        _ params: Auth.CompleteRegistration.Params, origin: CallOrigin
    ) async throws -> Auth.Tokens {
        guard params.registration.declaration.notGovernmentMilitary else { throw RPCError.declarationRequired }
        guard let id = registrationTokens.open(params.registrationToken) else { throw RPCError.registrationExpired }
        let session: IssuedSession? = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            guard let phone = try await transaction.completePhoneChallenge(id, now: now) else { return nil }
            return try await beginSession(
                of: phone, person: params.registration, declaredAt: now, now: now, origin: origin, in: transaction)
        }
        guard let session else { throw RPCError.registrationExpired }
        return try await tokens(for: session)
    }

    /// A session of the account that has a proven number, which is made of the person's data if there is none; `nil` without
    /// either.
    private func beginSession(
        of phone: PhoneNumber, person: Auth.PersonalData?, declaredAt: Instant, now: Instant, origin: CallOrigin,
        in transaction: AuthTransaction
    ) async throws -> IssuedSession? {
        var event = AuditEntry.Event.signedIn
        var user = try await transaction.account(phone: phone)?.user
        if user == nil, let person {
            let id = makeID(at: now)
            if try await transaction.insertAccount(id, of: phone, person, declaredAt: declaredAt, now: now) {
                event = .verified
            }
            // Somebody else who has the telephone may have been quicker; it is that account then.
            user = try await transaction.account(phone: phone)?.user
        }
        guard let user else { return nil }
        try await transaction.endPhoneChallenges(of: phone, now: now)
        let session = try await begin(sessionOf: user, now: now, in: transaction)
        try await transaction.audit(
            AuditEntry(
                event: event, account: user.id, session: session.id, subject: throttle.alias(of: phone),
                origin: origin), now: now)
        return session
    }

    /// Gives an account the number whose code came back.
    ///
    /// If it had another one or none, ends all other sessions of the account, and tells the former number.
    func confirmPhone(
        _ params: Auth.ConfirmPhone.Params, by principal: Principal?, language: Language, origin: CallOrigin
    ) async throws -> Auth.User {
        let caller = try Self.caller(principal)
        let challenge = try await proven(params, of: caller.account, origin: origin)
        let user = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: caller.account)
            try await checkRecentSignIn(caller, in: transaction)
            let now = try await transaction.now()
            guard try await transaction.consumePhoneChallenge(challenge.id, now: now) else {
                throw RPCError.codeExpired
            }
            let former = try await transaction.account(id: caller.account)?.user.phone
            do {
                try await transaction.setPhone(challenge.phone, of: caller.account)
            } catch let error as PostgresError where error.code == .uniqueViolation(constraint: "account_phone_once") {
                throw RPCError.phoneTaken
            }
            try await transaction.endPhoneChallenges(of: challenge.phone, now: now)
            if former != challenge.phone {
                try await transaction.endSessions(
                    of: caller.account, except: caller.session, because: .signInChanged, now: now)
                if let former { try await tellOfChange(former, language: language, now: now, in: transaction) }
            }
            try await transaction.audit(
                AuditEntry(
                    event: .phoneSet, account: caller.account, session: caller.session,
                    subject: throttle.alias(of: challenge.phone), origin: origin),
                now: now)
            return try await transaction.account(id: caller.account)?.user
        }
        wakeRelay()
        metrics.verifications.count(.right)
        guard let user else { throw RPCError(.unauthenticated) }
        return user
    }

    /// Tells the former number of an account by SMS.
    ///
    /// It counts towards the day's budget and is sent also when that is spent: each comes after a code that was within it.
    private func tellOfChange(
        _ former: PhoneNumber, language: Language, now: Instant, in transaction: AuthTransaction
    ) async throws {
        guard sms != nil else { return }
        try await notify(NoticeSMS.phoneChanged(to: former, in: language), now: now, in: transaction)
        let spent = try await transaction.spendSMS(day: SMSPolicy.day(of: now), budget: policy.sms.budget)
        if let spent { metrics.smsSpent(spent) }
    }

    /// The challenge whose code came back.
    /// - Parameter account: the account that the challenge was made for; `nil` for signing in.
    private func proven(
        _ params: Auth.VerifyCode.Params, of account: Identifier?, origin: CallOrigin
    ) async throws -> PhoneChallengeRow {
        // Counted and committed before the code is looked at, so that guesses made at the same time count one by one.
        let challenge = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.countPhoneAttempt(
                at: params.challengeId, of: account, maximum: policy.sms.codes.maximumAttempts, now: now)
        }
        guard let challenge else {
            metrics.verifications.count(.expired)
            throw RPCError.codeExpired
        }
        guard codes.isCode(params.code, challenge: challenge.id, mac: challenge.codeMAC) else {
            try await store.inTransaction(until: origin.deadline) { transaction in
                let now = try await transaction.now()
                try await transaction.audit(
                    AuditEntry(
                        event: .verificationFailed, account: account, subject: throttle.alias(of: challenge.phone),
                        origin: origin),
                    now: now)
            }
            metrics.verifications.count(.wrong)
            throw RPCError.codeWrong
        }
        return challenge
    }
}

extension RPCError {
    fileprivate static let countryNotServed = RPCError(
        .invalidParams, reason: "country-not-served",
        faults: [FieldFault(pointer: "/phone", detail: "is a number of a country that no codes are sent to")])
    fileprivate static let registrationExpired = RPCError(.forbidden, reason: "registration-expired")
    fileprivate static let phoneTaken = RPCError(.conflict, reason: "phone-taken")

    fileprivate static func codesPaused(for time: Duration) -> RPCError {
        RPCError(.unavailable, reason: "codes-paused", retryAfterMilliseconds: time.wholeMilliseconds)
    }
}
