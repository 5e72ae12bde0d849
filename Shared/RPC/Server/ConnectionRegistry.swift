import NIOCore
import Synchronization

/// A command from the server to its connections.
enum ServerOrder: Sendable {
    /// Announce the end, and close once all calls are answered.
    case drain
    /// Close immediately.
    case close
    /// Close in favour of a newcomer, unless the peer is an introduced process.
    case yield
}

/// The connections of a server, up to a limit; each stays until its last task has ended.
///
/// A peer is a stranger until it is introduced, and strangers hold a few of the places only. When these are taken, the
/// oldest stranger closes for a newcomer, because the newcomer may be a process that introduces itself in its first
/// line. So strangers can neither take the places of processes nor keep them from introducing themselves.
final class ConnectionRegistry: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// The connections of strangers, oldest first.
        var strangers: [ObjectIdentifier] = []
        /// The strangers that were told to close for others and have not left yet.
        var yielding: Set<ObjectIdentifier> = []
        var isClosed = false
        var emptied: [EventLoopPromise<Bool>] = []

        mutating func forgetStranger(_ id: ObjectIdentifier) {
            strangers.removeAll { $0 == id }
            yielding.remove(id)
        }
    }

    private let maximum: Int
    private let maximumStrangers: Int
    private let state = Mutex(State())
    private let runningCalls = Atomic<Int>(0)

    /// Creates a registry.
    ///
    /// - Parameters:
    ///   - maximum: the number of connections.
    ///   - strangers: the number of those whose peers are not introduced.
    init(maximum: Int, strangers: Int) {
        self.maximum = maximum
        maximumStrangers = max(1, min(strangers, maximum))
    }

    /// The number of connections.
    var count: Int { state.withLock { $0.channels.count } }

    /// The number of running calls.
    var running: Int { runningCalls.load(ordering: .relaxed) }

    func callStarted() { runningCalls.wrappingAdd(1, ordering: .relaxed) }
    func callEnded() { runningCalls.wrappingSubtract(1, ordering: .relaxed) }

    /// Adds the connection of a stranger; returns `false` if there are too many, or if the server is shutting down.
    func enter(_ channel: any Channel) -> Bool {
        let (isAdmitted, other) = state.withLock { state -> (Bool, (any Channel)?) in
            // Strangers that were told to close may take a moment, but no more of them than there are places for them.
            guard !state.isClosed, state.channels.count < maximum + maximumStrangers else { return (false, nil) }
            var other: (any Channel)?
            let held = state.channels.count - state.yielding.count
            if held >= maximum || state.strangers.count >= maximumStrangers {
                guard let oldest = state.strangers.first else { return (false, nil) }
                state.strangers.removeFirst()
                state.yielding.insert(oldest)
                other = state.channels[oldest]
            }
            state.channels[ObjectIdentifier(channel)] = channel
            state.strangers.append(ObjectIdentifier(channel))
            return (true, other)
        }
        other?.triggerUserOutboundEvent(ServerOrder.yield, promise: nil)
        return isAdmitted
    }

    /// Records that a peer proved to be one of our processes; from then on it keeps its place.
    func introduced(_ channel: any Channel) {
        state.withLock { $0.forgetStranger(ObjectIdentifier(channel)) }
    }

    /// Removes a connection whose tasks have all ended.
    func leave(_ channel: any Channel) {
        let emptied = state.withLock { state -> [EventLoopPromise<Bool>] in
            state.channels[ObjectIdentifier(channel)] = nil
            state.forgetStranger(ObjectIdentifier(channel))
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
