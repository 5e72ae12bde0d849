import Postgres
import Values

extension AuthTransaction {
    /// The maximum number of rows of each kind that are deleted at a time.
    static let sweepLimit = 1_000

    /// Deletes data that is no longer needed, at most ``sweepLimit`` rows of each kind; returns the number of rows.
    func sweep(_ policy: RetentionPolicy, now: Instant) async throws -> Int {
        let codes = [
            (PendingRegistration.statements, policy.registrations), (ForgottenPassword.statements, policy.resets),
            (PhoneProof.statements, policy.phoneCodes),
        ]
        var count = 0
        for (statements, age) in codes {
            if let erase = statements.erase { count += try await sweep(erase, age: .zero, now: now) }
            count += try await sweep(statements.delete, age: age, now: now)
        }
        count += try await sweep(Self.deleteSessions, age: policy.sessions, now: now)
        count += try await sweep(Self.deleteThrottle, age: policy.throttle, now: now)
        count += try await sweep(Self.deleteBudgets, age: policy.budgets, now: now)
        count += try await sweep(Self.deleteChallenges, age: .zero, now: now)
        count += try await sweep(Self.deleteAppeals, age: policy.appeals, now: now)
        count += try await sweep(Self.deleteSpentWork, age: .zero, now: now)
        return count
    }

    private func sweep(_ statement: PreparedStatement, age: Duration, now: Instant) async throws -> Int {
        let end = now.milliseconds - age.wholeMilliseconds
        return try await query(statement, ["end": end, "limit": Self.sweepLimit]).affectedRows
    }

    private static let deleteSessions = PreparedStatement(
        "sweepSessions",
        """
        DELETE FROM session WHERE id IN (
            SELECT id FROM session WHERE expires_at <= :end OR ended_at <= :end LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteThrottle = PreparedStatement(
        "sweepThrottle",
        """
        DELETE FROM login_throttle WHERE key IN (
            SELECT key FROM login_throttle WHERE last_attempt_at <= :end AND known_until <= :end
            LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteAppeals = PreparedStatement(
        "sweepAppeals",
        """
        DELETE FROM access_review WHERE id IN (
            SELECT id FROM access_review WHERE name IS NOT NULL AND coalesce(decided_at, opened_at) <= :end
            LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteSpentWork = PreparedStatement(
        "sweepSpentWork",
        """
        DELETE FROM spent_work WHERE mark IN (
            SELECT mark FROM spent_work WHERE expires_at <= :end LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteChallenges = PreparedStatement(
        "sweepChallenges",
        """
        DELETE FROM answered_challenge WHERE id IN (
            SELECT id FROM answered_challenge WHERE expires_at <= :end LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteBudgets = PreparedStatement(
        "sweepBudgets",
        """
        DELETE FROM code_budget WHERE (channel, hour, part) IN (
            SELECT channel, hour, part FROM code_budget WHERE hour * 3600000 <= :end
            LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
}
