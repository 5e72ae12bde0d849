public import Values

/// A result and the time at which the server sent it.
public struct Aged<Value: Sendable>: Sendable {
    public let value: Value
    public let savedAt: Instant
    /// True if it comes from the store and a fresh one follows.
    public let isStored: Bool
}

/// The stored result of a call, if there is one, and then the fresh one.
///
/// If the call fails, the sequence ends with its error after the stored result.
public struct StoredCall<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Aged<Value>

    let stored: @Sendable () -> Aged<Value>?
    let fresh: @Sendable () async throws -> Aged<Value>

    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum Phase { case stored, fresh, over }

        fileprivate let call: StoredCall
        private var phase = Phase.stored

        fileprivate init(_ call: StoredCall) { self.call = call }

        public mutating func next() async throws -> Aged<Value>? {
            switch phase {
            case .stored:
                phase = .fresh
                if let stored = call.stored() { return stored }
                return try await next()
            case .fresh:
                phase = .over
                return try await call.fresh()
            case .over: return nil
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
