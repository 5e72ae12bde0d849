import Synchronization
import Values

/// A cache of selections for a minute, since scanning hundreds of articles takes milliseconds per caller.
final class NewsSelectionCache: Sendable {
    /// The key of a selection.
    struct Question: Hashable, Sendable {
        var city: String?
        var country: String?
        var timeZone: String
        var date: LocalDate
    }

    private struct Kept {
        var selection: NewsSelection
        /// The time at which each publisher was read; `nil` for one that could not be read.
        var read: [Instant?]
        var until: Instant
    }

    /// The maximum number of cached selections, some 10 KB each.
    private static let capacity = 128
    private static let lifetime: Int64 = 60

    private let kept = Mutex<[Question: Kept]>([:])

    /// Returns the cached selection of the same articles, or makes a new one.
    func selection(
        for question: Question, read: [Instant?], now: Instant, select: () -> NewsSelection
    ) -> NewsSelection {
        if let known = kept.withLock({ $0[question] }), known.read == read, now < known.until { return known.selection }
        let selection = select()
        let new = Kept(selection: selection, read: read, until: now.advanced(bySeconds: Self.lifetime))
        kept.withLock { kept in
            if kept.count >= Self.capacity, kept[question] == nil {
                kept = kept.filter { now < $0.value.until }
                if kept.count >= Self.capacity { kept.removeAll() }
            }
            kept[question] = new
        }
        return selection
    }
}
