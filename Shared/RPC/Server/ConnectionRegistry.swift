import NIOCore
import Synchronization

/// What the server tells a connection.
enum ServerOrder: Sendable {
    /// Say goodbye, and end when everything is answered.
    case drain
    /// End now.
    case close
}

/// The connections of a server, as many as may be, until the last task of each has ended.
final class ConnectionRegistry: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
        var emptied: [EventLoopPromise<Bool>] = []
    }

    private let maximum: Int
    private let state = Mutex(State())
    private let runningCalls = Atomic<Int>(0)

    init(maximum: Int) { self.maximum = maximum }

    /// How many connections there are.
    var count: Int { state.withLock { $0.channels.count } }

    /// How many tasks of calls run.
    var running: Int { runningCalls.load(ordering: .relaxed) }

    func callStarted() { runningCalls.wrappingAdd(1, ordering: .relaxed) }
    func callEnded() { runningCalls.wrappingSubtract(1, ordering: .relaxed) }

    /// Takes in a new connection; `false` if there are too many, or the server is shutting down.
    func enter(_ channel: any Channel) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.channels.count < maximum else { return false }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// A connection and all of its tasks have ended.
    func leave(_ channel: any Channel) {
        let emptied = state.withLock { state -> [EventLoopPromise<Bool>] in
            state.channels[ObjectIdentifier(channel)] = nil
            guard state.channels.isEmpty else { return [] }
            defer { state.emptied = [] }
            return state.emptied
        }
        for promise in emptied { promise.succeed(true) }
    }

    /// Tells all connections, and lets no more in.
    func tellAll(_ order: ServerOrder) {
        let channels = state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.triggerUserOutboundEvent(order, promise: nil) }
    }

    /// `true` when the last connection has left, `false` if that took too long.
    func emptied(within limit: TimeAmount, on loop: any EventLoop) -> EventLoopFuture<Bool> {
        let promise = loop.makePromise(of: Bool.self)
        let timeout = loop.scheduleTask(in: limit) { promise.succeed(false) }
        promise.futureResult.whenComplete { _ in timeout.cancel() }
        let isEmpty = state.withLock { state in
            guard state.channels.isEmpty else {
                state.emptied.append(promise)
                return false
            }
            return true
        }
        if isEmpty { promise.succeed(true) }
        return promise.futureResult
    }
}
