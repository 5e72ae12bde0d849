import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Challenges by one-time code, shared by registrations, password resets and phone numbers.
struct Challenges<Content: CodeContent>: Sendable {
    let store: AuthStore
    let seal: CodeSeal
    let random: RandomSource
    let throttle: LoginThrottle
    let metrics: AuthMetrics
    let policy: CodePolicy
    let work: ProofOfWork
    /// The reason of the error when a limit is exceeded.
    let excess: ErrorReason

    /// Locks the subjects of `limits`, in the given order, until the transaction ends.
    ///
    /// Every caller names the kinds of subjects in the same order, so that requests never deadlock.
    func lock(_ limits: [CodeLimit], in transaction: AuthTransaction) async throws {
        for limit in limits { try await transaction.codes(Content.self).lock(limit.subject) }
    }

    /// Throws `quotaExceeded` if another code would exceed one of the limits.
    func check(_ limits: [CodeLimit], now: Instant, in transaction: AuthTransaction) async throws {
        var longest: Duration?
        for limit in limits {
            let times = try await transaction.codes(Content.self).times(of: limit, now: now)
            guard let wait = limit.wait(after: times, now: now) else { continue }
            longest = max(wait, longest ?? wait)
        }
        if let longest { throw RPCError.quotaExceeded(excess, wait: longest) }
    }

    /// Throws `work-required` if a requester owes a proof of work and sent none that is valid; checks only.
    ///
    /// Known devices and callers who are signed in owe none.
    @discardableResult
    func checkWork(
        _ proof: Auth.Work?, to recipient: String, from requester: CodeRequester, now: Instant
    ) throws(RPCError) -> WorkSeal.Solved? {
        if requester.isKnownDevice || requester.isSignedIn { return nil }
        return try work.check(proof, kind: Content.statements.table.kind, recipient: recipient, now: now)
    }

    /// Throws `work-required` like ``checkWork(_:to:from:now:)``, and uses the proof up.
    func spendWork(
        _ proof: Auth.Work?, to recipient: String, from requester: CodeRequester, now: Instant,
        in transaction: AuthTransaction
    ) async throws {
        guard let solved = try checkWork(proof, to: recipient, from: requester, now: now) else { return }
        try await work.spend(
            solved, kind: Content.statements.table.kind, recipient: recipient, now: now, in: transaction)
    }

    /// Stores a challenge and creates its code.
    ///
    /// - Parameter isSolvable: false for a challenge that no code solves. It looks like any other, so that an answer
    ///   never reveals whether an address has an account.
    func begin(
        _ content: Content, isSolvable: Bool = true, from requester: CodeRequester, now: Instant,
        in transaction: AuthTransaction
    ) async throws -> (challenge: Challenge<Content>, code: OneTimeCode) {
        let id = random.identifier(at: now)
        let code = seal.makeCode(using: random)
        let challenge = Challenge(
            id: id, content: content,
            codeMAC: isSolvable ? seal.mac(of: code, challenge: id) : seal.macOfNoCode(using: random), createdAt: now,
            expiresAt: Instant(milliseconds: now.milliseconds + policy.lifetime.wholeMilliseconds))
        try await transaction.codes(Content.self).insert(challenge, from: requester)
        return (challenge, code)
    }

    /// Counts a guess, and returns the challenge if the code solves it.
    ///
    /// - Parameter account: the account that the code was sent for, if any.
    func solved(
        by code: OneTimeCode, _ id: Identifier, for account: Identifier? = nil, origin: CallOrigin
    ) async throws -> Challenge<Content> {
        // Counted and committed before the code is compared, so that concurrent guesses count one by one.
        let challenge = try await store.inTransaction(until: origin.deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.codes(Content.self).countAttempt(
                at: id, for: account, maximum: policy.maximumAttempts, now: now)
        }
        guard let challenge else {
            metrics.verifications.count(.expired)
            throw RPCError.codeExpired
        }
        guard seal.isCode(code, challenge: id, mac: challenge.codeMAC) else {
            try await store.record(
                AuditRecord(
                    event: .verificationFailed, account: account,
                    subject: throttle.alias(of: challenge.content.recipient), origin: origin))
            metrics.verifications.count(.wrong)
            throw RPCError.codeWrong(triesLeft: max(policy.maximumAttempts - challenge.attempts, 0))
        }
        return challenge
    }
}

extension Challenge {
    /// The challenge as callers see it.
    var receipt: Auth.Challenge { Auth.Challenge(challengeId: id, expiresAt: expiresAt) }
}
