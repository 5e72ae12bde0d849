import Contracts
import Postgres

extension AuthTransaction {
    /// How many rows of a kind are removed at a time.
    static let sweepLimit = 1_000

    /// Removes what is of no use any more, at most ``sweepLimit`` rows of each kind; says how many it were.
    func sweep(_ ages: SweepAges, now: Instant) async throws -> Int {
        var count = 0
        for (statement, age) in [
            (Self.forgetPasswords, Duration.zero), (Self.deleteRegistrations, ages.registrations),
            (Self.deletePasswordResets, ages.resets), (Self.deleteSessions, ages.sessions),
            (Self.deleteThrottle, ages.throttle),
            (Self.forgetPersons, .zero), (Self.deletePhoneChallenges, ages.codes), (Self.deleteBudgets, ages.budgets),
        ] {
            let end = now.milliseconds - age.wholeMilliseconds
            count += try await query(statement, [end, Self.sweepLimit]).affectedRows
        }
        return count
    }

    private static let forgetPasswords = PreparedStatement(
        "sweepPasswords",
        """
        UPDATE registration SET password_hash = NULL WHERE id IN (
            SELECT id FROM registration WHERE password_hash IS NOT NULL AND expires_at <= $1
            LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
    private static let forgetPersons = PreparedStatement(
        "sweepPersons",
        """
        UPDATE phone_challenge SET first_name = NULL, last_name = NULL, email = NULL, birth_date = NULL WHERE id IN (
            SELECT id FROM phone_challenge WHERE first_name IS NOT NULL AND expires_at <= $1
            LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
    private static let deletePhoneChallenges = PreparedStatement(
        "sweepPhoneChallenges",
        """
        DELETE FROM phone_challenge WHERE id IN (
            SELECT id FROM phone_challenge WHERE created_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteBudgets = PreparedStatement(
        "sweepBudgets",
        """
        DELETE FROM sms_budget WHERE day IN (
            SELECT day FROM sms_budget WHERE day * 86400000 <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteRegistrations = PreparedStatement(
        "sweepRegistrations",
        """
        DELETE FROM registration WHERE id IN (
            SELECT id FROM registration WHERE created_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
    private static let deletePasswordResets = PreparedStatement(
        "sweepPasswordResets",
        """
        DELETE FROM password_reset WHERE id IN (
            SELECT id FROM password_reset WHERE created_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteSessions = PreparedStatement(
        "sweepSessions",
        """
        DELETE FROM session WHERE id IN (
            SELECT id FROM session WHERE expires_at <= $1 OR ended_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteThrottle = PreparedStatement(
        "sweepThrottle",
        """
        DELETE FROM login_throttle WHERE key IN (
            SELECT key FROM login_throttle WHERE last_attempt_at <= $1 AND known_until <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
        """)
}

/// How old things grow before they are removed.
struct SweepAges: Sendable {
    /// Since they were begun; no shorter than the windows that count them.
    var registrations: Duration
    /// Codes that replace a password, since they were asked for; no shorter than the windows that count them.
    var resets: Duration
    /// Since they ended; longer than an access token lives.
    var sessions: Duration = .seconds(86_400)
    /// Codes by SMS, since they were asked for; no shorter than the windows that count them.
    var codes: Duration
    /// What was spent on SMS, since the day began.
    var budgets: Duration = .seconds(90 * 86_400)
    /// Since the last attempt.
    var throttle: Duration
}
