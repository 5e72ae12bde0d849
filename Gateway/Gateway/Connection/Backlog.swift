import Synchronization

/// The bytes that wait for slow readers, over all connections of the process.
final class Backlog: Sendable {
    private let limit: Int
    private let bytes = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// Adds a change of one connection's waiting bytes.
    ///
    /// - Returns: true if the total is within the limit.
    func change(by amount: Int) -> Bool {
        guard amount != 0 else { return bytes.load(ordering: .relaxed) <= limit }
        return bytes.wrappingAdd(amount, ordering: .relaxed).newValue <= limit
    }

    var current: Int { bytes.load(ordering: .relaxed) }
}
