import Notify
import ServiceRuntime

/// What `auth` measures.
struct AuthMetrics: Sendable {
    enum VerificationOutcome: String, CaseIterable { case right, wrong, expired }
    enum LoginOutcome: String, CaseIterable { case right, wrong, throttled }
    enum RefreshOutcome: String, CaseIterable { case rotated, repeated, reused, over, invalid }

    private let registered: Counter
    private let hashTimes: Histogram
    let verifications: OutcomeCounters<VerificationOutcome>
    let logins: OutcomeCounters<LoginOutcome>
    let refreshes: OutcomeCounters<RefreshOutcome>
    let deliveries: OutcomeCounters<DeliveryOutcome>

    init(_ metrics: Metrics) {
        registered = metrics.counter("vokol_auth_registrations_total", help: "Registrations begun")
        hashTimes = metrics.histogram("vokol_auth_hash_seconds", help: "Time to hash one password")
        verifications = OutcomeCounters("vokol_auth_verifications_total", help: "Codes sent back", in: metrics)
        logins = OutcomeCounters("vokol_auth_logins_total", help: "Attempts to sign in", in: metrics)
        refreshes = OutcomeCounters("vokol_auth_refreshes_total", help: "Refresh tokens presented", in: metrics)
        deliveries = OutcomeCounters("vokol_notify_deliveries_total", help: "Attempts to send messages", in: metrics)
    }

    func countRegistration() { registered.add() }

    @Sendable func hashed(in time: Duration) { hashTimes.observe(time) }

    /// Shows what the threads that hash are doing.
    func observe(_ hashing: HashingPool, in metrics: Metrics) {
        metrics.observe("vokol_auth_hashing_slots", help: "Passwords being hashed or waiting") {
            Double(hashing.inUse)
        }
    }
}

/// One counter for each way in which something can end.
struct OutcomeCounters<Outcome: CaseIterable & RawRepresentable<String> & Hashable & Sendable>: Sendable {
    private let counters: [Outcome: Counter]

    init(_ name: String, help: String, in metrics: Metrics) {
        counters = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map { outcome in
                (outcome, metrics.counter(name, [("outcome", outcome.rawValue)], help: help))
            })
    }

    @Sendable func count(_ outcome: Outcome) { counters[outcome]?.add() }

    /// How often it has ended so.
    subscript(outcome: Outcome) -> UInt64 { counters[outcome]?.current ?? 0 }
}
