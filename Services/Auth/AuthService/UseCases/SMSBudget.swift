import Values

/// The day's budget for SMS, which all replicas share.
struct SMSBudget: Sendable {
    let policy: SMSPolicy
    let metrics: AuthMetrics

    /// Counts one SMS; returns false if the budget is used up. To be called last in a transaction.
    func spend(now: Instant, in transaction: AuthTransaction) async throws -> Bool {
        let spent = try await transaction.smsBudget.spend(day: SMSPolicy.day(of: now), budget: policy.budget)
        if let spent { metrics.smsSpent(spent) }
        return spent != nil
    }
}
