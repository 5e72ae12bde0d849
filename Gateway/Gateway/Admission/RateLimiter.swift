/// Limits rates by GCRA, with the theoretical arrival time of each key's next call, changed in one atomic step.
///
/// Never admits more than `burst + rate × time`, whatever the concurrency. A refused call changes nothing. The table
/// has a fixed size: full buckets may be dropped, buckets in debt never are. A key that finds no room is limited by its
/// wider key, or else by one bucket that all such keys of a policy share.
final class RateLimiter: Sendable {
    private let slots: KeyedSlots
    /// The buckets that keys without room share, one for each policy.
    private let overflow = KeyedSlots(capacity: 1)
    /// The time for which a full bucket is kept, in nanoseconds.
    ///
    /// It exceeds the difference between the clocks of two event loops, each of which is read at the start of a turn.
    static let rest: UInt64 = 1_000_000_000

    /// Creates a limiter.
    ///
    /// - Parameter capacity: the number of keys, 16 bytes each.
    init(capacity: Int) { slots = KeyedSlots(capacity: capacity) }

    /// Takes a call from the bucket of `key`, or leaves the bucket unchanged.
    ///
    /// - Parameters:
    ///   - wider: the key used when there is no room for `key`, such as the network around an address.
    ///   - cost: in calls, at least 1; a cost above the policy's burst takes a whole bucket.
    ///   - now: the time of a monotonic clock in nanoseconds, below 2^62.
    func admit(
        _ key: LimitKey, wider: LimitKey? = nil, cost: Int, policy: LimitPolicy, now: UInt64
    ) -> LimitDecision {
        if let decision = admit(key.value, in: slots, cost: cost, policy: policy, now: now) { return decision }
        if let wider, let decision = admit(wider.value, in: slots, cost: cost, policy: policy, now: now) {
            return decision
        }
        return admit(policy.overflow.value, in: overflow, cost: cost, policy: policy, now: now)
            ?? LimitDecision(isAllowed: false, remaining: 0, resetAfter: policy.tolerance, retryAfter: policy.interval)
    }

    private func admit(
        _ key: UInt64, in slots: KeyedSlots, cost: Int, policy: LimitPolicy, now: UInt64
    ) -> LimitDecision? {
        let price = policy.interval * UInt64(min(max(cost, 1), policy.burst))
        var decision = LimitDecision(isAllowed: false, remaining: 0, resetAfter: 0, retryAfter: 0)
        let outcome = slots.update(key, isFree: { $0 == 0 || $0 + Self.rest <= now }) { arrival in
            // Deeper in debt is only a bucket that was emptied under a slower policy, before settings were reloaded.
            let ceiling = now + 2 * policy.tolerance
            let start = min(max(arrival, now), ceiling)
            let debt = start - now
            guard debt + price <= policy.tolerance else {
                decision = LimitDecision(
                    isAllowed: false,
                    remaining: Int((policy.tolerance - min(debt, policy.tolerance)) / policy.interval),
                    resetAfter: debt, retryAfter: debt + price - policy.tolerance)
                // Written although the call is refused, or the bucket would never fill.
                return arrival > ceiling ? ceiling : nil
            }
            decision = LimitDecision(
                isAllowed: true, remaining: Int((policy.tolerance - debt - price) / policy.interval),
                resetAfter: debt + price, retryAfter: 0)
            return start + price
        }
        return outcome == .full ? nil : decision
    }
}
