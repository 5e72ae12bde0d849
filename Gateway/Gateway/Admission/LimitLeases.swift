import Synchronization

/// The rate limits that several gateways share through a store.
///
/// A call is counted in the bucket of this gateway, and never waits for the store. Each bucket may be ahead of the
/// store by this gateway's share; see ``LimitLease``.
final class LimitLeases: Sendable {
    /// The allowed numbers of gateways.
    static let gatewayCounts = 1...64
    /// The time after which a refused call is worth repeating while the store answers, in nanoseconds.
    private static let answerTime: UInt64 = 20_000_000

    let limiter: RateLimiter
    /// The leases of users and addresses, and those of networks.
    ///
    /// Two tables, because a network is charged while its address is locked.
    let tables: (narrow: LeaseTable, wide: LeaseTable)
    private let count: Atomic<Int>
    private let answers = Atomic<Bool>(false)
    private let onShortage: @Sendable () -> Void

    /// Creates leases.
    ///
    /// - Parameters:
    ///   - gateways: the number of gateways until the store has told it.
    ///   - onShortage: the action when a lease does not cover a call.
    init(
        capacity: Int, limiter: RateLimiter, gateways: Int, onShortage: @escaping @Sendable () -> Void = {}
    ) {
        self.limiter = limiter
        self.onShortage = onShortage
        tables = (LeaseTable(capacity: capacity, limiter: limiter), LeaseTable(capacity: capacity, limiter: limiter))
        count = Atomic(Self.clamped(gateways))
    }

    /// The number of gateways that share the limits.
    var gateways: Int { count.load(ordering: .relaxed) }

    /// Follows what the latest exchange with the store has shown.
    ///
    /// - Parameter gateways: the number of gateways; `nil` to keep it.
    func follow(gateways: Int?, isAnswering: Bool) {
        if let gateways { count.store(Self.clamped(gateways), ordering: .relaxed) }
        answers.store(isAnswering, ordering: .relaxed)
    }

    /// Charges the bucket, and that of its network, if the leases cover the price.
    func charge(_ bucket: LimitBucket, _ price: LimitPrice) -> CallGate.Quota {
        let gateways = gateways
        let result = tables.narrow.charge(bucket.key, bucket.name, price, gateways: gateways) {
            guard let network = bucket.network, let policy = price.policy.network else {
                return limiter.charge(bucket, price)
            }
            var wide = price
            wide.policy = policy
            let result = tables.wide.charge(network.key, network.name, wide, gateways: gateways) {
                limiter.charge(bucket, price)
            }
            return quota(result, policy)
        }
        return quota(result, price.policy)
    }

    private func quota(_ result: Result<CallGate.Quota, LeaseShortage>, _ policy: LimitPolicy) -> CallGate.Quota {
        switch result {
        case .success(let quota): return quota
        case .failure(let shortage):
            onShortage()
            let wait = answers.load(ordering: .relaxed) ? min(shortage.wait, Self.answerTime) : shortage.wait
            let decision = LimitDecision(isAllowed: false, remaining: 0, resetAfter: shortage.wait, retryAfter: wait)
            return CallGate.Quota(policy: policy, decision: decision)
        }
    }

    private static func clamped(_ count: Int) -> Int {
        min(max(count, gatewayCounts.lowerBound), gatewayCounts.upperBound)
    }
}
