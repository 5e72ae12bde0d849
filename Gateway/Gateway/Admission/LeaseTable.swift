import Synchronization

/// The leases of many buckets, in stripes with a lock each.
///
/// Only gateways with a store of limits take these locks.
final class LeaseTable: Sendable {
    /// A report under way, and the bucket that it is about.
    struct Entry: Sendable {
        let key: LimitKey
        let report: LimitReport
    }

    private struct Named {
        let name: LimitName
        var lease = LimitLease()
        var isDirty = false
    }

    private struct Stripe {
        var leases: [LimitKey: Named] = [:]
        /// The keys with calls that no report contains, oldest first.
        var dirty: [LimitKey] = []
        /// The lease of the keys that find no room.
        ///
        /// The store never confirms it, so it refills at the rate of a share.
        var spill = LimitLease()
        /// The earliest time to look for leases to forget.
        var nextSweep: UInt64 = 0
    }

    private final class Guarded: Sendable {
        let stripe = Mutex(Stripe())
    }

    private static let stripeCount = 64
    /// The time between two searches for leases to forget in a full stripe, in nanoseconds.
    private static let sweepInterval: UInt64 = 100_000_000

    private let stripes: [Guarded]
    private let stripeCapacity: Int
    private let limiter: RateLimiter

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of leases.
    ///   - limiter: the buckets of this gateway.
    init(capacity: Int, limiter: RateLimiter) {
        stripes = (0..<Self.stripeCount).map { _ in Guarded() }
        stripeCapacity = max(1, capacity / Self.stripeCount)
        self.limiter = limiter
    }

    /// The number of leases.
    var count: Int { stripes.reduce(0) { $0 + $1.stripe.withLock { $0.leases.count } } }

    /// Calls `charge` if the lease of the bucket covers the price, and adds the price to the lease if it is admitted.
    ///
    /// - Returns: the result of `charge`; or the time in nanoseconds after which the lease will cover the price.
    func charge(
        _ key: LimitKey, _ name: LimitName, _ price: LimitPrice, gateways: Int, by charge: () -> CallGate.Quota
    ) -> Result<CallGate.Quota, LeaseShortage> {
        let (amount, policy) = (price.policy.price(of: price.cost), price.policy)
        return guarded(key).stripe.withLock { stripe -> Result<CallGate.Quota, LeaseShortage> in
            let isNamed = stripe.leases[key] != nil || makeRoom(in: &stripe, gateways: gateways, now: price.now)
            var named = isNamed ? stripe.leases[key] ?? Named(name: name) : Named(name: name, lease: stripe.spill)
            let wait = named.lease.wait(for: amount, policy: policy, gateways: gateways, now: price.now)
            guard wait == 0 || price.isSettling else { return .failure(LeaseShortage(wait: wait)) }
            let quota = charge()
            guard quota.decision.isAllowed else { return .success(quota) }
            named.lease.take(amount)
            guard isNamed else {
                stripe.spill = named.lease
                return .success(quota)
            }
            if !named.isDirty, named.lease.sent == 0 {
                named.isDirty = true
                stripe.dirty.append(key)
            }
            stripe.leases[key] = named
            return .success(quota)
        }
    }

    /// Begins the reports of at most `maximum` buckets of a stripe, whose number may be any.
    func send(from number: Int, maximum: Int, gateways: Int, now: UInt64) -> [Entry] {
        stripes[number % Self.stripeCount].stripe.withLock { stripe in
            guard !stripe.dirty.isEmpty else { return [] }
            let keys = stripe.dirty.prefix(maximum)
            stripe.dirty.removeFirst(keys.count)
            return keys.compactMap { key in
                guard var named = stripe.leases[key] else { return nil }
                named.isDirty = false
                let unsent = named.lease.unsent
                named.lease.send(gateways: gateways, now: now)
                stripe.leases[key] = named
                let arrival = limiter.arrival(of: key)
                let debt = arrival > now ? arrival - now : 0
                let report = LimitReport(
                    name: named.name, price: Int64((named.lease.sent + 999) / 1000),
                    debt: Int64((debt - min(debt, unsent)) / 1000), ceiling: Int64(named.lease.ceiling / 1000))
                return Entry(key: key, report: report)
            }
        }
    }

    /// Ends reports that the store has counted.
    ///
    /// - Parameters:
    ///   - debts: the debts of the buckets in the store, in microseconds, in the order of the entries.
    ///   - frees: false if the leases stay in force, as ``LimitLease/confirm(frees:now:)`` says.
    ///   - times: the time of the reports, from which the debts count, and that of the replies.
    func confirm(
        _ entries: some Sequence<Entry>, debts: some Sequence<Int64>, frees: Bool, at times: (sent: UInt64, now: UInt64)
    ) {
        let (sentAt, now) = times
        for (entry, debt) in zip(entries, debts) {
            guarded(entry.key).stripe.withLock { stripe in
                guard var named = stripe.leases[entry.key] else { return }
                named.lease.confirm(frees: frees, now: now)
                let ceiling = named.lease.ceiling
                let known = min(UInt64(clamping: debt), ceiling / 1000) * 1000
                limiter.raise(
                    entry.key, to: sentAt + known + named.lease.unsent, ceiling: now + ceiling, now: now)
                if named.lease.unsent > 0 {
                    Self.mark(&named, entry.key, in: &stripe)
                } else {
                    stripe.leases[entry.key] = frees ? nil : named
                }
            }
        }
    }

    /// Ends reports that the store may not have counted; they will be repeated.
    func restore(_ entries: some Sequence<Entry>) {
        for entry in entries {
            guarded(entry.key).stripe.withLock { stripe in
                guard var named = stripe.leases[entry.key] else { return }
                named.lease.restore()
                Self.mark(&named, entry.key, in: &stripe)
            }
        }
    }

    /// The number of stripes, for ``send(from:maximum:gateways:now:)``.
    var stripeCount: Int { Self.stripeCount }

    private static func mark(_ named: inout Named, _ key: LimitKey, in stripe: inout Stripe) {
        if !named.isDirty {
            named.isDirty = true
            stripe.dirty.append(key)
        }
        stripe.leases[key] = named
    }

    /// Returns true if the stripe has room for another lease, after forgetting those that are paid.
    private func makeRoom(in stripe: inout Stripe, gateways: Int, now: UInt64) -> Bool {
        guard stripe.leases.count >= stripeCapacity, now >= stripe.nextSweep else {
            return stripe.leases.count < stripeCapacity
        }
        stripe.nextSweep = now + Self.sweepInterval
        stripe.leases = stripe.leases.filter { !$0.value.lease.isPaid(gateways: gateways, now: now) }
        stripe.dirty = stripe.dirty.filter { stripe.leases[$0] != nil }
        return stripe.leases.count < stripeCapacity
    }

    private func guarded(_ key: LimitKey) -> Guarded { stripes[Int(key.value >> 40) % Self.stripeCount] }
}

/// A lease that does not cover a call now.
struct LeaseShortage: Error {
    /// The time after which it will, in nanoseconds, unless the store confirms its calls before.
    let wait: UInt64
}
