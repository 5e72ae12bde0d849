import Resilience

extension LRUCache where Key == String {
    /// The cost of an entry beside its key and its value: its place, its links, the table's own room.
    static var overhead: Int { 160 }

    /// Adds a value of so many bytes, at the cost that it has in memory.
    mutating func insert(_ value: Value, for key: String, size: Int) {
        // The key is there twice.
        insert(value, for: key, cost: size + 2 * key.utf8.count + Self.overhead)
    }
}
