import Contract
import NIOCore
import RPC
import Resilience
import ServiceRuntime
import Values

/// Sends calls to replicas, on one event loop: picks a replica, retries if allowed, and reports the outcome.
final class Router {
    struct Limits: Equatable, Sendable {
        /// The maximum number of calls in flight on one link.
        var inFlight = 1024
        /// The share of calls that may be retried, hedged or moved, in percent.
        var retryPercent = 10
        /// The retries per second that are always allowed.
        var retryFloor = 10
        var breaker = CircuitBreaker.Policy()
        var outliers = OutlierRule()
        /// The shortest time of a call that may count as slow; see ``Router/slowTime(of:in:)``.
        var slowTime: Duration = .milliseconds(250)
        var waiting = WaitingCalls.Limits()
        var shedding = LoadShedder.Policy()
        /// The `retryAfterMs` of a call that no replica can take.
        var retryAfterMilliseconds: Int64 = 500
        /// The `retryAfterMs` of a call that is refused because its service is overloaded.
        var shedRetryAfterMilliseconds: Int64 = 1_000
    }

    /// A function that returns the way to connect to the replicas of a service.
    typealias Dial = (ServiceName) -> Replica.Dial

    let loop: any EventLoop
    let limits: Limits
    let report: RoutingReport
    private let dial: Dial
    private let onRefusal: (ServiceName) -> Void
    private let links: (ServiceName) -> LinkCounts.Links
    /// The pools in the order of `ServiceName.allCases`.
    let pools: [ReplicaPool]
    /// ``Limits/slowTime`` in nanoseconds.
    let slowFloor: UInt64
    var random: SplitMix64
    /// True while the next sweep is scheduled.
    var isSweeping = false

    /// Creates a router without replicas.
    ///
    /// - Parameters:
    ///   - seed: seeds the random choices.
    ///   - report: receives what is worth a log line or a metric.
    ///   - dial: connects to an address, on `loop`.
    ///   - onRefusal: called when a replica of a service cannot be reached.
    ///   - links: the counter of links to the replicas of a service.
    init(
        loop: any EventLoop, limits: Limits, seed: UInt64, report: RoutingReport, dial: @escaping Dial,
        onRefusal: @escaping (ServiceName) -> Void, links: @escaping (ServiceName) -> LinkCounts.Links
    ) {
        // Dependencies, one by one: called once per event loop.
        self.loop = loop
        self.limits = limits
        self.report = report
        self.dial = dial
        self.onRefusal = onRefusal
        self.links = links
        slowFloor = UInt64(max(0, TimeAmount(limits.slowTime).nanoseconds))
        random = SplitMix64(seed: seed)
        let budget = RetryBudget(
            percent: limits.retryPercent, floor: limits.retryFloor * 10, window: .seconds(10))
        pools = ServiceName.allCases.map { service in
            ReplicaPool(
                service: service, budget: budget, waiting: WaitingCalls(limits: limits.waiting),
                shedder: LoadShedder(policy: limits.shedding), rule: limits.outliers,
                counters: report.counters(of: service))
        }
    }

    /// Replaces the addresses of a service's replicas.
    func install(_ addresses: [SocketAddress], for service: ServiceName) {
        guard let pool = pool(of: service) else { return }
        let removed = pool.install(addresses) { address in
            Replica(
                address: address, loop: loop, maximumInFlight: limits.inFlight, breaker: limits.breaker,
                seed: random.next(), dial: dial(service), onRefusal: { [onRefusal] in onRefusal(service) },
                // A cycle until the address is retired: a weak reference would slow down every call's reference.
                onEvent: { self.handle($1, of: $0, in: pool) }, links: links(service))
        }
        for replica in removed where replica.standing.reason != nil { report.forgot(replica.address, of: service) }
    }

    /// Returns the number of linked replicas of a service.
    func replicasUp(of service: ServiceName) -> Int {
        pool(of: service)?.linked ?? 0
    }

    /// Sends a new call; its owner may receive the outcome before this returns.
    func send(_ call: RoutedCall) {
        let pool = pools[call.route.servicePlace]
        guard admit(call, in: pool, at: call.startedAt) else {
            let error = RPCError(.overloaded, retryAfterMilliseconds: limits.shedRetryAfterMilliseconds)
            return finish(call, .failure(error), at: call.startedAt)
        }
        pool.budget.callStarted(at: Tick(call.startedAt))
        attempt(call, in: pool, at: call.startedAt)
    }

    /// Sends a new call to the replica that took the previous one sent this way, as long as that can take it.
    ///
    /// - Parameter hasFailed: true if the previous one failed; then any replica may take the call.
    func sendToSameReplica(_ call: RoutedCall, unless hasFailed: Bool) {
        let pool = pools[call.route.servicePlace]
        pool.budget.callStarted(at: Tick(call.startedAt))
        attempt(call, in: pool, preferring: hasFailed ? nil : pool.lastReplica, at: call.startedAt)
        pool.lastReplica = call.replica
    }

