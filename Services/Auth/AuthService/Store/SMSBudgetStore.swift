import Postgres

/// The number of SMS sent each day by all replicas together.
struct SMSBudgetStore: Sendable {
    let transaction: AuthTransaction

    /// Counts an SMS against a day's budget, and returns the new count, or `nil` if the budget is used up.
    ///
    /// Locks the day until the transaction ends, so it is to be called last.
    func spend(day: Int64, budget: Int64) async throws -> Int64? {
        try await transaction.query(Self.spendStatement, ["day": day, "budget": budget]).first?.read("sent")
    }

    /// Returns the number of SMS sent on a day.
    func spent(day: Int64) async throws -> Int64 {
        try await transaction.query(Self.spentStatement, ["day": day]).first?.read("sent") ?? 0
    }

    private static let spendStatement = PreparedStatement(
        "spendSMS",
        """
        INSERT INTO sms_budget (day, sent) SELECT :day, 1 WHERE :budget::bigint > 0
        ON CONFLICT (day) DO UPDATE SET sent = sms_budget.sent + 1 WHERE sms_budget.sent < :budget
        RETURNING sent
        """)
    private static let spentStatement = PreparedStatement(
        "spentSMS", "SELECT sent FROM sms_budget WHERE day = :day")
}
