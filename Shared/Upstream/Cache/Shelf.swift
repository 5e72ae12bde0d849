/// Values by key, bounded by what they cost: whatever was not asked for the longest makes room.
struct Shelf<Value> {
    private struct Place {
        var key: String
        var value: Value
        var cost: Int
        /// Asked for later than this one; -1: none.
        var newer: Int
        var older: Int
    }

    /// What a place costs beside its key and its value: places, links, the table's own room.
    static var overhead: Int { 160 }

    let maximumCost: Int
    private(set) var cost = 0
    /// How many values had to make room.
    private(set) var evictions = 0
    private var places: [Place?] = []
    private var free: [Int] = []
    private var index: [String: Int] = [:]
    private var newest = -1
    private var oldest = -1

    init(maximumCost: Int) { self.maximumCost = maximumCost }

    var count: Int { index.count }

    /// The value for a key, which thereby was asked for last.
    mutating func value(for key: String) -> Value? {
        guard let at = index[key] else { return nil }
        unlink(at)
        linkNewest(at)
        return places[at]?.value
    }

    /// The value for a key, without its place in the order changing.
    func peek(_ key: String) -> Value? { index[key].flatMap { places[$0]?.value } }

    /// Changes a value that is there; its cost stays.
    mutating func change(_ key: String, _ body: (inout Value) -> Void) {
        guard let at = index[key], var place = places[at] else { return }
        places[at] = nil
        body(&place.value)
        places[at] = place
    }

    /// Puts a value on the shelf, unless it alone is more than fits.
    /// - Parameter size: bytes of the value, without its key.
    mutating func insert(_ value: Value, for key: String, size: Int) {
        remove(key)
        // The key is there twice.
        let cost = size + 2 * key.utf8.count + Self.overhead
        guard cost <= maximumCost else { return }
        while self.cost + cost > maximumCost, let last = oldest >= 0 ? places[oldest]?.key : nil {
            remove(last)
            evictions += 1
        }
        let place = Place(key: key, value: value, cost: cost, newer: -1, older: -1)
        let at: Int
        if let free = free.popLast() {
            at = free
            places[at] = place
        } else {
            at = places.count
            places.append(place)
        }
        index[key] = at
        self.cost += cost
        linkNewest(at)
    }

    mutating func remove(_ key: String) {
        guard let at = index.removeValue(forKey: key) else { return }
        unlink(at)
        cost -= places[at]?.cost ?? 0
        places[at] = nil
        free.append(at)
    }

    private mutating func unlink(_ at: Int) {
        guard let place = places[at] else { return }
        if place.newer >= 0 { places[place.newer]?.older = place.older } else { newest = place.older }
        if place.older >= 0 { places[place.older]?.newer = place.newer } else { oldest = place.newer }
    }

    private mutating func linkNewest(_ at: Int) {
        places[at]?.newer = -1
        places[at]?.older = newest
        if newest >= 0 { places[newest]?.newer = at } else { oldest = at }
        newest = at
    }
}
