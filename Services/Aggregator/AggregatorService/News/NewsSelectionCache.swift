import Resilience
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

    private static let lifetime: Int64 = 60

    /// The selections, at most 128 of some 10 KB each.
    private let entries = Mutex(LRUCache<Key, Entry>(maximumCost: 128))

    /// Returns the cached selection of the same articles, or makes a new one.
    func selection(
        for key: Key, read: [Instant?], now: Instant, select: () -> NewsSelection
    ) -> NewsSelection {
        let known = entries.withLock { $0.value(for: key) }
        if let known, known.read == read, now < known.until { return known.selection }
        let selection = select()
        let new = Entry(selection: selection, read: read, until: now.advanced(bySeconds: Self.lifetime))
        entries.withLock { $0.insert(new, for: key, cost: 1) }
        return selection
    }
}
