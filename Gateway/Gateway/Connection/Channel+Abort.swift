import NIOCore
import NIOSSL

extension Channel {
    /// Closes the socket at once, without the TLS closing handshake, which an unresponsive peer would not answer.
    ///
    /// Must be called on the channel's event loop.
    func abort() {
        if let tls = try? pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
            tls.close(promise: nil)
        } else {
            close(promise: nil)
        }
    }
}
