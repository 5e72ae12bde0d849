import RPC
import Values

/// The budget for codes by one channel, which all replicas share.
struct CodeBudget: Sendable {
    let channel: CodeChannel
    let policy: CodeBudgetPolicy
    let metrics: AuthMetrics

    /// Counts a code whose recipient may have an account; returns false if it is to be withheld.
    ///
    /// A code that is withheld is answered like any other, so that the answer says nothing about the account. Locks the
    /// budget until the transaction ends, so it is to be called after all other locks.
    ///
    /// - Throws: `codes-paused` if the budget has nothing left for anyone without a known device, or for anyone at all.
    func spend(_ part: BudgetClass, now: Instant, in transaction: AuthTransaction) async throws -> Bool {
        switch try await take(part, now: now, in: transaction) {
        case .send: return true
        case .withhold: return false
        case .pause(let time): throw RPCError.codesPaused(for: time)
        }
    }

    /// Counts a code that is requested alike for recipients with and without an account, as a stranger's.
    ///
    /// - Throws: `codes-paused` if strangers have nothing left.
    func spendAsStranger(now: Instant, in transaction: AuthTransaction) async throws {
        switch try await take(.stranger, now: now, in: transaction) {
        case .send: return
        case .withhold(let time), .pause(let time): throw RPCError.codesPaused(for: time)
        }
    }

    /// Counts a notice to an account's owner; returns false if nothing is left for it.
    ///
    /// - Parameter isRequired: true for a notice that is sent even then.
    func spendOnNotice(
        isRequired: Bool = false, now: Instant, in transaction: AuthTransaction
    ) async throws -> Bool {
        if try await take(.account, now: now, in: transaction) == .send { return true }
        if isRequired { try await transaction.budget(channel).add(.account, at: now) }
        return isRequired
    }

    /// Reads the codes sent so far, for the metrics.
    func observe(now: Instant, in transaction: AuthTransaction) async throws {
        metrics.observed(try await transaction.budget(channel).use(at: now), of: self, now: now)
    }

    private func take(
        _ part: BudgetClass, now: Instant, in transaction: AuthTransaction
    ) async throws -> BudgetVerdict {
        let store = transaction.budget(channel)
        try await store.lock()
        var use = try await store.use(at: now)
        let verdict = policy.verdict(on: part, use, now: now)
        if verdict == .send {
            try await store.add(part, at: now)
            use.add(part)
        }
        metrics.observed(use, of: self, now: now)
        return verdict
    }
}
