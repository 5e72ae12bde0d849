import HTTP
import Machine
package import NIOSSL

/// The address of a gateway, and the authority that issued its certificate.
package struct GatewayAddress: Sendable {
    package var host: String
    package var port: Int
    /// The PEM file of that certificate authority; `nil` to trust the system's authorities.
    package var authorityFile: String?

    package init(host: String, port: Int, authorityFile: String? = nil) {
        self.host = host
        self.port = port
        self.authorityFile = authorityFile
    }

    /// Creates the TLS context of a client.
    ///
    /// - Parameter protocols: the protocols to offer by ALPN.
    package func tls(protocols: [String]) throws -> NIOSSLContext {
        try NIOSSLContext(configuration: trust.configuration(protocols: protocols))
    }

    static let untrusted = "its certificate is not trusted: give --authority, or the instance's --directory"

    /// Returns a short text for a connection's error; for an untrusted certificate, it names the remedy.
    package static func cause(of error: any Error) -> String {
        if let error = error as? OperatorError { return error.description }
        let failure = HTTPFailure(.init(error, isConnected: false), mayHaveBeenSent: false)
        return failure.reason == .untrusted ? untrusted : failure.description
    }

    /// The authorities that a client trusts.
    var trust: TLSTrust { authorityFile.map { .only(file: $0) } ?? .system }

    /// The host name to verify; `nil` for an IP address, which TLS verifies without a name.
    package var serverName: String? { IPAddress.bytes(host) == nil ? host : nil }
}
