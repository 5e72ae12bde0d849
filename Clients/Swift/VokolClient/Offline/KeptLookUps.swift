import AggregatorContract
import Platform
import Values
import Wire

/// Look-ups that wait to be saved on the server, in the order of their saving.
final class KeptLookUps: Sendable {
    /// The maximum number of look-ups that wait.
    static let maximumCount = 50
    private static let key = "look-ups"

    struct Entry: Codable {
        var params: History.Add.Params
        /// The key with which the server recognizes a repetition.
        var idempotencyKey: String
        var account: Identifier
    }

    private let store: any OfflineStore
    /// Serializes changes.
    private let turn = Lock(())

    init(_ store: any OfflineStore) { self.store = store }

    /// Returns the look-ups of an account, oldest first.
    func entries(of account: Identifier) throws -> [Entry] {
        try turn.withLock { _ in try load() }.filter { $0.account == account }
    }

    /// Adds a look-up; returns false if too many wait, or if the store has no room.
    func add(_ entry: Entry, at now: Instant) throws -> Bool {
        try turn.withLock { _ in
            let entries = try load()
            guard entries.count < Self.maximumCount else { return false }
            return try save(entries + [entry], at: now)
        }
    }

    /// Removes the look-up with a key.
    func remove(_ idempotencyKey: String, at now: Instant) throws {
        _ = try turn.withLock { _ in try save(load().filter { $0.idempotencyKey != idempotencyKey }, at: now) }
    }

    private func load() throws -> [Entry] {
        guard let value = try store.value(for: Self.key) else { return [] }
        // A list that cannot be read has been damaged: there is nothing to send.
        return (try? CallAnswer.decode([Entry].self, from: value.json)) ?? []
    }

    private func save(_ entries: [Entry], at now: Instant) throws -> Bool {
        let json = try JSONCoding.encode(entries)
        return try store.save(OfflineValue(json: json, savedAt: now, isPinned: true), for: Self.key)
    }
}
