import AuthContract
import Contract
import Notify
import RPC
import ServiceRuntime

/// Sends codes by SMS.
///
/// Each costs money, so their number is limited by recipient, by origin and by day.
struct PhoneCodes: Sendable {
    let store: AuthStore
    let challenges: Challenges<PhoneProof>
    /// The wording of codes; `nil` if no SMS are sent.
    let texts: CodeSMS?
    let budget: SMSBudget
    let notifications: Notifications
    let throttle: LoginThrottle
    let metrics: AuthMetrics

    private var policy: SMSPolicy { budget.policy }

    /// Sends a code to a phone number.
    func send(_ proof: PhoneProof, origin: CallOrigin) async throws -> Auth.PhoneChallenge {
        guard let texts else { throw RPCError.codesPaused(for: .seconds(3_600)) }
        guard policy.serves(proof.phone) else {
            metrics.codeRequests.count(.country)
            throw RPCError.countryNotServed
        }
        do {
            let challenge = try await store.inTransaction(until: origin.deadline) { transaction in
                try await send(proof, texts, origin: origin, in: transaction)
            }
            metrics.codeRequests.count(.sent)
            notifications.wakeRelay()
            return challenge
        } catch let error as RPCError where error.reason == challenges.excess.reason {
            metrics.codeRequests.count(.limited)
            throw error
        } catch let error as RPCError where error.reason == Auth.codesPaused.reason {
            metrics.codeRequests.count(.budget)
            throw error
        }
    }

    private func send(
        _ proof: PhoneProof, _ texts: CodeSMS, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> Auth.PhoneChallenge {
        let limits = policy.limits(to: proof.phone, from: origin.place)
        try await challenges.lock(limits, in: transaction)
        let now = try await transaction.now()
        try await challenges.check(limits, now: now, in: transaction)
        let (challenge, code) = try await challenges.begin(proof, from: origin.place, now: now, in: transaction)
        try await notifications.send(
            texts.message(code: code.text, to: proof.phone, in: origin.language), expiresAt: challenge.expiresAt,
            now: now, in: transaction)
        try await transaction.record(
            AuditRecord(
                event: .codeRequested, account: proof.account, subject: throttle.alias(of: proof.recipient),
                origin: origin),
            now: now)
        guard try await budget.spend(now: now, in: transaction) else {
            throw RPCError.codesPaused(for: SMSPolicy.untilTomorrow(from: now))
        }
        return Auth.PhoneChallenge(
            challengeId: challenge.id, expiresAt: challenge.expiresAt, resendAt: policy.resendAt(now: now))
    }
}
