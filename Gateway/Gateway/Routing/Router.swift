import Contract
import NIOCore
import RPC
import Resilience
import Values

/// Sends calls to replicas, on one event loop: picks a replica, retries if allowed, and reports the outcome.
final class Router {
    struct Limits: Equatable, Sendable {
        /// The maximum number of calls in flight on one link.
        var inFlight = 1024
        /// The share of calls that may be retried, in percent.
        var retryPercent = 10
        /// The retries per second that are always allowed.
        var retryFloor = 10
        var breaker = CircuitBreaker.Policy()
        /// The `retryAfterMs` of a call that no replica can take.
        var retryAfterMilliseconds: Int64 = 500
    }

    /// A function that returns the way to connect to the replicas of a service.
    typealias Dial = (ServiceName) -> Replica.Dial

    private let loop: any EventLoop
    private let limits: Limits
    private let dial: Dial
    private let onRefusal: (ServiceName) -> Void
    private let links: (ServiceName) -> LinkCounts.Links
    /// The pools in the order of `ServiceName.allCases`.
    private let pools: [ReplicaPool]
    private var random: SplitMix64

    /// Creates a router without replicas.
    ///
    /// - Parameters:
    ///   - seed: seeds the random choices.
    ///   - dial: connects to an address, on `loop`.
    ///   - onRefusal: called when a replica of a service cannot be reached.
    ///   - links: the counter of links to the replicas of a service.
    init(
        loop: any EventLoop, limits: Limits, seed: UInt64, dial: @escaping Dial,
        onRefusal: @escaping (ServiceName) -> Void, links: @escaping (ServiceName) -> LinkCounts.Links
    ) {
        // Dependencies, one by one: called once per event loop.
        self.loop = loop
        self.limits = limits
        self.dial = dial
        self.onRefusal = onRefusal
        self.links = links
        random = SplitMix64(seed: seed)
        let budget = RetryBudget(
            percent: limits.retryPercent, floor: limits.retryFloor * 10, window: .seconds(10))
        pools = ServiceName.allCases.map { ReplicaPool(service: $0, budget: budget) }
    }

    /// Replaces the addresses of a service's replicas.
    func install(_ addresses: [SocketAddress], for service: ServiceName) {
        pool(of: service)?.install(addresses) { address in
            Replica(
                address: address, loop: loop, maximumInFlight: limits.inFlight, breaker: limits.breaker,
                seed: random.next(), dial: dial(service), onRefusal: { [onRefusal] in onRefusal(service) },
                links: links(service))
        }
    }

    /// Returns the number of linked replicas of a service.
    func replicasUp(of service: ServiceName) -> Int {
        pool(of: service)?.linked ?? 0
    }

    /// Sends a new call; its owner may receive the outcome before this returns.
    func send(_ call: RoutedCall) {
        let pool = pools[call.route.servicePlace]
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
        guard let replica = call.replica, let id = call.linkCallID else { return }
        replica.link?.cancel(id)
        replica.callEnded(.unknown, at: loop.now)
    }

    /// Lets the calls in flight finish, and stops dialling.
    func close() {
        for pool in pools { install([], for: pool.service) }
    }

    private func attempt(
        _ call: RoutedCall, in pool: ReplicaPool, preferring preferred: Replica? = nil, at now: NIODeadline
    ) {
        let left = (call.deadline - now).nanoseconds / 1_000_000
        guard left > 0 else { return finish(call, .failure(RPCError(.deadlineExceeded)), at: now) }
        let usable = preferred.flatMap { $0.load(at: now) == nil ? nil : $0 }
        guard let replica = usable ?? pool.pick(avoiding: call.replica, at: now, using: &random),
            let link = replica.link
        else { return finish(call, .failure(noReplicaError(in: pool, at: now)), at: now) }
        call.timeoutMilliseconds = left
        call.attempts += 1
        call.replica = replica
        call.linkCallID = link.send(call, at: now)
        guard call.linkCallID != nil else {
            let error = RPCError(.overloaded, retryAfterMilliseconds: limits.retryAfterMilliseconds)
            return finish(call, .failure(error), at: now)
        }
        replica.breaker.callStarted(at: Tick(now))
    }

    private func noReplicaError(in pool: ReplicaPool, at now: NIODeadline) -> RPCError {
        let isFull = pool.isFull(at: now)
        let delay = limits.retryAfterMilliseconds
        return isFull
            ? RPCError(ErrorCode.overloaded, retryAfterMilliseconds: delay)
            : RPCError(.noReplica, retryAfterMilliseconds: delay)
    }

    /// Receives the outcome of an attempt from its link.
    func ended(_ call: RoutedCall, _ outcome: LinkOutcome, at now: NIODeadline) {
        guard !call.isOver else { return }
        call.linkCallID = nil
        switch outcome {
        case .result(let result):
            call.replica?.callEnded(.answered, at: now)
            finish(call, .result(result), at: now)
        case .error(let code, let retryAfter, let object):
            call.replica?.callEnded(.answered, at: now)
            // A draining service refuses a call before executing it, so any call can be retried elsewhere.
            if code == ErrorCode.draining.number, retry(call, at: now) { return }
            if let error = Self.unrepeatable(call, code, object) { return finish(call, .failure(error), at: now) }
            finish(call, .refusal(code: code, retryAfterMilliseconds: retryAfter, object: object), at: now)
        case .expired:
            call.replica?.callEnded(hasLongTimeout(call) ? .failed : .unknown, at: now)
            finish(call, .failure(Self.unknownOutcome(RPCError(.deadlineExceeded), of: call)), at: now)
        case .lost:
            call.replica?.callEnded(.failed, at: now)
            if call.mayRepeat, retry(call, at: now) { return }
            finish(call, .failure(Self.unknownOutcome(RPCError(.connectionLost), of: call)), at: now)
        }
    }

    /// Returns the error of a call that was sent and may have taken effect.
    private static func unknownOutcome(_ error: RPCError, of call: RoutedCall) -> RPCError {
        var error = error
        error.forbidsRepetition = !call.mayRepeat
        return error
    }

    /// Returns a service's error about a call that may have taken effect and must not be repeated; `nil` for any other.
    ///
    /// The service's connection, which writes such errors, does not know which calls may be repeated.
    private static func unrepeatable(_ call: RoutedCall, _ code: Int, _ object: ByteBuffer) -> RPCError? {
        guard !call.mayRepeat, ErrorCode(number: code)?.canLeaveOutcomeUnknown == true else { return nil }
        let error = object.withUnsafeReadableBytes { RPCError(object: $0) }
        return error.leavesOutcomeUnknown ? unknownOutcome(error, of: call) : nil
    }

    /// Returns true if the call's timeout is long enough to blame the replica; short timeouts must not open breakers.
    private func hasLongTimeout(_ call: RoutedCall) -> Bool {
        call.deadline - call.startedAt >= .seconds(1)
    }

    /// Retries a call if this is its first attempt and the budget allows; returns false if not.
    private func retry(_ call: RoutedCall, at now: NIODeadline) -> Bool {
        let pool = pools[call.route.servicePlace]
        guard call.attempts == 1, pool.budget.takeRetry(at: Tick(now)) else { return false }
        attempt(call, in: pool, at: now)
        return true
    }

    private func pool(of service: ServiceName) -> ReplicaPool? { pools.first { $0.service == service } }

    private func finish(_ call: RoutedCall, _ answer: CallOutcome, at now: NIODeadline) {
        call.isOver = true
        call.endedAt = now
        call.owner.callEnded(call, answer)
    }
}