    /// Cancels a call, without notifying its owner.
    func cancel(_ call: RoutedCall) {
        guard !call.isOver else { return }
        call.isOver = true
        let now = loop.now
        abandon(call)
        // Of two attempts, the client pays for one.
        if let id = call.linkCallID {
            awaitCost(of: call, id, from: call.replica)
        } else if let hedge = call.hedge, let id = hedge.linkCallID {
            awaitCost(of: call, id, from: hedge.replica)
        }
        cancelFirst(of: call, at: now)
        cancelHedge(of: call, at: now)
    }

    /// Lets the calls in flight finish, and stops dialling.
    func close() {
        for pool in pools { install([], for: pool.service) }
    }

    // MARK: Attempts

    /// Sends a call, or sends it again: to a replica that can take it, or to the calls that wait for one.
    func attempt(
        _ call: RoutedCall, in pool: ReplicaPool, preferring preferred: Replica? = nil, at now: NIODeadline
    ) {
        guard call.deadline > now else { return finish(call, .failure(RPCError(.deadlineExceeded)), at: now) }
        let usable = preferred.flatMap { $0.load(at: now) == nil ? nil : $0 }
        if let replica = usable ?? pick(for: call, in: pool, at: now) {
            guard start(call, at: replica, in: pool, at: now) else {
                let error = RPCError(.overloaded, retryAfterMilliseconds: limits.retryAfterMilliseconds)
                return finish(call, .failure(error), at: now)
            }
        } else if !pool.isDown || !wait(call, in: pool, at: now) {
            finish(call, .failure(noReplicaError(in: pool, at: now)), at: now)
        }
    }

    /// Lets a call wait for a replica, in the place of another if need be; returns false if it must not wait.
    private func wait(_ call: RoutedCall, in pool: ReplicaPool, at now: NIODeadline) -> Bool {
        let added = pool.waiting.add(call, at: now)
        if case .refused = added { return false }
        // The service may come back as the replica that lost the call.
        call.replica = nil
        pool.counters?.waits.add()
        sweepLater()
        if case .displaced(let other) = added {
            finish(other, .failure(noReplicaError(in: pool, at: now)), at: now)
        }
        return true
    }

    /// Picks a replica other than the last one: an admitted one, one to be tried, or at last an ejected one.
    func pick(for call: RoutedCall, in pool: ReplicaPool, at now: NIODeadline) -> Replica? {
        // An ejected replica is tried neither with calls that must not be repeated nor with the gateway's own, which
        // may wait for news.
        let trial: Replica.Trial = call.mayRepeat && call.route.index >= 0 ? .due : .none
        return pool.pick(avoiding: call.replica, trial: trial, at: now, using: &random)
            ?? pool.pick(avoiding: call.replica, trial: .always, at: now, using: &random)
    }

    /// Sends a call to a replica; returns false if its link takes no more.
    func start(_ call: RoutedCall, at replica: Replica, in pool: ReplicaPool, at now: NIODeadline) -> Bool {
        guard let link = replica.link else { return false }
        call.timeoutMilliseconds = max(1, (call.deadline - now).nanoseconds / 1_000_000)
        call.attempts += 1
        call.replica = replica
        call.sentAt = now
        call.isOverdue = false
        call.linkCallID = link.send(call, at: now)
        guard call.linkCallID != nil else { return false }
        call.race.firstStarted()
        call.isTrial = !replica.standing.isAdmitted && call.route.index >= 0
        if call.isTrial { replica.standing.trialStarted() }
        replica.breaker.callStarted(at: Tick(now))
        if !isSweeping, pool.replicas.count > 1 { sweepLater() }
        return true
    }

    private func noReplicaError(in pool: ReplicaPool, at now: NIODeadline) -> RPCError {
        let isFull = pool.isFull(at: now)
        let delay = limits.retryAfterMilliseconds
        return isFull
            ? RPCError(ErrorCode.overloaded, retryAfterMilliseconds: delay)
            : RPCError(.noReplica, retryAfterMilliseconds: delay)
    }

    /// Cancels the first attempt of a call, or its retry, if it is in flight.
    func cancelFirst(of call: RoutedCall, at now: NIODeadline) {
        guard let replica = call.replica, let id = call.linkCallID else { return }
        call.linkCallID = nil
        replica.link?.cancel(id)
        replica.callEnded(.unknown, at: now)
        endTrial(of: call, isGood: nil, at: now)
    }

