import Resilience

/// Decides whether a failed transaction runs again, and after which pause.
struct TransactionRetry {
    static let maximumAttempts = 5

    private let backoff = Backoff(first: .milliseconds(2), longest: .milliseconds(16), jitter: .full)
    private var failures = 0
    private var hasMetStalePlan = false

    /// Returns the pause before the next attempt, or `nil` if `error` is final; `random` lies in 0..<1.
    mutating func failed(with error: PostgresError, random: Double) -> Duration? {
        failures += 1
        guard failures < Self.maximumAttempts else { return nil }
        if Self.isConflict(error) { return backoff.wait(afterFailures: failures, random: random) }
        // The table was altered or the prepared statements were dropped; another attempt prepares them again.
        if StalePlan.isShown(by: error), !hasMetStalePlan {
            hasMetStalePlan = true
            return .zero
        }
        return nil
    }

    private static func isConflict(_ error: PostgresError) -> Bool {
        error.code == .serializationFailure || error.code == .deadlock
    }
}
