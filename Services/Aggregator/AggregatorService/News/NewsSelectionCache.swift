import Synchronization
import Values

/// A cache of selections for a minute, since scanning hundreds of articles takes milliseconds per caller.
final class NewsSelectionCache: Sendable {
    /// The key of a selection.
    struct Key: Hashable, Sendable {
        var city: String?
        var country: String?
        var timeZone: String
        var date: LocalDate
    }

    private struct Entry {
        var selection: NewsSelection
        /// The time at which each publisher was read; `nil` for one that could not be read.
        var read: [Instant?]
        var until: Instant
    }

    /// The maximum number of cached selections, some 10 KB each.
    private static let capacity = 128
    private static let lifetime: Int64 = 60

    private let entries = Mutex<[Key: Entry]>([:])

    /// Returns the cached selection of the same articles, or makes a new one.
    func selection(
        for key: Key, read: [Instant?], now: Instant, select: () -> NewsSelection
    ) -> NewsSelection {
        if let known = entries.withLock({ $0[key] }), known.read == read, now < known.until { return known.selection }
        let selection = select()
        let new = Entry(selection: selection, read: read, until: now.advanced(bySeconds: Self.lifetime))
        entries.withLock { entries in
            if entries.count >= Self.capacity, entries[key] == nil {
                entries = entries.filter { now < $0.value.until }
                if entries.count >= Self.capacity { entries.removeAll() }
            }
            entries[key] = new
        }
        return selection
    }
}
