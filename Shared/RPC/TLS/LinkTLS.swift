import NIOCore
import NIOSSL
import Synchronization

/// The certificates for a process's links: mutual TLS 1.3, with both certificates issued by one authority.
///
/// A certificate names its process in a subject alternative name: a DNS name of one label (`gateway`), or a SPIFFE URI
/// whose last segment is the name (`spiffe://vokol/gateway`).
public final class LinkTLS: Sendable {
    private struct Contexts: Sendable {
        var client: NIOSSLContext
        var server: NIOSSLContext
    }

    private let certificateChainFile: String
    private let privateKeyFile: String
    private let authorityFile: String
    private let contexts: Mutex<Contexts>

    /// The TLS context for the next connection to a service.
    var client: NIOSSLContext { contexts.withLock { $0.client } }
    /// The TLS context for the next connection from another process.
    var server: NIOSSLContext { contexts.withLock { $0.server } }

    /// Reads the files, which must be in PEM format.
    ///
    /// - Parameters:
    ///   - certificateChainFile: this process's certificate, followed by the intermediate ones.
    ///   - privateKeyFile: the private key of that certificate.
    ///   - authorityFile: the certificates of the only trusted authority.
    /// - Throws: `NIOSSLError` and others if a file cannot be read or the key does not match.
    public init(certificateChainFile: String, privateKeyFile: String, authorityFile: String) throws {
        (self.certificateChainFile, self.privateKeyFile) = (certificateChainFile, privateKeyFile)
        self.authorityFile = authorityFile
        contexts = Mutex(try Self.contexts(certificateChainFile, privateKeyFile, authorityFile))
    }

    /// The paths of the certificate files.
    public var files: [String] { [certificateChainFile, privateKeyFile, authorityFile] }

    /// Reads the files again, for future connections.
    ///
    /// - Throws: the initializer's errors; the old contexts then stay in force.
    public func reload() throws {
        let new = try Self.contexts(certificateChainFile, privateKeyFile, authorityFile)
        contexts.withLock { $0 = new }
    }

    private static func contexts(
        _ certificateChainFile: String, _ privateKeyFile: String, _ authorityFile: String
    ) throws -> Contexts {
        let chain = try NIOSSLCertificate.fromPEMFile(certificateChainFile)
        let key = try NIOSSLPrivateKey(file: privateKeyFile, format: .pem)
        let authority = NIOSSLTrustRoots.certificates(try NIOSSLCertificate.fromPEMFile(authorityFile))

        var server = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        server.minimumTLSVersion = .tlsv13
        server.trustRoots = authority
        // On a server, this also rejects clients without a certificate.
        server.certificateVerification = .noHostnameVerification

        var client = TLSConfiguration.makeClientConfiguration()
        client.certificateChain = chain.map { .certificate($0) }
        client.privateKey = .privateKey(key)
        client.minimumTLSVersion = .tlsv13
        client.trustRoots = authority
        client.certificateVerification = .fullVerification
        return Contexts(
            client: try NIOSSLContext(configuration: client), server: try NIOSSLContext(configuration: server))
    }
}

/// Finds the process that a certificate identifies.
enum ProcessName {
    /// Returns the process named by the certificate of a TLS server's peer.
    static func ofPeer(_ pipeline: ChannelPipeline.SynchronousOperations) -> String? {
        guard let handler = try? pipeline.handler(type: NIOSSLServerHandler.self) else { return nil }
        return handler.peerCertificate.flatMap { of($0) }
    }

    /// Returns the process named by a certificate; `nil` if it names none.
    static func of(_ certificate: NIOSSLCertificate) -> String? {
        var names: [(isURI: Bool, name: String)] = []
        for name in certificate._subjectAlternativeNames() {
            let text = String(decoding: name.contents, as: UTF8.self)
            switch name.nameType {
            case .uri: names.append((true, text))
            case .dnsName: names.append((false, text))
            default: break
            }
        }
        return of(names)
    }

    /// Picks the process from a certificate's alternative names: the first URI, or else the first DNS name.
    static func of(_ names: [(isURI: Bool, name: String)]) -> String? {
        let fromURI = names.lazy.filter { $0.isURI && $0.name.hasPrefix("spiffe://") }.compactMap { uri in
            uri.name.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init)
        }.first { Introduction.isProcessName($0.utf8) }
        return fromURI ?? names.first { !$0.isURI && Introduction.isProcessName($0.name.utf8) }?.name
    }
}
