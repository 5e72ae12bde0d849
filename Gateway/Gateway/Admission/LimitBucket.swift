/// A bucket with its key in this process and its name in the store of limits.
struct LimitBucket: Sendable {
    let key: LimitKey
    let name: LimitName
    /// The bucket of the network around an address; `nil` for a user's bucket.
    let network: (key: LimitKey, name: LimitName)?
}

/// The price of one call in a bucket.
struct LimitPrice: Sendable {
    /// The price in calls, at least 1; a price above the policy's burst takes a whole bucket.
    var cost: Int
    var policy: LimitPolicy
    /// The time of a monotonic clock in nanoseconds, below 2^62.
    var now: UInt64
    /// True for a call that was admitted before; it is never refused.
    var isSettling = false
}

extension RateLimiter {
    /// Charges the bucket, and that of its network, as `admit` and `settle` do.
    func charge(_ bucket: LimitBucket, _ price: LimitPrice) -> CallGate.Quota {
        let (cost, policy, now) = (price.cost, price.policy, price.now)
        guard let network = bucket.network?.key else {
            let decision =
                price.isSettling
                ? settle(bucket.key, cost: cost, policy: policy, now: now)
                : admit(bucket.key, cost: cost, policy: policy, now: now)
            return CallGate.Quota(policy: policy, decision: decision)
        }
        return price.isSettling
            ? settle(bucket.key, of: network, cost: cost, policy: policy, now: now)
            : admit(bucket.key, of: network, cost: cost, policy: policy, now: now)
    }
}
