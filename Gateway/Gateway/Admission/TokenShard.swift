import Synchronization

/// A part of the token cache, with its own lock; the oldest token makes room for the newest.
final class TokenShard: Sendable {
    private struct Entries {
        var tokens: [Int: VerifiedToken] = [:]
        /// The hashes in order of arrival: a ring buffer that starts at `oldest`.
        var order: [Int] = []
        var oldest = 0
    }

    private let entries = Mutex(Entries())
    private let capacity: Int

    /// Creates an empty shard.
    ///
    /// - Parameter capacity: the maximum number of tokens, at least 1.
    init(capacity: Int) { self.capacity = max(capacity, 1) }

    func find(_ hash: Int, _ bytes: UnsafeRawBufferPointer) -> VerifiedToken? {
        guard let token = entries.withLock({ $0.tokens[hash] }), token.matches(bytes) else { return nil }
        return token
    }

    func insert(_ hash: Int, _ token: VerifiedToken) {
        entries.withLock { entries in
            guard entries.tokens.updateValue(token, forKey: hash) == nil else { return }
            if entries.order.count < capacity {
                entries.order.append(hash)
            } else {
                entries.tokens[entries.order[entries.oldest]] = nil
                entries.order[entries.oldest] = hash
                entries.oldest = (entries.oldest + 1) % capacity
            }
        }
    }

    var count: Int { entries.withLock { $0.tokens.count } }
}
