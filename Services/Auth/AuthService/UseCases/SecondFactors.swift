import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The authenticator apps and recovery codes of accounts, and the check of their codes.
struct SecondFactors: Sendable {
    let store: AuthStore
    let seal: AuthenticatorSeal
    let recoverySeal: RecoveryCodeSeal
    let tokens: SignInTokenSeal
    let attempts: SignInAttempts
    let random: RandomSource
    let policy: FactorPolicy

    /// Returns the challenge of a sign-in to an account with a second factor; `nil` for any other account.
    func challenge(
        for user: Auth.User, now: Instant, in transaction: AuthTransaction
    ) async throws -> Auth.SignInChallenge? {
        guard try await transaction.factors.authenticator(of: user.id)?.confirmedAt != nil,
            let account = try await transaction.accounts.account(id: user.id)
        else { return nil }
        let pending = SignInTokenSeal.Pending(
            holder: SessionHolder(account: user.id, session: random.identifier(at: now)),
            expiresAt: Instant(milliseconds: now.milliseconds + policy.signInLifetime.wholeMilliseconds),
            passwordVersion: account.passwordVersion)
        return Auth.SignInChallenge(signInToken: tokens.token(for: pending), expiresAt: pending.expiresAt)
    }

    /// Counts an attempt, and runs `body` if the code is one of the account's; the code does not work again.
    ///
    /// `body` belongs to the transaction that consumes the code.
    ///
    /// - Parameter isFirst: true for the code that confirms the app; false for any later one.
    /// - Throws: `code-wrong`, or `too-many-attempts` while the account or the network has to wait.
    func verify<Value: Sendable>(
        _ code: FactorCode, of holder: SessionHolder, isFirst: Bool = false, origin: CallOrigin,
        _ body: @Sendable (Instant, AuthTransaction) async throws -> Value
    ) async throws -> Value {
        let account = holder.account
        let subjects = attempts.throttle.subjects(factorOf: account, place: origin.place)
        // Counted and committed before the code is compared, so that concurrent guesses count one by one.
        let triesLeft = try await attempts.admit(subjects, origin: origin)
        let value: Value? = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: account)
            let now = try await transaction.now()
            let app = try await transaction.factors.authenticator(of: account)
            guard let app, isFirst == (app.confirmedAt == nil),
                try await consume(code, of: app, account, now: now, in: transaction)
            else { return nil }
            try await transaction.throttle.settle(subjects)
            try await transaction.throttle.markKnown(
                subjects.filter(\.becomesKnown).map(\.key),
                until: now.advanced(bySeconds: LoginThrottle.knownPlaceLifetime.components.seconds))
            return try await body(now, transaction)
        }
        guard let value else {
            try await store.record(AuditRecord(event: .factorFailed, account: account, origin: origin))
            attempts.metrics.verifications.count(.wrong)
            throw RPCError.codeWrong(triesLeft: triesLeft)
        }
        attempts.metrics.verifications.count(.right)
        return value
    }

    /// Consumes a code of the app or a recovery code; returns false if it is neither.
    private func consume(
        _ code: FactorCode, of authenticator: Authenticator, _ account: Identifier, now: Instant,
        in transaction: AuthTransaction
    ) async throws -> Bool {
        guard let timeCode = seal.open(authenticator.sealed, of: account) else { return false }
        if let step = timeCode.step(of: code.text, after: authenticator.lastStep, now: now) {
            try await transaction.factors.accept(step, of: account, now: now)
            return true
        }
        let mac = recoverySeal.mac(of: code.text, account: account)
        return try await transaction.factors.useRecoveryCode(mac, of: account)
    }

    /// Replaces an account's recovery codes and returns the new ones.
    func renewRecoveryCodes(
        of account: Identifier, in transaction: AuthTransaction
    ) async throws -> Auth.RecoveryCodes {
        let codes = (0..<RecoveryCodeSeal.count).map { _ in recoverySeal.makeCode(using: random) }
        try await transaction.factors.setRecoveryCodes(
            codes.map { recoverySeal.mac(of: $0, account: account) }, of: account)
        return Auth.RecoveryCodes(codes: codes.map(FactorCode.init(unchecked:)))
    }
}
