import Resilience

extension LRUCache where Key == String {
    /// The cost of an entry beside its key and value: its slot, its links, its share of the table.
    static var overhead: Int { 160 }

    /// Adds a value of `size` bytes at its cost in memory.
    mutating func insert(_ value: Value, for key: String, size: Int) {
        // The key is stored twice.
        insert(value, for: key, cost: size + 2 * key.utf8.count + Self.overhead)
    }
}
