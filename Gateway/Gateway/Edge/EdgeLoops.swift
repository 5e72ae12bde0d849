import Contract
import NIOCore
import Synchronization

/// The per-loop state of all event loops, found by the loop.
struct EdgeLoops: Sendable {
    /// An error for a connection on an event loop outside the group.
    struct UnknownLoop: Error {}

    let group: any EventLoopGroup
    let limits: EdgeLimits
    private let byLoop: [ObjectIdentifier: NIOLoopBound<EdgeLoop>]
    private let all: [NIOLoopBound<EdgeLoop>]

    /// Creates one ``EdgeLoop`` for each loop of the group, on that loop.
    init(
        group: any EventLoopGroup, limits: EdgeLimits,
        make: @escaping @Sendable (any EventLoop, _ index: Int) -> EdgeLoop
    ) async throws {
        self.group = group
        self.limits = limits
        var all: [NIOLoopBound<EdgeLoop>] = []
        for (index, loop) in group.makeIterator().enumerated() {
            let edge = try await loop.submit { NIOLoopBound(make(loop, index), eventLoop: loop) }.get()
            all.append(edge)
        }
        self.all = all
        byLoop = Dictionary(uniqueKeysWithValues: all.map { (ObjectIdentifier($0.eventLoop), $0) })
    }

    /// The number of event loops.
    var count: Int { all.count }

    /// Returns the state of a loop; must be called on it.
    func edge(of loop: any EventLoop) throws -> EdgeLoop {
        guard let edge = byLoop[ObjectIdentifier(loop)] else { throw UnknownLoop() }
        return edge.value
    }

    /// Runs `body` on every loop and waits for all.
    func each(_ body: @escaping @Sendable (EdgeLoop) -> Void) async {
        for edge in all { try? await edge.eventLoop.submit { body(edge.value) }.get() }
    }

    /// Runs `body` on every loop without waiting.
    func eachLater(_ body: @escaping @Sendable (EdgeLoop) -> Void) {
        for edge in all { edge.eventLoop.execute { body(edge.value) } }
    }

    /// Runs `body` on the first loop and returns its result.
    func onFirst<Value: Sendable>(
        _ body: @escaping @Sendable (EdgeLoop) -> EventLoopFuture<Value>
    ) async throws -> Value {
        guard let first = all.first else { throw UnknownLoop() }
        return try await first.eventLoop.flatSubmit { body(first.value) }.get()
    }

    /// Returns true if every loop has a link to a replica of each service.
    func areLinked() async -> Bool {
        let down = Atomic<Int>(0)
        await each { edge in
            if ServiceName.allCases.contains(where: { edge.router.replicasUp(of: $0) == 0 }) {
                down.add(1, ordering: .relaxed)
            }
        }
        return down.load(ordering: .relaxed) == 0
    }
}
