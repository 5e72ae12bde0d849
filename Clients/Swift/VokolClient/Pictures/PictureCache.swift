import Platform
import Resilience

/// A cache of decoded pictures, limited by number and bytes.
///
/// The least recently used picture is released first.
public final class PictureCache<Key: Hashable & Sendable, Picture: Sendable>: Sendable {
    /// The maximum number of pictures that a cache keeps.
    public static var limit: Int { 20 }

    private let maximumCount: Int
    private let pictures: Lock<LRUCache<Key, Picture>>
    private let flights = SingleFlight<Key, Result<Picture, any Error>>()

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - maximumCount: the most pictures, 1…20.
    ///   - maximumBytes: the most bytes of all pictures; a larger picture is not kept.
    public init(maximumCount: Int = 20, maximumBytes: Int = 32 << 20) {
        self.maximumCount = min(max(maximumCount, 1), Self.limit)
        pictures = Lock(LRUCache(maximumCost: maximumBytes))
    }

    /// The number of pictures.
    public var count: Int { pictures.withLock { $0.count } }

    /// Returns a picture, which is loaded unless the cache has it.
    ///
    /// Callers who wait for the same picture share one load.
    ///
    /// - Parameters:
    ///   - key: the picture's name, such as its address and size.
    ///   - load: loads and decodes the picture, and tells the bytes that it takes in memory.
    public func picture(
        for key: Key, load: () async throws -> (picture: Picture, bytes: Int)
    ) async throws -> Picture {
        if let known = pictures.withLock({ $0.value(for: key) }) { return known }
        return try await flights.run(key) {
            if let known = pictures.withLock({ $0.value(for: key) }) { return known }
            let (picture, bytes) = try await load()
            pictures.withLock { pictures in
                pictures.insert(picture, for: key, cost: max(bytes, 0))
                while pictures.count > maximumCount, let last = pictures.leastRecent?.key { pictures.remove(last) }
            }
            return picture
        }
    }

    /// Releases all pictures, as when the system is short of memory.
    public func removeAll() {
        pictures.withLock { $0 = LRUCache(maximumCost: $0.maximumCost) }
    }
}
