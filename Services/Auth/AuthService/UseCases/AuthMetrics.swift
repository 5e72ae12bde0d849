import AuthContract
import Notify
import ServiceRuntime
import Synchronization

/// The metrics of `auth`.
struct AuthMetrics: Sendable {
    enum VerificationOutcome: String, CaseIterable { case right, wrong, expired }
    enum LoginOutcome: String, CaseIterable { case right, wrong, throttled }
    enum CodeRequestOutcome: String, CaseIterable { case sent, limited, budget, country }
    enum PasswordOutcome: String, CaseIterable { case requested = "asked", limited, reset, changed, wrong }
    enum RefreshOutcome: String, CaseIterable { case rotated, repeated, reused, refused, ended = "over", invalid }

    private let registered: Counter
    private let hashTimes: Histogram
    private let spent = SpentSMS()
    let verifications: OutcomeCounters<VerificationOutcome>
    let logins: OutcomeCounters<LoginOutcome>
    let refreshes: OutcomeCounters<RefreshOutcome>
    let codeRequests: OutcomeCounters<CodeRequestOutcome>
    let passwords: OutcomeCounters<PasswordOutcome>
    let deliveries: OutcomeCounters<DeliveryOutcome>
    let access: OutcomeCounters<Auth.RuleAction>

    init(_ metrics: Metrics) {
        registered = metrics.counter("vokol_auth_registrations_total", help: "Registrations begun")
        hashTimes = metrics.histogram("vokol_auth_hash_seconds", help: "Time to hash one password")
        verifications = OutcomeCounters("vokol_auth_verifications_total", help: "Codes sent back", in: metrics)
        logins = OutcomeCounters("vokol_auth_logins_total", help: "Attempts to sign in", in: metrics)
        refreshes = OutcomeCounters("vokol_auth_refreshes_total", help: "Refresh tokens presented", in: metrics)
        codeRequests = OutcomeCounters(
            "vokol_auth_code_requests_total", help: "Requests for codes by SMS", in: metrics)
        passwords = OutcomeCounters(
            "vokol_auth_password_changes_total", help: "Steps of password changes and resets", in: metrics)
        access = OutcomeCounters(
            "vokol_auth_access_decisions_total", help: "Decisions of the rules on who may have an account", in: metrics)
        deliveries = OutcomeCounters("vokol_notify_deliveries_total", help: "Attempts to send messages", in: metrics)
    }

    /// Stores the number of SMS that all replicas have sent today.
    @Sendable func smsSpent(_ count: Int64) { spent.count.store(count, ordering: .relaxed) }

    func countRegistration() { registered.add() }

    @Sendable func hashed(in time: Duration) { hashTimes.observe(time) }

    /// Exports the load of the hashing threads and the day's budget for SMS.
    func observe(_ hashing: HashingPool, smsBudget: Int64, in metrics: Metrics) {
        let spent = spent
        metrics.observe("vokol_auth_sms_today", help: "SMS with codes sent today (UTC) by all replicas") {
            Double(spent.count.load(ordering: .relaxed))
        }
        metrics.observe("vokol_auth_sms_budget", help: "Most SMS with codes per day") { Double(smsBudget) }
        metrics.observe(
            "vokol_auth_sms_paused", help: "1 while the day's budget for SMS is used up and no codes are sent"
        ) {
            spent.count.load(ordering: .relaxed) >= smsBudget ? 1 : 0
        }
        metrics.observe("vokol_auth_hashing_slots", help: "Passwords being hashed or waiting") {
            Double(hashing.inUse)
        }
    }
}

/// The number of SMS sent today, as last read by this replica.
private final class SpentSMS: Sendable {
    let count = Atomic<Int64>(0)
}
