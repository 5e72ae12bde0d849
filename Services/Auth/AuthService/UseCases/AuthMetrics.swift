import AuthContract
import Notify
import ServiceRuntime
import Synchronization
import Values

/// The metrics of `auth`.
struct AuthMetrics: Sendable {
    enum VerificationOutcome: String, CaseIterable { case right, wrong, expired }
    enum LoginOutcome: String, CaseIterable { case right, wrong, throttled }
    enum CodeRequestOutcome: String, CaseIterable { case sent, withheld, limited, budget, country }
    enum PasswordOutcome: String, CaseIterable {
        case requested = "asked", withheld, limited, reset, changed, wrong
    }
    enum RefreshOutcome: String, CaseIterable { case rotated, repeated, reused, refused, ended = "over", invalid }

    enum WorkOutcome: String, CaseIterable { case required, accepted, refused }

    private let registered: Counter
    private let hashTimes: Histogram
    private let budgets = ObservedBudgets()
    let verifications: OutcomeCounters<VerificationOutcome>
    let logins: OutcomeCounters<LoginOutcome>
    let refreshes: OutcomeCounters<RefreshOutcome>
    let codeRequests: OutcomeCounters<CodeRequestOutcome>
    let passwords: OutcomeCounters<PasswordOutcome>
    let deliveries: OutcomeCounters<DeliveryOutcome>
    let access: OutcomeCounters<Auth.RuleAction>
    let work: OutcomeCounters<WorkOutcome>

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
        work = OutcomeCounters(
            "vokol_auth_work_total", help: "Calls that owed a proof of work", in: metrics)
        deliveries = OutcomeCounters("vokol_notify_deliveries_total", help: "Attempts to send messages", in: metrics)
    }

    /// Stores the codes that all replicas have sent.
    func observed(_ use: BudgetUse, of budget: CodeBudget, now: Instant) {
        budgets.byChannel.withLock { $0[budget.channel] = ObservedBudgets.Reading(use, budget.policy, now: now) }
    }

    /// Returns what was last observed of a budget.
    func budget(of channel: CodeChannel) -> ObservedBudgets.Reading {
        budgets.byChannel.withLock { $0[channel] ?? ObservedBudgets.Reading() }
    }

    func countRegistration() { registered.add() }

    @Sendable func hashed(in time: Duration) { hashTimes.observe(time) }

    /// Exports the load of the hashing threads and the budgets for codes.
    func observe(_ hashing: HashingPool, _ policy: AuthPolicy, in metrics: Metrics) {
        let (sms, mail) = (policy.sms.budget.perDay, policy.mailBudget.perDay)
        metrics.observe("vokol_auth_sms_budget", help: "Most SMS with codes per day") { Double(sms) }
        metrics.observe("vokol_auth_mail_budget", help: "Most mails with codes per day") { Double(mail) }
        observe("vokol_auth_sms_today", "SMS with codes sent today (UTC) by all replicas", of: .sms, in: metrics) {
            Double($0.today)
        }
        observe("vokol_auth_mail_today", "Mails with codes sent today (UTC) by all replicas", of: .mail, in: metrics) {
            Double($0.today)
        }
        let paused = "1 while no codes are sent to those without a known device"
        observe("vokol_auth_sms_paused", paused, of: .sms, in: metrics) { $0.isPaused ? 1 : 0 }
        observe("vokol_auth_mail_paused", paused, of: .mail, in: metrics) { $0.isPaused ? 1 : 0 }
        let withheld = "1 while no codes are sent to those without an account"
        observe("vokol_auth_sms_withheld", withheld, of: .sms, in: metrics) { $0.isWithheld ? 1 : 0 }
        observe("vokol_auth_mail_withheld", withheld, of: .mail, in: metrics) { $0.isWithheld ? 1 : 0 }
        metrics.observe("vokol_auth_hashing_slots", help: "Passwords being hashed or waiting") {
            Double(hashing.inUse)
        }
    }

    /// Exports the codes that nobody entered, and the work that strangers owe.
    func observe(_ work: ProofOfWork, in metrics: Metrics) {
        for kind in CodeKind.allCases {
            let labels = [("kind", kind.rawValue)]
            metrics.observe(
                "vokol_auth_codes_unentered_ratio", labels, help: "Share of the last hour's codes that nobody entered"
            ) { work.uses[kind].share }
            metrics.observe(
                "vokol_auth_work_bits", labels, help: "Leading zero bits that strangers' proofs of work must have"
            ) { Double(work.policy.bits(after: work.uses[kind])) }
        }
    }

    private func observe(
        _ name: String, _ help: String, of channel: CodeChannel, in metrics: Metrics,
        _ value: @escaping @Sendable (ObservedBudgets.Reading) -> Double
    ) {
        metrics.observe(name, help: help) { [self] in value(budget(of: channel)) }
    }
}

/// The budgets for codes, as last read by this replica.
final class ObservedBudgets: Sendable {
    struct Reading: Sendable, Equatable {
        var today: Int64 = 0
        /// True while only known devices get codes, or nobody.
        var isPaused = false
        /// True while recipients without an account get no codes.
        var isWithheld = false

        init() {}

        init(_ use: BudgetUse, _ policy: CodeBudgetPolicy, now: Instant) {
            today = use.total
            isPaused = policy.verdict(on: .account, use, now: now) != .send
            isWithheld = policy.verdict(on: .stranger, use, now: now) != .send
        }
    }

    let byChannel = Mutex<[CodeChannel: Reading]>([:])
}
