import AuthContract
import RPC
import ServiceRuntime
import Values

/// Sign-in and registration with a phone number.
struct PhoneSignIn: Sendable {
    let store: AuthStore
    let codes: PhoneCodes
    let registrationTokens: RegistrationTokenSeal
    let sessions: Sessions
    let random: RandomSource
    /// The time for which a verified number waits for the person's data.
    let completion: Duration
    let gate: AccessGate
    /// The declaration to make, with the minimum age.
    let text: DeclarationText
    let metrics: AuthMetrics

    /// Sends a code to a phone number, for signing in or registering.
    ///
    /// The work and the message are the same whether or not the number has an account; only the owner of the phone
    /// learns which.
    func requestCode(_ params: Auth.RequestCode.Params, origin: CallOrigin) async throws -> Auth.PhoneChallenge {
        if let person = params.registration { try await check(person, origin: origin) }
        try await gate.check(AccessTraits(params.registration, phone: params.phone), origin: origin)
        return try await codes.send(
            PhoneProof(phone: params.phone, person: params.registration), device: params.deviceToken, work: params.work,
            origin: origin)
    }

    /// Verifies a code and signs in; creates the account if the number has none and the person's data was sent.
    func verifyCode(_ params: Auth.VerifyCode.Params, origin: CallOrigin) async throws -> Auth.VerifyCode.Result {
        let origin = origin.with(device: params.device)
        let challenge = try await codes.challenges.solved(by: params.code, params.challengeId, origin: origin)
        let proof = challenge.content
        let session: SignIn? = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            let challenges = transaction.codes(PhoneProof.self)
            guard try await challenges.consume(challenge.id, now: now) else { throw RPCError.codeExpired }
            let owner = Owner(phone: proof.phone, person: proof.person, declaredAt: challenge.createdAt)
            let session = try await beginSession(of: owner, now: now, origin: origin, in: transaction)
            if session == nil {
                try await challenges.allowCompletion(
                    of: challenge.id,
                    until: Instant(milliseconds: now.milliseconds + completion.wholeMilliseconds))
            }
            return session
        }
        metrics.verifications.count(.right)
        guard let session else { return Auth.VerifyCode.Result(registrationTokens.token(for: challenge.id)) }
        return Auth.VerifyCode.Result(try await sessions.tokens(for: session))
    }

    /// Creates the account of a verified number, and signs in.
    func completeRegistration(
        _ params: Auth.CompleteRegistration.Params, origin: CallOrigin
    ) async throws -> Auth.Tokens {
        let origin = origin.with(device: params.device)
        try await check(params.registration, origin: origin)
        try await gate.check(AccessTraits(params.registration), origin: origin)
        guard let id = registrationTokens.open(params.registrationToken) else { throw RPCError.registrationExpired }
        let session: SignIn? = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            guard let phone = try await transaction.codes(PhoneProof.self).complete(id, now: now) else { return nil }
            let owner = Owner(phone: phone, person: params.registration, declaredAt: now)
            return try await beginSession(of: owner, now: now, origin: origin, in: transaction)
        }
        guard let session else { throw RPCError.registrationExpired }
        return try await sessions.tokens(for: session)
    }

    /// Checks the data for a new account before anything is sent or stored.
    private func check(_ person: Auth.PersonalData, origin: CallOrigin) async throws {
        try person.declaration.check(text)
        guard let birthDate = person.birthDate else { return }
        let now = try await store.inTransaction(until: origin.deadline) { try await $0.now() }
        try birthDate.checkRange(minimumAge: text.minimumAge, now: now, at: "/registration/birthDate")
    }

    /// The owner of a verified number.
    private struct Owner {
        var phone: PhoneNumber
        /// The data for a new account, if it was sent.
        var person: Auth.PersonalData?
        var declaredAt: Instant
    }

    /// Starts a session for the phone number's owner, creating the account from the personal data if necessary.
    ///
    /// Returns `nil` if there is neither an account nor personal data.
    private func beginSession(
        of owner: Owner, now: Instant, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> SignIn? {
        var event = AuditRecord.Event.signedIn
        var user = try await transaction.accounts.account(phone: owner.phone)?.user
        if user == nil, let person = owner.person {
            let account = NewAccount(
                id: random.identifier(at: now), phone: owner.phone, person, declaredAt: owner.declaredAt)
            if try await transaction.accounts.insert(account, now: now) { event = .verified }
            // A concurrent request may have created the account first.
            user = try await transaction.accounts.account(phone: owner.phone)?.user
        }
        guard let user else { return nil }
        let codes = transaction.codes(PhoneProof.self)
        try await codes.end(to: owner.phone.text, now: now)
        try await codes.endCompletions(of: owner.phone)
        let session = try await sessions.begin(for: user, from: origin, now: now, in: transaction)
        try await transaction.record(
            AuditRecord(
                event: session.event(event), account: user.id, session: session.sessionID,
                subject: self.codes.throttle.alias(of: owner.phone.text), origin: origin),
            now: now)
        return session
    }
}

extension AccessTraits {
    /// Reads the properties of a registration by phone.
    fileprivate init(_ person: Auth.PersonalData?, phone: PhoneNumber? = nil) {
        self.init(contactEmail: person?.email, phone: phone)
    }
}
