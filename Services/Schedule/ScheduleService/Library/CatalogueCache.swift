import Synchronization
import Upstream
import Values
import Wire

/// A cache of a catalogue prepared for searching, which is rebuilt when its list changes.
final class CatalogueCache<Item: Codable & Sendable>: Sendable {
    private struct State {
        var made: (fetchedAt: Instant, catalogue: Catalogue<Item>)?
        var shrinkGuard = ShrinkGuard()
    }

    /// The list's name in keys, cursors and the log.
    let name: String
    private let list: @Sendable (Item, [UInt8]) -> Catalogue<Item>.Listed
    private let state = Mutex(State())

    /// Creates an empty cache.
    ///
    /// - Parameter list: builds the entry of an item and its JSON.
    init(_ name: String, list: @escaping @Sendable (Item, [UInt8]) -> Catalogue<Item>.Listed) {
        self.name = name
        self.list = list
    }

    /// Returns the catalogue of a list, building it once per list.
    ///
    /// Items that cannot be encoded are skipped.
    func catalogue(of cached: Cached<[Item]>) -> Catalogue<Item> {
        if let made = state.withLock({ $0.made }), made.fetchedAt == cached.fetchedAt { return made.catalogue }
        let catalogue = Catalogue(
            cached.value.compactMap { item in (try? JSONCoding.encode(item)).map { list(item, $0) } })
        state.withLock { $0.made = (cached.fetchedAt, catalogue) }
        return catalogue
    }

    /// Returns true if a list may replace one with `cachedCount` entries.
    func accepts(_ items: [Item], cachedCount: Int, now: Instant) -> Bool {
        let fingerprint = Fingerprint((try? JSONCoding.encode(items)) ?? [])
        return state.withLock {
            $0.shrinkGuard.judge(count: items.count, cachedCount: cachedCount, fingerprint: fingerprint, now: now)
                == .accept
        }
    }
}
