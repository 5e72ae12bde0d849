import Resilience

extension LRUCache where Key == String {
    /// The memory that an entry takes besides its key and value, in bytes: slot, links and its share of the table.
    static var overhead: Int { 160 }

    /// Adds a value of `size` bytes, at the cost of the memory that its entry takes.
    mutating func insert(_ value: Value, for key: String, size: Int) {
        // The key is stored twice.
        insert(value, for: key, cost: size + 2 * key.utf8.count + Self.overhead)
    }
}
