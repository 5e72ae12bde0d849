import AuthContract
import Contract
import RPC
import ServiceRuntime
import Synchronization
import Values

/// The proof of work that strangers owe for codes while many requested codes are never entered.
struct ProofOfWork: Sendable {
    let seal: WorkSeal
    let policy: WorkPolicy
    /// The lifetime of each kind of code.
    let lifetimes: [CodeKind: Duration]
    let random: RandomSource
    /// The codes of the last hour.
    let uses: ObservedCodeUses
    let metrics: AuthMetrics

    /// Throws `work-required` unless a stranger owes nothing, or has solved a challenge for this code.
    ///
    /// Depends on nothing that belongs to the recipient, so that a refusal says nothing about an account.
    ///
    /// - Returns: the challenge to pass to ``spend(_:kind:recipient:now:in:)``; `nil` if none was necessary.
    func check(
        _ work: Auth.Work?, kind: CodeKind, recipient: String, now: Instant
    ) throws(RPCError) -> WorkSeal.Solved? {
        let bits = policy.bits(after: uses[kind])
        guard bits > 0 else { return nil }
        if let work, let solved = seal.solved(work, kind: kind.rawValue, recipient: recipient, now: now) {
            return solved
        }
        metrics.work.count(work == nil ? .required : .refused)
        throw required(bits: bits, kind: kind, recipient: recipient, now: now)
    }

    /// Records that a challenge was used; throws `work-required` if it had been used before.
    func spend(
        _ solved: WorkSeal.Solved, kind: CodeKind, recipient: String, now: Instant, in transaction: AuthTransaction
    ) async throws {
        guard try await transaction.spentWork.add(solved.mark, expiresAt: solved.expiresAt) else {
            metrics.work.count(.refused)
            throw required(bits: max(1, policy.bits(after: uses[kind])), kind: kind, recipient: recipient, now: now)
        }
        metrics.work.count(.accepted)
    }

    private func required(bits: Int, kind: CodeKind, recipient: String, now: Instant) -> RPCError {
        let expiresAt = Instant(milliseconds: now.milliseconds + policy.lifetime.wholeMilliseconds)
        let challenge = seal.challenge(
            bits: bits, kind: kind.rawValue, recipient: recipient, expiresAt: expiresAt, using: random)
        return RPCError(Auth.workRequired, describedBy: Auth.RequiredWork(challenge: challenge, bits: bits))
    }

    /// Counts one hour of codes that can no longer be entered, over all replicas.
    func observe(now: Instant, in transaction: AuthTransaction) async throws {
        for (kind, lifetime) in lifetimes {
            let end = now.milliseconds - lifetime.wholeMilliseconds
            uses[kind] = try await transaction.use(
                of: kind, after: Instant(milliseconds: end - policy.period.wholeMilliseconds),
                until: Instant(milliseconds: end))
        }
    }
}

/// The codes of the last hour by kind, as last read by this replica.
final class ObservedCodeUses: Sendable {
    private let uses = Mutex<[CodeKind: CodeUse]>([:])

    subscript(kind: CodeKind) -> CodeUse {
        get { uses.withLock { $0[kind] ?? CodeUse() } }
        set { uses.withLock { $0[kind] = newValue } }
    }
}
