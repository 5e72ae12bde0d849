/// Limits rates by GCRA, with the theoretical arrival time of each key's next call, changed in one atomic step.
///
/// Never admits more than `burst + rate × time`, whatever the concurrency. A refused call changes nothing. The table
/// has a fixed size: full buckets may be dropped, buckets in debt never are. A key that finds no room is limited by
/// one bucket that all such keys of a policy share.
///
/// A call of an address counts against the address and against the network around it.
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
    ///   - cost: in calls, at least 1; a cost above the policy's burst takes a whole bucket.
    ///   - now: the time of a monotonic clock in nanoseconds, below 2^62.
    func admit(_ key: LimitKey, cost: Int, policy: LimitPolicy, now: UInt64) -> LimitDecision {
        var charge = LimitCharge(cost: cost, policy: policy, now: now)
        if slots.update(key.value, isFree: Self.isFree(at: now), change: { charge.arrival(after: $0) }) != .full {
            return charge.decision
        }
        let outcome = overflow.update(policy.overflow.value, isFree: Self.isFree(at: now)) { charge.arrival(after: $0) }
        return outcome == .full ? charge.refusal : charge.decision
    }

    /// Takes a call from the buckets of an address and of its network, or leaves both unchanged.
    ///
    /// The address is held while its network is charged, so neither bucket ever counts a call that the other refuses.
    /// An address without a bucket is limited by its network alone.
    ///
    /// - Parameter policy: the limit of the address; without a ``LimitPolicy/network``, only the address is charged.
    /// - Returns: the limit that refused the call, or else the one that leaves fewer calls.
    func admit(
        _ key: LimitKey, of network: LimitKey, cost: Int, policy: LimitPolicy, now: UInt64
    ) -> CallGate.Quota {
        guard let wide = policy.network else {
            return CallGate.Quota(policy: policy, decision: admit(key, cost: cost, policy: policy, now: now))
        }
        var charge = LimitCharge(cost: cost, policy: policy, now: now)
        let (outcome, hold) = slots.hold(key.value, isFree: Self.isFree(at: now)) { charge.arrival(after: $0) }
        if outcome == .refused || outcome == .changed && !charge.decision.isAllowed {
            if let hold { slots.release(hold, keepingChange: true) }
            return CallGate.Quota(policy: policy, decision: charge.decision)
        }
        let decision = admit(network, cost: cost, policy: wide, now: now)
        if let hold { slots.release(hold, keepingChange: decision.isAllowed) }
        let isNarrowTighter = hold != nil && decision.isAllowed && charge.decision.remaining <= decision.remaining
        return isNarrowTighter
            ? CallGate.Quota(policy: policy, decision: charge.decision)
            : CallGate.Quota(policy: wide, decision: decision)
    }

    /// Takes the extra cost of a call that was admitted before and turned out to be more expensive.
    ///
    /// It is never refused, and takes the bucket at most one burst into debt.
    ///
    /// - Returns: the state of the bucket, as after an admission.
    func settle(_ key: LimitKey, cost: Int, policy: LimitPolicy, now: UInt64) -> LimitDecision {
        var charge = LimitCharge(cost: cost, policy: policy, now: now)
        if slots.update(key.value, isFree: Self.isFree(at: now), change: { charge.debt(after: $0) }) == .full {
            _ = overflow.update(policy.overflow.value, isFree: Self.isFree(at: now)) { charge.debt(after: $0) }
        }
        return charge.decision
    }

    /// Takes the cost of an address's call, as ``settle(_:cost:policy:now:)`` does, from its network's bucket as well.
    ///
    /// - Returns: the limit that leaves fewer calls.
    func settle(_ key: LimitKey, of network: LimitKey, cost: Int, policy: LimitPolicy, now: UInt64) -> CallGate.Quota {
        let quota = CallGate.Quota(policy: policy, decision: settle(key, cost: cost, policy: policy, now: now))
        guard let wide = policy.network else { return quota }
        let decision = settle(network, cost: cost, policy: wide, now: now)
        return quota.decision.remaining <= decision.remaining ? quota : CallGate.Quota(policy: wide, decision: decision)
    }

    /// Returns the time at which a bucket will be full; 0 if it has no slot.
    func arrival(of key: LimitKey) -> UInt64 { slots.value(of: key.value) }

    /// Takes a bucket into the debt that other gateways have caused; a bucket in deeper debt stays as it is.
    ///
    /// - Parameters:
    ///   - arrival: the time at which the bucket will be full.
    ///   - ceiling: the latest such time.
    func raise(_ key: LimitKey, to arrival: UInt64, ceiling: UInt64, now: UInt64) {
        let arrival = min(arrival, ceiling)
        _ = slots.update(key.value, isFree: Self.isFree(at: now)) { $0 < arrival ? arrival : nil }
    }

    /// Returns a test of whether a bucket is full for so long that its slot may be given away.
    private static func isFree(at now: UInt64) -> (UInt64) -> Bool {
        { $0 == 0 || $0 + rest <= now }
    }
}

/// The charge of one call, applied to the theoretical arrival time of a bucket.
private struct LimitCharge {
    private let policy: LimitPolicy
    private let price: UInt64
    private let now: UInt64
    /// The decision of the latest application.
    private(set) var decision = LimitDecision(isAllowed: false, remaining: 0, resetAfter: 0, retryAfter: 0)

    init(cost: Int, policy: LimitPolicy, now: UInt64) {
        self.policy = policy
        self.now = now
        price = policy.price(of: cost)
    }

    /// Returns the bucket's next arrival time, or `nil` to leave it; ``decision`` tells whether the call is refused.
    mutating func arrival(after arrival: UInt64) -> UInt64? {
        // Deeper in debt is only a bucket that was emptied under a slower policy, before settings were reloaded.
        let ceiling = ceiling
        let start = min(max(arrival, now), ceiling)
        let debt = start - now
        guard debt + price <= policy.tolerance else {
            decision = LimitDecision(
                isAllowed: false, remaining: Int((policy.tolerance - min(debt, policy.tolerance)) / policy.interval),
                resetAfter: debt, retryAfter: debt + price - policy.tolerance)
            // Written although the call is refused, or the bucket would never fill.
            return arrival > ceiling ? ceiling : nil
        }
        decision = LimitDecision(
            isAllowed: true, remaining: Int((policy.tolerance - debt - price) / policy.interval),
            resetAfter: debt + price, retryAfter: 0)
        return start + price
    }

    /// Returns the bucket's next arrival time after a charge that is not refused, at most one burst into debt.
    mutating func debt(after arrival: UInt64) -> UInt64 {
        let next = min(max(arrival, now) + price, ceiling)
        decision = LimitDecision(
            isAllowed: true, remaining: Int((policy.tolerance - min(next - now, policy.tolerance)) / policy.interval),
            resetAfter: next - now, retryAfter: 0)
        return next
    }

    /// The latest arrival time of a bucket: one burst into debt.
    private var ceiling: UInt64 { now + 2 * policy.tolerance }

    /// The refusal of a call that no bucket could be found for.
    var refusal: LimitDecision {
        LimitDecision(isAllowed: false, remaining: 0, resetAfter: policy.tolerance, retryAfter: policy.interval)
    }
}
