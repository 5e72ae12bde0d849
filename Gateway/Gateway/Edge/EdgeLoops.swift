import NIOCore

/// What every event loop of the gateway owns, found by the loop.
struct EdgeLoops: Sendable {
    /// A connection came on a loop that is none of ours.
    struct UnknownLoop: Error {}

    let group: any EventLoopGroup
    let limits: EdgeLimits
    private let byLoop: [ObjectIdentifier: NIOLoopBound<EdgeLoop>]
    private let all: [NIOLoopBound<EdgeLoop>]

    /// Makes one ``EdgeLoop`` for each loop of the group, on that loop.
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

    /// How many event loops there are.
    var count: Int { all.count }

    /// The loop's own part; must be called on the loop.
    func edge(of loop: any EventLoop) throws -> EdgeLoop {
        guard let edge = byLoop[ObjectIdentifier(loop)] else { throw UnknownLoop() }
        return edge.value
    }

    /// Does something on every loop, and returns when it is done on all.
    func each(_ body: @escaping @Sendable (EdgeLoop) -> Void) async {
        for edge in all { try? await edge.eventLoop.submit { body(edge.value) }.get() }
    }

    /// Does something on every loop, some time soon.
    func eachLater(_ body: @escaping @Sendable (EdgeLoop) -> Void) {
        for edge in all { edge.eventLoop.execute { body(edge.value) } }
    }

    /// Does something on the first loop and returns what comes of it.
    func onFirst<Value: Sendable>(
        _ body: @escaping @Sendable (EdgeLoop) -> EventLoopFuture<Value>
    ) async throws -> Value {
        guard let first = all.first else { throw UnknownLoop() }
        return try await first.eventLoop.flatSubmit { body(first.value) }.get()
    }
}
