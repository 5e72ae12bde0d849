import Synchronization

/// The origin of work that shares a queue with others: a user, an address or a process; fair queues serve each in turn.
///
/// A hash with a seed of the process, so that it says nothing about the caller, and no one can choose a collision.
public struct FlowKey: Hashable, Sendable {
    private let value: Int

    /// The key of work that no caller asked for.
    public static let background = FlowKey("background", [])

    /// Creates the key of an origin.
    ///
    /// - Parameters:
    ///   - kind: the kind of origin, such as `user`.
    ///   - id: the id among the origins of this kind.
    public init(_ kind: StaticString, _ id: some Sequence<UInt8>) {
        var hasher = Hasher()
        kind.withUTF8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Ends the kind, which has no zero bytes.
        hasher.combine(UInt8(0))
        // At once where possible, since every call has a key.
        let hashed: Void? = id.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if hashed == nil { for byte in id { hasher.combine(byte) } }
        value = hasher.finalize()
    }
}

/// The work for one call: whose turn it takes in queues, and what it costs its caller beyond the method's price.
///
/// Open, so that a server's call is its own work, without another allocation.
@available(macOS 15, iOS 18, *)
open class CallWork: @unchecked Sendable {
    // Safe to share: subclasses hold constants only.

    /// The call that the current task works for; `nil` in the background.
    @TaskLocal public static var current: CallWork?

    /// The flow of the call that the current task works for.
    public static var currentFlow: FlowKey { current?.flow ?? .background }

    /// The greatest extra cost of a call.
    public static let maximumExtraCost = 40

    public final let flow: FlowKey
    private let cost = Atomic<Int>(0)
    private let wait = Atomic<Int64>(0)

    /// Creates the work of a call without extra cost.
    public init(flow: FlowKey) { self.flow = flow }

    /// The cost in calls beyond the method's.
    public final var extraCost: Int { min(cost.load(ordering: .relaxed), Self.maximumExtraCost) }

    /// The time for which the call has waited in queues of its service, such as for a connection to PostgreSQL.
    ///
    /// Waiting for third parties does not count: it says nothing about the load of the service.
    public final var waited: Duration { .nanoseconds(wait.load(ordering: .relaxed)) }

    /// Adds to the time for which the call has waited; at least 0.
    public final func add(wait: Duration) { self.wait.wrappingAdd(max(wait.nanoseconds, 0), ordering: .relaxed) }

    /// Adds to the extra cost, such as for a request to a third party; at least 0.
    public final func add(cost: Int) {
        self.cost.wrappingAdd(min(max(cost, 0), Self.maximumExtraCost), ordering: .relaxed)
    }
}