    /// Cancels the second attempt of a call, if it is in flight.
    func cancelHedge(of call: RoutedCall, at now: NIODeadline) {
        guard let hedge = call.hedge else { return }
        call.hedge = nil
        guard let id = hedge.linkCallID else { return }
        hedge.replica.link?.cancel(id)
        hedge.replica.callEnded(.unknown, at: now)
    }

    // MARK: Outcomes

    /// Receives the outcome of a call's first attempt, or of its retry, from the link.
    func ended(_ call: RoutedCall, _ outcome: LinkOutcome, at now: NIODeadline) {
        guard !call.isOver, let replica = call.replica else { return }
        let id = call.linkCallID
        call.linkCallID = nil
        judge(outcome, of: call, at: replica, at: now)
        switch call.race.ended(.first, isConclusive: outcome.isConclusive) {
        case .wait: return
        case .settle(let other): if other != nil { cancelHedge(of: call, at: now) }
        }
        settle(call, outcome, of: id, at: now)
    }

    /// Receives the outcome of a call's second attempt from the link.
    func ended(_ hedge: HedgeAttempt, _ outcome: LinkOutcome, at now: NIODeadline) {
        let call = hedge.call
        guard !call.isOver, call.hedge === hedge else { return }
        call.hedge = nil
        let pool = pools[call.route.servicePlace]
        hedge.replica.callEnded(outcome.verdict(of: call), at: now)
        hedge.replica.standing.callEnded(isSlow: false, isFailed: outcome.isFault)
        let decision = call.race.ended(.hedge, isConclusive: outcome.isConclusive)
        guard case .settle(let other) = decision else { return }
        if other != nil {
            pool.counters?.hedgeWins.add()
            // The first attempt would have taken at least as long.
            if call.route.index >= 0 { pool.record(now - call.sentAt, of: call.route.index, at: now) }
            if !call.isOverdue { call.replica?.standing.callEnded(isSlow: true, isFailed: false) }
            endTrial(of: call, isGood: false, at: now)
            cancelFirst(of: call, at: now)
            review(pool, at: now)
        }
        call.replica = hedge.replica
        call.waitedMilliseconds = hedge.waitedMilliseconds
        call.extraCost = hedge.extraCost
        settle(call, outcome, of: hedge.linkCallID, at: now)
    }

    /// Ends a call with an outcome, or retries it.
    ///
    /// - Parameter id: the identity of the attempt with this outcome, at the call's replica.
    private func settle(_ call: RoutedCall, _ outcome: LinkOutcome, of id: LinkCallID?, at now: NIODeadline) {
        switch outcome {
        case .result(let result): finish(call, .result(result), at: now)
        case .error(let code, let retryAfter, let object):
            // A draining service refuses a call before executing it, so any call can be retried elsewhere.
            if code == ErrorCode.draining.number, retry(call, at: now) { return }
            if let error = call.unrepeatable(code, object) { return finish(call, .failure(error), at: now) }
            finish(call, .refusal(code: code, retryAfterMilliseconds: retryAfter, object: object), at: now)
        case .garbled:
            if call.mayRepeat, retry(call, at: now) { return }
            finish(call, .failure(call.unknownOutcome(RPCError(.badUpstream))), at: now)
        case .expired:
            if let id { awaitCost(of: call, id, from: call.replica) }
            finish(call, .failure(call.unknownOutcome(RPCError(.deadlineExceeded))), at: now)
        case .lost:
            if call.mayRepeat, retry(call, at: now) { return }
            finish(call, .failure(call.unknownOutcome(RPCError(.connectionLost))), at: now)
        }
    }

    /// Charges the extra cost of a call that ends without an answer, once the replica reports it.
    private func awaitCost(of call: RoutedCall, _ id: LinkCallID, from replica: Replica?) {
        guard let (gate, client) = call.owner.admission else { return }
        // Without the call, so that neither it nor its connection lives until then.
        replica?.link?.awaitCost(of: id) { [caller = call.caller, route = call.route] cost, now in
            _ = gate.settle(caller, client, route, cost: cost, at: now)
        }
    }

    /// Retries a call if it was not retried before and the budget allows; returns false if not.
    ///
    /// A call that was moved from an ejected replica may still be retried: its new replica may be lost, too.
    private func retry(_ call: RoutedCall, at now: NIODeadline) -> Bool {
        let pool = pools[call.route.servicePlace]
        guard !call.isRetried, call.attempts < Self.maximumAttempts, pool.budget.takeRetry(at: Tick(now)) else {
            return false
        }
        call.isRetried = true
        attempt(call, in: pool, at: now)
        return true
    }

    private func pool(of service: ServiceName) -> ReplicaPool? { pools.first { $0.service == service } }

    func finish(_ call: RoutedCall, _ answer: CallOutcome, at now: NIODeadline) {
        call.isOver = true
        call.endedAt = now
        release(call, answer, at: now)
        call.owner.callEnded(call, answer)
    }
}
