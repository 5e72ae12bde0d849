import Contracts
import Notify
import RPC
import ServiceRuntime

extension AuthService {
    /// Begins an account: keeps the registration and sends a code to the address.
    ///
    /// Nothing in the answer, nor in the work that it takes, tells whether the address has an account: in that case a
    /// registration is kept all the same, one that no code belongs to, and the mail says so.
    func register(
        _ params: Auth.Register.Params, language: Language, origin: CallOrigin
    ) async throws -> Auth.Challenge {
        guard params.declaration.notGovernmentMilitary else { throw RPCError.declarationRequired }
        return try await sendCode(
            to: params.email,
            Wish(login: params.login, password: params.password, declarationVersion: params.declaration.version),
            language: language, origin: origin)
    }

    /// What comes to be once a mailbox is proven.
    struct Wish: Sendable {
        var login: DisplayName
        var password: Password
        var declarationVersion: DeclarationVersion?
        /// The account that wants the address; `nil` for a new one.
        var account: Identifier?
    }

    /// Keeps what is wished for and sends a code to the address.
    func sendCode(
        to email: EmailAddress, _ wish: Wish, language: Language, origin: CallOrigin
    ) async throws -> Auth.Challenge {
        if PasswordRules.isCommon(wish.password, login: wish.login, email: email) { throw RPCError.passwordCommon }
        let challenge = try await hashing.withSlot(until: origin.deadline) { slot in
            // Refused before it costs a hash, and again below where it is certain.
            try await store.inTransaction(until: origin.deadline) { transaction in
                try await checkQuotas(email, origin.place, now: transaction.now(), in: transaction)
            }
            let hash = try await slot.hash(wish.password)
            return try await store.inTransaction(until: origin.deadline) { transaction in
                try await begin(wish, of: email, hash: hash, language: language, origin: origin, in: transaction)
            }
        }
        wakeRelay()
        metrics.countRegistration()
        return challenge
    }

    private func begin(
        _ wish: Wish, of email: EmailAddress, hash: PasswordHash, language: Language, origin: CallOrigin,
        in transaction: AuthTransaction
    ) async throws -> Auth.Challenge {
        try await transaction.lockRegistrations(of: .email(email))
        try await transaction.lockRegistrations(of: .place(origin.place))
        let now = try await transaction.now()
        try await checkQuotas(email, origin.place, now: now, in: transaction)

        let holder = try await transaction.account(email: email)?.user.id
        let isKnown = holder != nil && holder != wish.account
        let id = makeID(at: now)
        let code = codes.makeCode(using: random)
        let expiresAt = Instant(milliseconds: now.milliseconds + policy.codes.lifetime.wholeMilliseconds)
        let registration = Registration(
            id: id, login: wish.login, email: email, passwordHash: isKnown ? decoy.text : hash.text,
            declarationVersion: wish.declarationVersion, account: wish.account,
            codeMAC: isKnown ? codes.macOfNoCode(using: random) : codes.mac(of: code, challenge: id),
            createdAt: now, expiresAt: expiresAt)
        try await transaction.insertRegistration(registration, place: origin.place)

        let minutes = Int(policy.codes.lifetime.components.seconds / 60)
        let text: NotificationText =
            switch (isKnown, wish.account) {
            case (true, nil): .accountExists
            case (true, .some): .addressTaken
            case (false, nil): .emailCode(code: code.text, minutes: minutes)
            case (false, .some): .addressCode(code: code.text, minutes: minutes)
            }
        try await outbox.enqueue(
            text.message(to: email, in: language), id: makeID(at: now), expiresAt: expiresAt, now: now,
            in: transaction.transaction)
        try await transaction.audit(
            AuditEntry(
                event: isKnown ? .registeredKnown : .registered, account: wish.account,
                subject: throttle.alias(of: email), origin: origin),
            now: now)
        return Auth.Challenge(challengeId: id, expiresAt: expiresAt)
    }

    private func checkQuotas(
        _ email: EmailAddress, _ place: NetworkPlace, now: Instant, in transaction: AuthTransaction
    ) async throws {
        for (subject, quota) in [
            (RegistrationSubject.email(email), policy.registrationsPerEmail),
            (.place(place), policy.registrationsPerPlace),
        ] {
            let start = Instant(milliseconds: now.milliseconds - quota.window.wholeMilliseconds)
            let (count, oldest) = try await transaction.registrations(of: subject, after: start)
            if let wait = quota.wait(count: count, oldest: oldest, now: now) {
                throw RPCError.quotaExceeded("too-many-registrations", wait: wait)
            }
        }
    }

    /// Makes the account of a registration, given its code, and signs in.
    ///
    /// The code proves the mailbox, and only the password of the same registration is taken: whoever registered with
    /// somebody's address before gains nothing.
    func verifyEmail(_ params: Auth.VerifyEmail.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        let registration = try await proven(params, of: nil, origin: origin)
        let session = try await store.inTransaction(until: origin.deadline) { transaction in
            try await makeAccount(of: registration, origin: origin, in: transaction)
        }
        metrics.verifications.count(.right)
        return try await tokens(for: session)
    }

    /// The registration whose code came back.
    /// - Parameter account: the account that it was begun for; `nil` for a new one.
    func proven(
        _ params: Auth.VerifyEmail.Params, of account: Identifier?, origin: CallOrigin
    ) async throws -> Registration {
        // Counted and committed before the code is looked at, so that guesses made at the same time count one by one.
        let registration = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.countAttempt(
                at: params.challengeId, of: account, maximum: policy.codes.maximumAttempts, now: now)
        }
        guard let registration else {
            metrics.verifications.count(.expired)
            throw RPCError.codeExpired
        }
        guard codes.isCode(params.code, challenge: registration.id, mac: registration.codeMAC) else {
            try await audit(.verificationFailed, of: registration.email, origin: origin)
            metrics.verifications.count(.wrong)
            throw RPCError.codeWrong
        }
        return registration
    }

    private func makeAccount(
        of registration: Registration, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> IssuedSession {
        let now = try await transaction.now()
        guard try await transaction.consume(registration.id, now: now) else { throw RPCError.codeExpired }
        let account = NewAccount(
            id: makeID(at: now), login: registration.login, email: registration.email,
            passwordHash: registration.passwordHash, declarationVersion: registration.declarationVersion?.text ?? "",
            declaredAt: registration.createdAt)
        guard try await transaction.insertAccount(account, now: now) else { throw RPCError.codeExpired }
        try await transaction.endRegistrations(of: registration.email, now: now)
        let user = Auth.User(
            id: account.id, login: account.login, email: account.email, roles: [], createdAt: now)
        let session = try await begin(sessionOf: user, now: now, in: transaction)
        try await transaction.audit(
            AuditEntry(event: .verified, account: user.id, session: session.id, origin: origin), now: now)
        return session
    }

    func audit(_ event: AuditEntry.Event, of email: EmailAddress, origin: CallOrigin) async throws {
        try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            try await transaction.audit(
                AuditEntry(event: event, subject: throttle.alias(of: email), origin: origin), now: now)
        }
    }
}
