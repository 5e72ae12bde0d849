import Platform
public import Values

/// A value that is kept for use without a network.
public struct OfflineValue: Hashable, Sendable {
    public var json: [UInt8]
    /// The time at which the server sent it.
    public var savedAt: Instant
    /// True if the store must not drop it to make room.
    public var isPinned: Bool

    public init(json: [UInt8], savedAt: Instant, isPinned: Bool = false) {
        (self.json, self.savedAt, self.isPinned) = (json, savedAt, isPinned)
    }
}

/// The place of values for use without a network, of a limited size.
public protocol OfflineStore: Sendable {
    /// Returns a value; `nil` if there is none, or if it is damaged.
    func value(for key: String) throws -> OfflineValue?
    /// Replaces a value, and drops the oldest others that are not pinned if there is no room.
    ///
    /// - Returns: false if there is no room even so; then nothing has changed.
    @discardableResult func save(_ value: OfflineValue, for key: String) throws -> Bool
    /// Removes a value; does nothing if there is none.
    func remove(_ key: String) throws
    /// Removes all values.
    func removeAll() throws
}

/// A store that forgets its values when the program ends.
public final class MemoryOfflineStore: OfflineStore {
    private let shelf = Lock((files: OfflineIndex(), values: [Int: OfflineValue]()))

    public init() {}

    public func value(for key: String) -> OfflineValue? {
        shelf.withLock { shelf in shelf.files.entry(for: key).flatMap { shelf.values[$0.number] } }
    }

    @discardableResult public func save(_ value: OfflineValue, for key: String) -> Bool {
        shelf.withLock { shelf in
            guard let (number, dropped) = shelf.files.insert(value, for: key) else { return false }
            for number in dropped { shelf.values[number] = nil }
            shelf.values[number] = value
            return true
        }
    }

    public func remove(_ key: String) {
        shelf.withLock { shelf in
            if let number = shelf.files.remove(key) { shelf.values[number] = nil }
        }
    }

    public func removeAll() { shelf.withLock { $0 = (OfflineIndex(), [:]) } }
}
