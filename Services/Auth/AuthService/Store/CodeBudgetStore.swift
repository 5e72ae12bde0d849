import Database
import Postgres
import Values

/// A channel by which codes are sent, with a budget of its own.
enum CodeChannel: String, Sendable, CaseIterable { case sms, mail }

/// The numbers of codes that all replicas together send by one channel.
struct CodeBudgetStore: Sendable {
    let transaction: AuthTransaction
    let channel: CodeChannel

    /// Locks the channel: serializes the transactions that send codes by it until this one ends.
    ///
    /// To be called after all other locks.
    func lock() async throws { try await transaction.lock("budget/\(channel.rawValue)") }

    /// Reads the codes sent today and in this hour.
    func use(at now: Instant) async throws -> BudgetUse {
        var use = BudgetUse()
        let firstHour = CodeBudgetPolicy.firstHour(of: now)
        let rows = try await transaction.query(
            Self.useStatement,
            [
                "channel": channel.rawValue, "first": firstHour, "end": firstHour + 24,
                "hour": CodeBudgetPolicy.hour(of: now),
            ])
        for row in rows {
            guard let part = BudgetClass(rawValue: try row.read("part")) else { continue }
            use.day[part] = try row.read("of_day")
            use.hour[part] = try row.read("of_hour")
        }
        return use
    }

    /// Counts a code.
    func add(_ part: BudgetClass, at now: Instant) async throws {
        _ = try await transaction.query(
            Self.addStatement,
            ["channel": channel.rawValue, "hour": CodeBudgetPolicy.hour(of: now), "part": part.rawValue])
    }

    private static let useStatement = PreparedStatement(
        "budgetUse",
        """
        SELECT part, sum(sent)::bigint AS of_day, coalesce(sum(sent) FILTER (WHERE hour = :hour), 0)::bigint AS of_hour
        FROM code_budget WHERE channel = :channel AND hour >= :first AND hour < :end GROUP BY part
        """)
    private static let addStatement = PreparedStatement(
        "spendBudget",
        """
        INSERT INTO code_budget (channel, hour, part, sent) VALUES (:channel, :hour, :part, 1)
        ON CONFLICT (channel, hour, part) DO UPDATE SET sent = code_budget.sent + 1
        """)
}
