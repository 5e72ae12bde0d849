import Values

/// The list of stored values, which decides on what is dropped.
struct OfflineIndex: Codable {
    /// The maximum number of values, and the maximum number of bytes of all together and of one.
    static let maximumCount = 100
    static let maximumBytes = 8 << 20
    static let maximumValue = 1 << 20

    struct Entry: Codable {
        var key: String
        /// The number of the value's file; none is used twice.
        var number: Int
        var savedAt: Instant
        var bytes: Int
        var isPinned: Bool
    }

    private(set) var entries: [Entry] = []
    private var lastNumber = 0

    func entry(for key: String) -> Entry? { entries.first { $0.key == key } }

    /// Adds a value, and returns its number and the numbers of those that it replaces or that make room for it.
    ///
    /// Returns `nil`, and changes nothing, if the value is too large or does not fit beside the pinned ones.
    mutating func insert(_ value: OfflineValue, for key: String) -> (number: Int, dropped: [Int])? {
        guard value.json.count <= Self.maximumValue else { return nil }
        var entries = entries.filter { $0.key != key }
        var dropped = self.entries.filter { $0.key == key }.map(\.number)
        while entries.count >= Self.maximumCount
            || entries.reduce(value.json.count, { $0 + $1.bytes }) > Self.maximumBytes
        {
            let old = entries.indices.filter { !entries[$0].isPinned }.min { entries[$0].savedAt < entries[$1].savedAt }
            guard let old else { return nil }
            dropped.append(entries.remove(at: old).number)
        }
        self.entries = entries
        lastNumber += 1
        self.entries.append(
            Entry(
                key: key, number: lastNumber, savedAt: value.savedAt, bytes: value.json.count, isPinned: value.isPinned)
        )
        return (lastNumber, dropped)
    }

    /// Removes a value and returns its number; `nil` if there is none.
    mutating func remove(_ key: String) -> Int? {
        entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).number }
    }

    mutating func removeAll() { entries = [] }
}
