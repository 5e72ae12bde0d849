/// A cache with a cost limit that evicts the least recently used entries.
public struct LRUCache<Key: Hashable, Value> {
    private struct Entry {
        var key: Key
        var value: Value
        var cost: Int
        /// The index of the entry that was used next after this one; -1 if there is none.
        var newer: Int
        var older: Int
    }

    /// The limit of the total cost.
    public let maximumCost: Int
    /// The total cost of all entries.
    public private(set) var cost = 0
    /// The number of evicted entries.
    public private(set) var evictions = 0
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var index: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1

    public init(maximumCost: Int) { self.maximumCost = maximumCost }

    public var count: Int { index.count }

    /// Returns the value for `key` and makes it the most recently used.
    public mutating func value(for key: Key) -> Value? {
        guard let at = index[key] else { return nil }
        if at != newest {
            unlink(at)
            linkNewest(at)
        }
        return entries[at]?.value
    }

    /// Returns the value for `key` without changing its place in the order.
    public func peek(_ key: Key) -> Value? { index[key].flatMap { entries[$0]?.value } }

    /// The least recently used entry.
    public var leastRecent: (key: Key, value: Value)? {
        guard oldest >= 0 else { return nil }
        return entries[oldest].map { ($0.key, $0.value) }
    }

    /// Changes an existing value, without changing its cost or its place in the order.
    public mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        guard let at = index[key], var entry = entries[at] else { return }
        entries[at] = nil
        body(&entry.value)
        entries[at] = entry
    }

    /// Inserts or replaces a value; a value that exceeds the limit on its own only removes its predecessor.
    public mutating func insert(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        guard cost <= maximumCost else { return }
        while self.cost + cost > maximumCost, let last = leastRecent?.key {
            remove(last)
            evictions += 1
        }
        let entry = Entry(key: key, value: value, cost: cost, newer: -1, older: -1)
        let at: Int
        if let free = free.popLast() {
            at = free
            entries[at] = entry
        } else {
            at = entries.count
            entries.append(entry)
        }
        index[key] = at
        self.cost += cost
        linkNewest(at)
    }

    public mutating func remove(_ key: Key) {
        guard let at = index.removeValue(forKey: key) else { return }
        unlink(at)
        cost -= entries[at]?.cost ?? 0
        entries[at] = nil
        free.append(at)
    }

    private mutating func unlink(_ at: Int) {
        guard let entry = entries[at] else { return }
        if entry.newer >= 0 { entries[entry.newer]?.older = entry.older } else { newest = entry.older }
        if entry.older >= 0 { entries[entry.older]?.newer = entry.newer } else { oldest = entry.newer }
    }

    private mutating func linkNewest(_ at: Int) {
        entries[at]?.newer = -1
        entries[at]?.older = newest
        if newest >= 0 { entries[newest]?.newer = at } else { oldest = at }
        newest = at
    }
}
