import Database
import Postgres
import Values

/// The sign-in attempts by subject of the throttle.
struct ThrottleStore: Sendable {
    let transaction: AuthTransaction

    /// Reads subjects and locks them: serializes attempts on all replicas until the transaction ends.
    func lock(_ keys: [String]) async throws -> [String: ThrottleState] {
        // A row must exist to be locked. All attempts insert and lock in the same order, so that they never deadlock.
        _ = try await transaction.query(Self.ensureStatement, ["keys": keys])
        var states: [String: ThrottleState] = [:]
        for row in try await transaction.query(Self.lockStatement, ["keys": keys]) {
            states[try row.read("key")] = ThrottleState(
                failures: try row.read("failures"), lastAttemptAt: try row.read("last_attempt_at"),
                knownUntil: try row.read("known_until"))
        }
        return states
    }

    /// Stores the number of failures of each subject; `now` becomes the time of its last attempt.
    func set(_ failures: [(key: String, failures: Int)], now: Instant) async throws {
        _ = try await transaction.query(
            Self.setStatement, ["keys": failures.map(\.key), "failures": failures.map(\.failures), "now": now])
    }

    /// Records a success: clears the failures of subjects that a success clears, and takes back one attempt of the
    /// others.
    func settle(_ subjects: [LoginThrottle.Subject]) async throws {
        let cleared = subjects.filter(\.isClearedBySuccess).map(\.key)
        if !cleared.isEmpty { _ = try await transaction.query(Self.clearStatement, ["keys": cleared]) }
        _ = try await transaction.query(
            Self.forgiveStatement, ["keys": subjects.filter { !$0.isClearedBySuccess }.map(\.key)])
    }

    /// Marks the places of an account as known after a success.
    func markKnown(_ keys: [String], until end: Instant) async throws {
        _ = try await transaction.query(Self.markKnownStatement, ["keys": keys, "end": end])
    }

    private static let markKnownStatement = PreparedStatement(
        "knowPlaces", "UPDATE login_throttle SET known_until = :end WHERE key = ANY(:keys::text[])")
    private static let ensureStatement = PreparedStatement(
        "ensureThrottle",
        """
        INSERT INTO login_throttle (key, failures, last_attempt_at)
        SELECT key, 0, 0 FROM unnest(:keys::text[]) AS key ORDER BY key ON CONFLICT DO NOTHING
        """)
    private static let lockStatement = PreparedStatement(
        "lockThrottle",
        """
        SELECT key, failures, last_attempt_at, known_until FROM login_throttle
        WHERE key = ANY(:keys::text[]) ORDER BY key FOR UPDATE
        """)
    private static let setStatement = PreparedStatement(
        "setThrottle",
        """
        INSERT INTO login_throttle (key, failures, last_attempt_at)
        SELECT key, failures, :now FROM unnest(:keys::text[], :failures::bigint[]) AS new (key, failures) ORDER BY key
        ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, last_attempt_at = excluded.last_attempt_at
        """)
    private static let clearStatement = PreparedStatement(
        "clearThrottle", "UPDATE login_throttle SET failures = 0 WHERE key = ANY(:keys::text[])")
    private static let forgiveStatement = PreparedStatement(
        "forgiveThrottle",
        "UPDATE login_throttle SET failures = failures - 1 WHERE key = ANY(:keys::text[]) AND failures > 0")
}
