public import NIOSSL

/// The authorities whose certificates a client of TLS accepts.
public enum TLSTrust: Sendable {
    /// Those of the operating system.
    case system
    /// Those of the operating system and those of a PEM file.
    case systemAnd(file: String)
    /// Those of a PEM file alone.
    case only(file: String)

    /// Makes the settings of a client: TLS 1.2 or later, the server's certificate and name verified.
    /// - Parameter protocols: the protocols to offer by ALPN.
    /// - Throws: `NIOSSLError` if the file holds no certificates.
    public func configuration(protocols: [String]) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .fullVerification
        configuration.applicationProtocols = protocols
        switch self {
        case .system: break
        case .systemAnd(let file):
            configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(file))]
        case .only(let file): configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(file))
        }
        return configuration
    }
}
