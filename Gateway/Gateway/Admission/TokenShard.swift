import Synchronization

/// A part of the token cache, with its own lock; the oldest token makes room for the newest.
final class TokenShard: Sendable {
    private struct Kept {
        var tokens: [Int: VerifiedToken] = [:]
        /// The hashes in order of arrival: a ring buffer that starts at `oldest`.
        var order: [Int] = []
        var oldest = 0
    }

    private let kept = Mutex(Kept())
    private let capacity: Int

    /// Creates an empty shard.
    /// - Parameter capacity: the maximum number of tokens, at least 1.
    init(capacity: Int) { self.capacity = max(capacity, 1) }

    func find(_ hash: Int, _ bytes: UnsafeRawBufferPointer) -> VerifiedToken? {
        guard let token = kept.withLock({ $0.tokens[hash] }), token.matches(bytes) else { return nil }
        return token
    }

    func insert(_ hash: Int, _ token: VerifiedToken) {
        kept.withLock { kept in
            guard kept.tokens.updateValue(token, forKey: hash) == nil else { return }
            if kept.order.count < capacity {
                kept.order.append(hash)
            } else {
                kept.tokens[kept.order[kept.oldest]] = nil
                kept.order[kept.oldest] = hash
                kept.oldest = (kept.oldest + 1) % capacity
            }
        }
    }

    var count: Int { kept.withLock { $0.tokens.count } }
}
