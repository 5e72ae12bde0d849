/// How fast a bucket refills and how much it holds.
struct LimitPolicy: Sendable, Equatable {
    /// The name in `RateLimit-Policy`.
    let name: String
    /// Calls a second.
    let rate: Double
    /// Calls that may come at once after a pause.
    let burst: Int
    /// Nanoseconds that one call costs.
    let interval: UInt64
    /// Nanoseconds that a bucket may be in debt.
    let tolerance: UInt64
    /// The seconds after which an empty bucket is full again, at least 1: the window of `RateLimit-Policy`.
    let window: Int

    /// - Parameters:
    ///   - rate: calls a second, more than 0 and at most 1,000,000.
    ///   - burst: calls at once, at least 1.
    init(name: String, rate: Double, burst: Int) {
        self.name = name
        self.rate = rate
        self.burst = burst
        interval = UInt64(max(1_000, min(1e9 / rate, 1e12)))
        tolerance = interval * UInt64(burst)
        window = max(1, Int((Double(tolerance) / 1e9).rounded(.up)))
    }
}

/// What became of a call at its limit.
struct LimitDecision: Sendable, Equatable {
    let isAllowed: Bool
    /// Calls that may still come at once.
    let remaining: Int
    /// Nanoseconds until the bucket is full again.
    let resetAfter: UInt64
    /// Nanoseconds until this call would be allowed; 0 if it is.
    let retryAfter: UInt64
}

/// Rate limits by GCRA: for each key the theoretical arrival time of the next call, changed by one atomic step.
///
/// Never admits more than `burst + rate × time`, whatever the concurrency. A refused call changes nothing. The table
/// has a fixed size; a bucket that is full again may go, one in debt never does. Where a new key finds no room it is
/// limited by its wider key, then by one bucket for all such keys.
final class RateLimiter: Sendable {
    private let slots: KeyedSlots
    /// Where keys without room are limited together.
    private let overflow = KeyedSlots(capacity: 1)

    /// - Parameter capacity: the number of keys, 16 bytes each.
    init(capacity: Int) { slots = KeyedSlots(capacity: capacity) }

    /// Takes a call from the bucket of `key`, or leaves the bucket as it was.
    /// - Parameters:
    ///   - wider: the key that stands in where there is no room for `key`, such as the network around an address.
    ///   - cost: in calls; at least 1.
    ///   - now: a monotonic clock, nanoseconds.
    func admit(
        _ key: LimitKey, wider: LimitKey? = nil, cost: Int, policy: LimitPolicy, now: UInt64
    ) -> LimitDecision {
        if let decision = admit(key.value, in: slots, cost: cost, policy: policy, now: now) { return decision }
        if let wider, let decision = admit(wider.value, in: slots, cost: cost, policy: policy, now: now) {
            return decision
        }
        return admit(1, in: overflow, cost: cost, policy: policy, now: now)
            ?? LimitDecision(isAllowed: false, remaining: 0, resetAfter: policy.tolerance, retryAfter: policy.interval)
    }

    private func admit(
        _ key: UInt64, in slots: KeyedSlots, cost: Int, policy: LimitPolicy, now: UInt64
    ) -> LimitDecision? {
        let price = policy.interval &* UInt64(max(1, cost))
        var decision = LimitDecision(isAllowed: false, remaining: 0, resetAfter: 0, retryAfter: 0)
        let outcome = slots.update(key, isFree: { $0 <= now }) { arrival in
            let start = max(arrival, now)
            let debt = start - now
            guard debt + price <= policy.tolerance else {
                decision = LimitDecision(
                    isAllowed: false,
                    remaining: Int((policy.tolerance - min(debt, policy.tolerance)) / policy.interval),
                    resetAfter: debt, retryAfter: debt + price - policy.tolerance)
                return nil
            }
            decision = LimitDecision(
                isAllowed: true, remaining: Int((policy.tolerance - debt - price) / policy.interval),
                resetAfter: debt + price, retryAfter: 0)
            return start + price
        }
        return outcome == .full ? nil : decision
    }
}

/// Counts of calls in flight by user, over all connections and event loops.
final class InFlightLimiter: Sendable {
    private let slots: KeyedSlots
    private let maximum: UInt64

    /// - Parameters:
    ///   - capacity: the number of users with calls in flight.
    ///   - maximum: calls in flight a user.
    init(capacity: Int, maximum: Int) {
        slots = KeyedSlots(capacity: capacity)
        self.maximum = UInt64(max(1, maximum))
    }

    /// Counts a call that begins; `false` if the user has too many (nothing was counted).
    func begin(_ key: LimitKey) -> Bool {
        slots.update(key.value, isFree: { $0 == 0 }) { $0 < maximum ? $0 + 1 : nil } == .changed
    }

    /// Counts a call that has ended: once for each ``begin(_:)`` that returned `true`.
    func end(_ key: LimitKey) {
        _ = slots.update(key.value, isFree: { $0 == 0 }) { $0 > 0 ? $0 - 1 : nil }
    }

    /// How many calls of the user are in flight.
    func count(_ key: LimitKey) -> Int { Int(slots.value(of: key.value)) }
}
