import NIOCore
import Synchronization

/// A command from the server to its connections.
enum ServerOrder: Sendable {
    /// Announce the end, and close once all calls are answered.
    case drain
    /// Close immediately.
    case close
}

/// The connections of a server, up to a limit; each stays until its last task has ended.
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

    /// The number of connections.
    var count: Int { state.withLock { $0.channels.count } }

    /// The number of running calls.
    var running: Int { runningCalls.load(ordering: .relaxed) }

    func callStarted() { runningCalls.wrappingAdd(1, ordering: .relaxed) }
    func callEnded() { runningCalls.wrappingSubtract(1, ordering: .relaxed) }

    /// Adds a connection; returns `false` if there are too many, or if the server is shutting down.
    func enter(_ channel: any Channel) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.channels.count < maximum else { return false }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// Removes a connection whose tasks have all ended.
    func leave(_ channel: any Channel) {
        let emptied = state.withLock { state -> [EventLoopPromise<Bool>] in
            state.channels[ObjectIdentifier(channel)] = nil
            guard state.channels.isEmpty else { return [] }
            defer { state.emptied = [] }
            return state.emptied
        }
        for promise in emptied { promise.succeed(true) }
    }

    /// Sends an order to all connections, and stops admitting new ones.
    func broadcast(_ order: ServerOrder) {
        let channels = state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.triggerUserOutboundEvent(order, promise: nil) }
    }

    /// Waits until the last connection has left; `false` if that takes longer than `limit`.
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
