/// The calls of one bucket that this gateway has admitted and the store has not confirmed.
///
/// Each gateway has an equal share of the policy: its burst and its rate, divided by the number of gateways. The
/// unconfirmed calls fit into that share, so all gateways together are ahead of the store by one burst at most, and
/// while the store is away they admit no more than one gateway would.
struct LimitLease: Sendable {
    /// The store's delay that a lease covers, in nanoseconds.
    static let delay: UInt64 = 100_000_000

    /// The unconfirmed price, less what the share has refilled since, in nanoseconds.
    private var level: UInt64 = 0
    private var changedAt: UInt64 = 0
    /// The price that no report to the store contains yet, in nanoseconds.
    private(set) var unsent: UInt64 = 0
    /// The price in the report under way, in nanoseconds.
    private(set) var sent: UInt64 = 0
    private var tolerance: UInt64 = 0

    /// Returns the time after which a price fits into the lease, in nanoseconds: 0 if it fits now.
    mutating func wait(for price: UInt64, policy: LimitPolicy, gateways: Int, now: UInt64) -> UInt64 {
        tolerance = policy.tolerance
        refill(gateways, now)
        let share = tolerance / UInt64(gateways)
        // A price above the share fits into a full lease, and leaves it in debt.
        let needed = level + min(price, share)
        return needed <= share ? 0 : (needed - share) * UInt64(gateways)
    }

    /// Takes a price, after ``wait(for:policy:gateways:now:)`` at the same time.
    mutating func take(_ price: UInt64) {
        level += price
        unsent += price
    }

    /// Begins a report.
    ///
    /// After a long outage of the store it contains the burst of the share at most: the bucket has refilled for the
    /// rest.
    mutating func send(gateways: Int, now: UInt64) {
        refill(gateways, now)
        sent = min(unsent, max(level, (tolerance + Self.delay) / UInt64(gateways)))
        unsent = 0
    }

    /// Ends a report that the store has counted.
    ///
    /// - Parameter frees: false if the store may not know yet what other gateways have admitted; the lease then goes on
    ///   refilling at the rate of the share.
    mutating func confirm(frees: Bool, now: UInt64) {
        sent = 0
        if frees { (level, changedAt) = (unsent, max(changedAt, now)) }
    }

    /// Ends a report that the store may not have counted; the next one repeats it.
    mutating func restore() {
        (unsent, sent) = (unsent + sent, 0)
    }

    /// The highest debt of the bucket, in nanoseconds.
    var ceiling: UInt64 { 2 * tolerance }

    /// Returns true if the share has paid for all calls, so that the lease may be forgotten.
    func isPaid(gateways: Int, now: UInt64) -> Bool {
        var lease = self
        lease.refill(gateways, now)
        return lease.level == 0 && lease.sent == 0
    }

    private mutating func refill(_ gateways: Int, _ now: UInt64) {
        guard now > changedAt else { return }
        level -= min(level, (now - changedAt) / UInt64(gateways))
        changedAt = now
    }
}
