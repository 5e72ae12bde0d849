public import NIOCore
public import NIOPosix
import Platform
import Synchronization

/// The sockets that a process listens on, by purpose; a successor may inherit them.
public final class Listeners: Sendable {
    private struct State {
        var open: [String: any Channel] = [:]
        var inherited: [String: Int32]
    }

    private let state: Mutex<State>
    /// The event loops of the accepted connections.
    private let group: any EventLoopGroup

    /// Creates the listeners of a process.
    ///
    /// - Parameters:
    ///   - inherited: the sockets of the process that this one replaces.
    ///   - group: the event loops of the accepted connections.
    public init(
        inherited: [String: Int32] = [:], group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) {
        state = Mutex(State(inherited: inherited))
        self.group = group
    }

    deinit { for socket in state.withLock({ Array($0.inherited.values) }) { close(socket) } }

    /// Listens on an address, or on the inherited socket of this purpose, whatever its address.
    public func bind(
        _ bootstrap: ServerBootstrap, host: String, port: Int, purpose: String
    ) async throws -> any Channel {
        let inherited = state.withLock { $0.inherited.removeValue(forKey: purpose) }
        let channel =
            if let inherited {
                try await bootstrap.withBoundSocket(inherited).get()
            } else {
                try await bootstrap.bind(host: host, port: port).get()
            }
        state.withLock { $0.open[purpose] = channel }
        return channel
    }

    /// True if a socket is inherited that nothing listens on yet.
    public var hasInherited: Bool { state.withLock { !$0.inherited.isEmpty } }

    /// Closes the inherited socket of a purpose for which this process does not listen.
    ///
    /// The predecessor may have other settings, and is not replaced as long as an inherited socket is left.
    ///
    /// - Returns: true if there was one.
    public func closeInherited(purpose: String) -> Bool {
        guard let socket = state.withLock({ $0.inherited.removeValue(forKey: purpose) }) else { return false }
        close(socket)
        return true
    }

    /// The ports of the sockets, by purpose.
    public var ports: [(purpose: String, port: Int)] {
        state.withLock { state in
            state.open.compactMap { purpose, channel in channel.localAddress?.port.map { (purpose, $0) } }
        }.sorted { $0.purpose < $1.purpose }
    }

    /// Returns copies of the sockets, which the caller closes; blocks, so not for event loops.
    func copies() -> [(purpose: String, socket: Int32)] {
        var copies: [(String, Int32)] = []
        for (purpose, channel) in state.withLock({ $0.open }) {
            // On the channel's loop, so that the descriptor cannot be closed and reused in between.
            let copy = try? channel.eventLoop.submit {
                try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
                    fcntl($0, F_DUPFD_CLOEXEC, 0)
                }
            }.wait()
            if let copy, copy >= 0 { copies.append((purpose, copy)) }
        }
        return copies
    }

    /// Stops listening on a socket that ``bind(_:host:port:purpose:)`` returned.
    ///
    /// A connection that is accepted goes to its own event loop and back before it is set up, and NIO closes it if the
    /// listening channel is closed by then. So this stops accepting, waits until every loop has had its turn, and only
    /// then closes the socket.
    public func stopListening(on channel: any Channel) -> EventLoopFuture<Void> {
        let loops = Array(group.makeIterator())
        return channel.setOption(.autoRead, value: false).flatMap {
            EventLoopFuture.andAllSucceed(loops.map { $0.submit {} }, on: channel.eventLoop)
        }.flatMap { channel.close() }
    }

    /// Stops listening, so that all new connections reach the successor; blocks, so not for event loops.
    func closeAll() {
        for channel in state.withLock({ Array($0.open.values) }) { try? stopListening(on: channel).wait() }
    }
}
