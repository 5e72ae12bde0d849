import AuthContract
import RPC
import ServiceRuntime

/// Throttles guesses at passwords and codes.
struct SignInAttempts: Sendable {
    let store: AuthStore
    let throttle: LoginThrottle
    let metrics: AuthMetrics

    /// Counts an attempt for all subjects, or for none if one of them has to wait.
    ///
    /// An attempt counts as a failure until it succeeds; one that never finishes stays a failure.
    ///
    /// - Returns: the number of further attempts that can fail without a delay.
    @discardableResult
    func admit(_ subjects: [LoginThrottle.Subject], origin: CallOrigin) async throws -> Int {
        try await store.inTransaction(until: origin.deadline) { transaction in
            let states = try await transaction.throttle.lock(subjects.map(\.key))
            let now = try await transaction.now()
            let isKnown = states.values.contains { $0.knownUntil > now }
            var failures: [(key: String, failures: Int)] = []
            var wait = Duration.zero
            var triesLeft = Int.max
            for subject in subjects {
                switch subject.policy.judge(states[subject.key], now: now) {
                case .admitted(let count):
                    failures.append((subject.key, count))
                    if subject.yieldsToKnownPlace && isKnown { break }
                    triesLeft = min(triesLeft, max(subject.policy.freeFailures - count, 0))
                case .refused where subject.yieldsToKnownPlace && isKnown: break
                case .refused(let duration): wait = max(wait, duration)
                }
            }
            guard wait == .zero else {
                metrics.logins.count(.throttled)
                throw RPCError.quotaExceeded(Auth.tooManyAttempts, wait: wait)
            }
            try await transaction.throttle.set(failures, now: now)
            return triesLeft
        }
    }
}
