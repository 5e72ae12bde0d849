import Platform

/// A cache whose entries expire after a fixed time; when it is full, the least recently used entries are evicted.
///
/// If a renewal time is set, the first caller after an entry's expiry gets `nil` and has to create a new value, while
/// other callers still get the old one.
public final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        var expiry: ContinuousClock.Instant
        /// True while a caller creates a new value.
        var isBeingRenewed = false
    }

    private let lifetime: Duration
    private let renewalTime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let costOf: @Sendable (Key, Value) -> Int
    private let entries: Lock<LRUCache<Key, Entry>>

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - maximumCost: the limit of the total cost; 0 disables caching.
    ///   - lifetime: the time until an entry expires.
    ///   - renewalTime: the time after its expiry, and after the start of a renewal, during which an old value is still
    ///     returned.
    ///   - now: the clock.
    ///   - cost: returns the cost of an entry, bookkeeping included.
    public init(
        maximumCost: Int, lifetime: Duration, renewalTime: Duration = .zero,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        cost: @escaping @Sendable (Key, Value) -> Int
    ) {
        self.lifetime = lifetime
        self.renewalTime = renewalTime
        self.now = now
        costOf = cost
        entries = Lock(LRUCache(maximumCost: maximumCost))
    }

    /// Returns the value for `key`; `nil` if the caller has to create one.
    public func value(for key: Key) -> Value? {
        let time = now()
        return entries.withLock { entries in
            guard let entry = entries.value(for: key) else { return nil }
            if time < entry.expiry { return entry.value }
            guard time < entry.expiry + renewalTime else { return nil }
            entries.change(key) {
                $0.expiry = time + renewalTime
                $0.isBeingRenewed = true
            }
            return nil
        }
    }

    /// Inserts a value.
    ///
    /// If two callers create a value at the same time, the first one stays, so that no value outlives its lifetime.
    public func insert(_ value: Value, for key: Key) {
        let cost = costOf(key, value)
        let time = now()
        entries.withLock { entries in
            guard cost <= entries.maximumCost else { return }
            if let entry = entries.peek(key), time < entry.expiry, !entry.isBeingRenewed { return }
            while let (oldest, entry) = entries.leastRecent, time >= entry.expiry + renewalTime {
                entries.remove(oldest)
            }
            entries.insert(Entry(value: value, expiry: time + lifetime), for: key, cost: cost)
        }
    }

    /// Removes a value, if there is one.
    public func remove(_ key: Key) { entries.withLock { $0.remove(key) } }

    /// Removes all values.
    public func removeAll() {
        entries.withLock { entries in
            while let (oldest, _) = entries.leastRecent { entries.remove(oldest) }
        }
    }

    /// The total cost of all entries.
    public var cost: Int { entries.withLock { $0.cost } }
}
