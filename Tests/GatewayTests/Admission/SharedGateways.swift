import Logging
import ServiceRuntime
import Synchronization
import TestSupport

@testable import Gateway

/// A store of limits in this process, which does what ``LimitScript`` does.
final class ModelStore: LimitStore {
    struct State {
        var arrivals: [LimitName: Int64] = [:]
        var isAway = false
        /// True if exchanges are counted, but their replies are lost.
        var losesReplies = false
        /// The reply to give, instead of the right one.
        var reply: LimitReply?
        var gateways: Int
        var exchanges: [[LimitReport]] = []
    }
    let state: Mutex<State>
    private let clock: TestNanoseconds

    init(gateways: Int, clock: TestNanoseconds) {
        state = Mutex(State(gateways: gateways))
        self.clock = clock
    }

    func exchange(_ reports: [LimitReport]) async throws(LimitStoreFault) -> LimitReply {
        let now = Int64(clock.now / 1000)
        let reply = state.withLock { state -> LimitReply? in
            guard !state.isAway else { return nil }
            state.exchanges.append(reports)
            var debts: [Int64] = []
            for report in reports {
                let known = (state.arrivals[report.name] ?? 0) - now
                let debt = min(max(known, report.debt), report.ceiling) + report.price
                state.arrivals[report.name] = now + debt
                debts.append(debt)
            }
            if state.losesReplies { return nil }
            return state.reply ?? LimitReply(gateways: state.gateways, debts: debts)
        }
        guard let reply else { throw LimitStoreFault("away") }
        return reply
    }

    func close() async {}
}

/// A clock in nanoseconds that a test moves.
final class TestNanoseconds: Sendable {
    private let value = Atomic<UInt64>(3_600_000_000_000)

    var now: UInt64 { value.load(ordering: .relaxed) }
    func advance(milliseconds: UInt64) { value.add(milliseconds * 1_000_000, ordering: .relaxed) }
}

/// One gateway's part of shared limits.
struct SharedGateway: Sendable {
    let limiter: RateLimiter
    let leases: LimitLeases
    let sync: LimitSync
    let metrics: LimitStoreMetrics

    init(
        _ store: any LimitStore, clock: TestNanoseconds, gateways: Int, capacity: Int = 1_024,
        log: LogRecorder = .init()
    ) {
        limiter = RateLimiter(capacity: 65_536)
        let metrics = LimitStoreMetrics(Metrics())
        self.metrics = metrics
        leases = LimitLeases(capacity: capacity, limiter: limiter, gateways: gateways) { metrics.shortages.add() }
        sync = LimitSync(
            leases, store: store, metrics: metrics, logger: log.logger, now: { clock.now }, random: { 0 })
    }

    func admit(_ bucket: LimitBucket, _ policy: LimitPolicy, cost: Int = 1, at now: UInt64) -> CallGate.Quota {
        leases.charge(bucket, LimitPrice(cost: cost, policy: policy, now: now))
    }
}

extension LimitBucket {
    static func user(_ id: String) -> LimitBucket {
        LimitBucket(key: .user(id), name: LimitName(user: id), network: nil)
    }
}
