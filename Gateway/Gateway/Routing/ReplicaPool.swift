import Contract
import NIOCore
import Resilience

/// The replicas of one service, as seen by one event loop.
final class ReplicaPool {
    let service: ServiceName
    var budget: RetryBudget
    /// The replica of the last call that was sent with ``Router/sendToSameReplica(_:unless:)``.
    var lastReplica: Replica?
    /// The calls that wait for a replica.
    var waiting: WaitingCalls
    /// The limit on calls in flight while the service is overloaded.
    var shedder: LoadShedder
    let counters: RoutingReport.Counters?
    private(set) var replicas: [Replica] = []
    /// The times that the calls of each route take, by the route's index.
    private var latencies: [LatencyEstimate] = []
    private let rule: OutlierRule

    init(
        service: ServiceName, budget: RetryBudget, waiting: WaitingCalls, shedder: LoadShedder, rule: OutlierRule,
        counters: RoutingReport.Counters?
    ) {
        self.service = service
        self.budget = budget
        self.waiting = waiting
        self.shedder = shedder
        self.rule = rule
        self.counters = counters
    }

    /// Replaces the addresses of the replicas, and dials new ones.
    ///
    /// - Returns: the replicas that are no longer in use.
    @discardableResult
    func install(_ addresses: [SocketAddress], make: (SocketAddress) -> Replica) -> [Replica] {
        let wanted = Set(addresses)
        let removed = replicas.filter { !wanted.contains($0.address) }
        let known = Set(replicas.map(\.address))
        let new = addresses.filter { !known.contains($0) }.map(make)
        replicas.removeAll { !wanted.contains($0.address) }
        replicas += new
        removed.forEach { $0.retire() }
        new.forEach { $0.start() }
        return removed
    }

    /// Picks the less loaded of two random replicas that can take a call now, other than `avoided`.
    ///
    /// - Parameter trial: the conditions under which ejected replicas are picked.
    func pick(
        avoiding avoided: Replica?, trial: Replica.Trial = .none, at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Replica? {
        let replicas = replicas
        let index = LeastLoaded.pick(among: replicas.count, using: &generator) { index in
            replicas[index] === avoided ? nil : replicas[index].load(at: now, trial: trial)
        }
        return index.map { replicas[$0] }
    }

    /// Returns true if a replica could take another call but for the number of calls in flight.
    func isFull(at now: NIODeadline) -> Bool { replicas.contains { $0.isFull(at: now) } }

    /// The number of linked replicas.
    var linked: Int { replicas.count(where: \.isUp) }

    /// True if calls have to wait: no replica is linked but for ones that are ejected as silent, or beside such ones
    /// the breakers of all others are open.
    var isDown: Bool {
        let linked = replicas.filter(\.isUp)
        let audible = linked.filter { $0.standing.isAdmitted || !$0.standing.isSilent }
        return audible.isEmpty || (audible.count < linked.count && audible.allSatisfy(\.breaker.isOpen))
    }

    /// True if there are calls in flight.
    var isBusy: Bool { replicas.contains { $0.link?.inFlight ?? 0 > 0 } }

    // MARK: Health

    /// Records the time of a call.
    ///
    /// - Parameter route: the index of its route.
    func record(_ time: TimeAmount, of route: Int, at now: NIODeadline) {
        while latencies.count <= route { latencies.append(LatencyEstimate()) }
        latencies[route].record(nanoseconds: UInt64(max(0, time.nanoseconds)), at: Tick(now))
    }

    /// Returns the times that the calls of a route take.
    func latency(of route: Int) -> LatencyEstimate {
        latencies.indices.contains(route) ? latencies[route] : LatencyEstimate()
    }

    /// Returns the 95th percentile of the calls of a route, in nanoseconds; `UInt64.max` if it is not known yet.
    func usualTime(of route: Int) -> UInt64 {
        latencies.indices.contains(route) ? latencies[route].nanoseconds : .max
    }

    /// Returns the replica to eject, and the reason; `nil` if there is none.
    func outlier() -> (replica: Replica, reason: EjectionReason)? {
        guard replicas.count > 1, replicas.contains(where: { rule.isSuspicious($0.standing) }) else { return nil }
        let up = replicas.filter(\.isUp)
        return rule.outlier(among: up.map(\.standing)).map { (up[$0.index], $0.reason) }
    }

    /// Forgets recent times, some of which a faulty replica has delayed.
    func discardRecentTimes() {
        for index in latencies.indices { latencies[index].discardPeriod() }
    }
}
