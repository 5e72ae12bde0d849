import Logging
import Platform

/// The offer of this process's listening sockets to a successor, through a Unix socket; see ``Predecessor``.
///
/// Serves one successor at a time, on a thread of its own. A successor that goes away before it is ready changes
/// nothing.
final class TakeoverOffer: Sendable {
    /// The time in which a successor has to become ready, in seconds.
    private static let readyTime = 120

    private let path: String
    private let socket: UnixSocket
    private let listeners: Listeners
    private let logger: Logger
    private let wake: WakeEvent

    /// Opens the socket, in place of a predecessor's.
    init(path: String, listeners: Listeners, logger: Logger) throws(SystemError) {
        wake = try WakeEvent()
        socket = try UnixSocket(listeningAt: path)
        self.path = path
        self.listeners = listeners
        self.logger = logger
    }

    /// Waits for a successor that is ready, and stops listening; returns false if the task is cancelled before.
    func isAccepted() async throws -> Bool {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do throws(SystemError) {
                    try OSThread.start { [self] in continuation.resume(returning: serve()) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: { [wake] in
            wake.signal()
        }
    }

    private func serve() -> Bool {
        while socket.waitForInput(wake) {
            guard let accepted = socket.accepted() else { continue }
            let successor = UnixSocket(owning: accepted)
            successor.setTimeout(seconds: Self.readyTime)
            do throws(SystemError) {
                if try passSockets(to: successor) { return true }
                logger.warning("takeover abandoned", metadata: ["cause": "the new process ended before it was ready"])
            } catch {
                logger.warning("takeover abandoned", metadata: ["cause": .string("\(error)")])
            }
        }
        return false
    }

    /// Returns true once the successor is ready and this process does not listen any more.
    private func passSockets(to successor: UnixSocket) throws(SystemError) -> Bool {
        let copies = listeners.copies()
        defer { for copy in copies { close(copy.socket) } }
        try successor.send(Array(copies.map(\.purpose).joined(separator: " ").utf8), sockets: copies.map(\.socket))
        guard try successor.receive().message == Array("ready".utf8) else { return false }
        listeners.closeAll()
        // The successor serves from here on, whether it hears the answer or not.
        try? successor.send(Array("draining".utf8))
        return true
    }
}
