public import NIOSSL

/// The certificate authorities that a TLS client trusts.
public enum TLSTrust: Sendable {
    /// The operating system's authorities.
    case system
    /// The operating system's authorities and those in a PEM file.
    case systemAnd(file: String)
    /// Only the authorities in a PEM file.
    case only(file: String)

    /// Creates the TLS configuration of a client: TLS 1.2 or later, with the server's certificate and name verified.
    ///
    /// - Parameter protocols: the protocols to offer by ALPN.
    /// - Throws: `NIOSSLError` if the file contains no certificates.
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
