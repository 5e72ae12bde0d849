import NIOSSL
import Synchronization

/// The certificates of a process for its links: TLS 1.3, both sides show one, both come from one authority.
///
/// A certificate says whose it is by a subject alternative name: a DNS name of one label (`gateway`), or a SPIFFE URI
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

    /// For the next connection to a service.
    var client: NIOSSLContext { contexts.withLock { $0.client } }
    /// For the next connection of another process.
    var server: NIOSSLContext { contexts.withLock { $0.server } }

    /// Reads the files, all in PEM.
    /// - Parameters:
    ///   - certificateChainFile: this process's certificate, then those between it and the authority's.
    ///   - privateKeyFile: the key of the first.
    ///   - authorityFile: the certificates that the peers' must come from; no others are believed.
    /// - Throws: `NIOSSLError` and others, if a file cannot be read or the key does not fit.
    public init(certificateChainFile: String, privateKeyFile: String, authorityFile: String) throws {
        (self.certificateChainFile, self.privateKeyFile) = (certificateChainFile, privateKeyFile)
        self.authorityFile = authorityFile
        contexts = Mutex(try Self.contexts(certificateChainFile, privateKeyFile, authorityFile))
    }

    /// All files that it comes from.
    public var files: [String] { [certificateChainFile, privateKeyFile, authorityFile] }

    /// Reads the files again, for connections that are made from now on.
    /// - Throws: as the initializer; everything stays as it was then.
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
        // On a server this also means that a client without a certificate is refused.
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

/// Finds out whose a certificate is.
enum ProcessName {
    /// The process that a certificate names; `nil` if it names none.
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

    /// The process that alternative names name: a URI before any DNS name, the first of several.
    static func of(_ names: [(isURI: Bool, name: String)]) -> String? {
        let fromURI = names.lazy.filter { $0.isURI && $0.name.hasPrefix("spiffe://") }.compactMap { uri in
            uri.name.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init)
        }.first { Introduction.isProcessName($0.utf8) }
        return fromURI ?? names.first { !$0.isURI && Introduction.isProcessName($0.name.utf8) }?.name
    }
}
