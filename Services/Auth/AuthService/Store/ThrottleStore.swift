import Contracts
import Postgres

extension AuthTransaction {
    /// What is remembered of subjects, locked to the end of the transaction: attempts come one after the other, on
    /// whatever replica.
    func lockThrottle(_ keys: [String]) async throws -> [String: ThrottleState] {
        // There must be a row to lock; always in the same order, so that nobody waits for each other.
        _ = try await query(Self.ensureStatement, [keys])
        var states: [String: ThrottleState] = [:]
        for row in try await query(Self.lockStatement, [keys]) {
            states[try row.decode(String.self, at: 0)] = ThrottleState(
                failures: try row.decode(Int.self, at: 1), lastAttemptAt: try row.instant(at: 2),
                knownUntil: try row.instant(at: 3))
        }
        return states
    }

    /// Remembers an attempt of each subject.
    func setThrottle(_ failures: [(key: String, failures: Int)], now: Instant) async throws {
        _ = try await query(
            Self.setStatement, [failures.map(\.key), failures.map(\.failures), now.milliseconds])
    }

    /// Forgets, after a success, the failures of the subjects that it clears, and one attempt of the others.
    func settleThrottle(_ subjects: [LoginThrottle.Subject]) async throws {
        let cleared = subjects.filter(\.isClearedBySuccess).map(\.key)
        if !cleared.isEmpty { _ = try await query(Self.clearStatement, [cleared]) }
        _ = try await query(Self.forgiveStatement, [subjects.filter { !$0.isClearedBySuccess }.map(\.key)])
    }

    /// Remembers that these subjects were right, each an account in one place.
    func knowPlaces(_ keys: [String], until end: Instant) async throws {
        _ = try await query(Self.knowStatement, [keys, end.milliseconds])
    }

    private static let knowStatement = PreparedStatement(
        "knowPlaces", "UPDATE login_throttle SET known_until = $2 WHERE key = ANY($1::text[])")
    private static let ensureStatement = PreparedStatement(
        "ensureThrottle",
        """
        INSERT INTO login_throttle (key, failures, last_attempt_at)
        SELECT key, 0, 0 FROM unnest($1::text[]) AS key ORDER BY key ON CONFLICT DO NOTHING
        """)
    private static let lockStatement = PreparedStatement(
        "lockThrottle",
        """
        SELECT key, failures, last_attempt_at, known_until FROM login_throttle WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE
        """)
    private static let setStatement = PreparedStatement(
        "setThrottle",
        """
        INSERT INTO login_throttle (key, failures, last_attempt_at)
        SELECT key, failures, $3 FROM unnest($1::text[], $2::bigint[]) AS new (key, failures) ORDER BY key
        ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, last_attempt_at = excluded.last_attempt_at
        """)
    private static let clearStatement = PreparedStatement(
        "clearThrottle", "UPDATE login_throttle SET failures = 0 WHERE key = ANY($1::text[])")
    private static let forgiveStatement = PreparedStatement(
        "forgiveThrottle",
        "UPDATE login_throttle SET failures = failures - 1 WHERE key = ANY($1::text[]) AND failures > 0")
}
