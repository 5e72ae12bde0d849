import NIOCore
import NIOSSL

extension Channel {
    /// Closes the socket at once, without the farewell that TLS would wait for: the peer is one that does not answer.
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
