import AuthContract
import Contract
import Notify
import RPC
import ServiceRuntime
import Values

/// Sends codes by SMS.
///
/// Each costs money, so their number is limited by recipient, by origin and by day.
struct PhoneCodes: Sendable {
    let store: AuthStore
    let challenges: Challenges<PhoneProof>
    /// The wording of codes; `nil` if no SMS are sent.
    let texts: CodeSMS?
    let policy: SMSPolicy
    let budget: CodeBudget
    let devices: KnownDevices
    let notifications: Notifications
    let throttle: LoginThrottle
    let metrics: AuthMetrics

    /// Sends a code to a phone number.
    ///
    /// The work and the answer are the same with and without an account, also if the budget has nothing left for
    /// numbers without one: the message then expires before it is sent.
    ///
    /// - Parameters:
    ///   - device: the caller's device token, if it has one.
    ///   - work: the caller's proof of work, if one was asked for.
    func send(
        _ proof: PhoneProof, device: DeviceToken? = nil, work: Auth.Work? = nil, origin: CallOrigin
    ) async throws -> Auth.PhoneChallenge {
        guard let texts else { throw RPCError.codesPaused(for: .seconds(3_600)) }
        guard policy.serves(proof.phone) else {
            metrics.codeRequests.count(.country)
            throw RPCError.countryNotServed
        }
        do {
            let (challenge, isSent) = try await store.inTransaction(until: origin.deadline) { transaction in
                let account = try await transaction.accounts.account(phone: proof.phone)?.user.id
                var requester = try await devices.requester(
                    with: device, of: account, origin: origin, in: transaction)
                requester.isSignedIn = proof.account != nil
                // A signed-in owner asks from a device of the account.
                if proof.account != nil, proof.account == account { requester.isKnownDevice = true }
                let part: BudgetClass = requester.isKnownDevice ? .device : account == nil ? .stranger : .account
                // Whoever is signed in may name anybody's number, and is a stranger to it.
                let isForeign = proof.account != nil && proof.account != account
                return try await send(
                    Request(
                        proof: proof, texts: texts, requester: requester, work: work, part: isForeign ? nil : part),
                    origin: origin, in: transaction)
            }
            metrics.codeRequests.count(isSent ? .sent : .withheld)
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

    /// A code to send.
    private struct Request {
        var proof: PhoneProof
        var texts: CodeSMS
        var requester: CodeRequester
        var work: Auth.Work?
        /// The part of the budget; `nil` for a number that is treated alike with and without an account.
        var part: BudgetClass?
    }

    private func send(
        _ request: Request, origin: CallOrigin, in transaction: AuthTransaction
    ) async throws -> (Auth.PhoneChallenge, isSent: Bool) {
        let proof = request.proof
        let limits = policy.limits.limits(to: proof.recipient, from: request.requester)
        try await challenges.lock(limits, in: transaction)
        let now = try await transaction.now()
        try await challenges.check(limits, now: now, in: transaction)
        try await challenges.spendWork(
            request.work, to: proof.recipient, from: request.requester, now: now, in: transaction)
        let (challenge, code) = try await challenges.begin(proof, from: request.requester, now: now, in: transaction)
        // After the row is written, which waits for changes of the account.
        let isSent = try await spend(request.part, now: now, in: transaction)
        try await notifications.send(
            request.texts.message(code: code.text, to: proof.phone, in: origin.language),
            expiresAt: isSent ? challenge.expiresAt : now, now: now, in: transaction)
        try await transaction.record(
            AuditRecord(
                event: .codeRequested, account: proof.account, subject: throttle.alias(of: proof.recipient),
                origin: origin),
            now: now)
        let receipt = Auth.PhoneChallenge(
            challengeId: challenge.id, expiresAt: challenge.expiresAt, resendAt: policy.resendAt(now: now))
        return (receipt, isSent)
    }

    /// Returns false if the code is to be withheld.
    private func spend(_ part: BudgetClass?, now: Instant, in transaction: AuthTransaction) async throws -> Bool {
        if let part { return try await budget.spend(part, now: now, in: transaction) }
        try await budget.spendAsStranger(now: now, in: transaction)
        return true
    }
}
