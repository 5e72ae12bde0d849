import AuthContract
import RPC
import ServiceRuntime
import Values

/// Sign-in with an e-mail address and a password.
struct PasswordSignIn: Sendable {
    let store: AuthStore
    let hashing: HashingPool
    /// The hash that passwords are checked against if there is no account.
    let decoy: PasswordHash
    let attempts: SignInAttempts
    let devices: KnownDevices
    let sessions: Sessions
    let gate: AccessGate
    let metrics: AuthMetrics

    /// Signs in with e-mail and password.
    ///
    /// Each path costs one hash: with an account, without one, and with a password that no account can have.
    func login(_ params: Auth.Login.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        try await gate.check(AccessTraits(email: params.email), origin: origin)
        let origin = origin.with(device: params.device)
        let isKnown = try await devices.knows(params.deviceToken, of: params.email, origin: origin)
        let subjects =
            isKnown
            ? [attempts.throttle.subject(deviceOf: params.email)]
            : attempts.throttle.subjects(email: params.email, place: origin.place)
        var triesLeft = 0
        let turn = HashingTurn(origin, isPreferred: isKnown)
        let session: SignIn? = try await hashing.withSlot(turn) { slot in
            triesLeft = try await attempts.admit(subjects, origin: origin)
            let credentials = try await store.accounts(until: origin.deadline)
                .credentials(email: params.email, decoy: decoy.text)
            let hash = PasswordHash(credentials.hash) ?? decoy
            let isCorrect = try await slot.isPassword(params.password, of: hash)
            guard isCorrect, let account = credentials.account else { return nil }
            // Only callers who know the password wait for this second hash.
            let renewed = try await slot.renewed(hash, for: params.password)
            return try await begin(account, credentials, renewed: renewed, clearing: subjects, origin: origin)
        }
        guard let session else {
            try await store.record(
                AuditRecord(
                    event: .signInFailed, subject: attempts.throttle.alias(of: params.email.text), origin: origin))
            metrics.logins.count(.wrong)
            throw RPCError.credentialsWrong(triesLeft: triesLeft)
        }
        metrics.logins.count(.right)
        return try await sessions.tokens(for: session)
    }

    /// Starts a session; returns `nil` if the account's password was replaced while its hash was computed.
    private func begin(
        _ account: Identifier, _ credentials: PasswordCredentials, renewed: PasswordHash?,
        clearing subjects: [LoginThrottle.Subject], origin: CallOrigin
    ) async throws -> SignIn? {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: account)
            let now = try await transaction.now()
            let current = try await transaction.accounts.account(id: account)
            guard let current, current.passwordVersion == credentials.version else { return nil }
            if let renewed {
                try await transaction.accounts.renewPasswordHash(of: account, from: credentials.hash, to: renewed.text)
            }
            try await transaction.throttle.settle(subjects)
            try await transaction.throttle.markKnown(
                subjects.filter(\.becomesKnown).map(\.key),
                until: now.advanced(bySeconds: LoginThrottle.knownPlaceLifetime.components.seconds))
            let session = try await sessions.begin(for: current.user, from: origin, now: now, in: transaction)
            try await transaction.record(
                AuditRecord(
                    event: session.event(.signedIn), account: account, session: session.sessionID, origin: origin),
                now: now)
            return session
        }
    }
}
