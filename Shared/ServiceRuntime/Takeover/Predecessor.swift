import Platform

/// The running process that this one replaces: the source of its listening sockets.
///
/// The other side is ``TakeoverOffer``. One message passes the sockets, with their purposes separated by spaces. The
/// line `ready` tells the predecessor to drain; it answers `draining`.
final class Predecessor: Sendable {
    /// The time in which the predecessor has to answer, in seconds.
    private static let answerTime = 10

    private let socket: UnixSocket
    /// The sockets by purpose; the caller of ``init(at:)`` owns them.
    let sockets: [String: Int32]

    /// Asks the process at a path for its sockets; returns `nil` if none listens there.
    ///
    /// - Throws: ``SystemError`` if a process listens there that does not answer properly.
    init?(at path: String) throws(SystemError) {
        let connected: UnixSocket
        do throws(SystemError) {
            connected = try UnixSocket(connectingTo: path)
        } catch  where [ENOENT, ECONNREFUSED].contains(error.code) {
            return nil
        }
        connected.setTimeout(seconds: Self.answerTime)
        let (message, sockets) = try connected.receive()
        let purposes = String(decoding: message, as: UTF8.self).split(separator: " ").map(String.init)
        guard !sockets.isEmpty, purposes.count == sockets.count, Set(purposes).count == purposes.count else {
            for socket in sockets { close(socket) }
            throw SystemError("\(path) passed no sockets", code: EPROTO)
        }
        self.sockets = Dictionary(uniqueKeysWithValues: zip(purposes, sockets))
        socket = connected
    }

    /// Tells the predecessor to drain and end, and waits until it has stopped listening.
    func replace() throws(SystemError) {
        try socket.send(Array("ready".utf8))
        guard try socket.receive().message == Array("draining".utf8) else {
            throw SystemError("the running process did not drain", code: EPROTO)
        }
    }
}
