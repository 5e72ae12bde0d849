import Logging
import NIOCore
import NIOSSL
import ServiceRuntime
import Synchronization

/// The gateway's TLS contexts, shared by all connections until their files change.
final class EdgeCertificate: Sendable {
    /// The contexts of one reading of the files, which differ in the protocols that they offer.
    private struct Contexts {
        let http2: NIOSSLContext
        let withoutHTTP2: NIOSSLContext
    }

    private let certificate: String
    private let key: String
    private let allowsTLS12: Bool
    private let current: Mutex<Contexts>

    /// Reads certificate and key; allows TLS 1.3 only, or 1.2 as well, with forward secrecy and authenticated
    /// encryption.
    ///
    /// - Throws: ``SettingFault`` that names the unusable file.
    init(certificate: String, key: String, allowsTLS12: Bool) throws {
        (self.certificate, self.key, self.allowsTLS12) = (certificate, key, allowsTLS12)
        current = Mutex(try Self.contexts(certificate, key, allowsTLS12))
    }

    /// Returns the context for a new connection.
    ///
    /// - Parameter http2: true if it offers HTTP/2, see ``EdgeProtocol/offered(http2:)``.
    func context(http2: Bool) -> NIOSSLContext { current.withLock { http2 ? $0.http2 : $0.withoutHTTP2 } }

    /// Reads the files again, for connections made from now on.
    ///
    /// - Throws: the initializer's errors; the old contexts then stay in force.
    func reload() throws {
        let new = try Self.contexts(certificate, key, allowsTLS12)
        current.withLock { $0 = new }
    }

    /// Returns a watch that reloads the files when they change.
    func watch(_ logger: Logger) -> CertificateWatch {
        CertificateWatch([certificate, key], logger: logger) { try self.reload() }
    }

    private static func contexts(_ certificate: String, _ key: String, _ allowsTLS12: Bool) throws -> Contexts {
        let chain: [NIOSSLCertificateSource]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) }
        } catch {
            throw SettingFault(
                name: "tls.certificate", detail: "cannot read certificates from \(certificate): \(error)")
        }
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
        } catch {
            throw SettingFault(name: "tls.key", detail: "cannot read a key from \(key): \(error)")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = allowsTLS12 ? .tlsv12 : .tlsv13
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        configuration.curves = [.x25519_MLKEM768, .x25519, .secp256r1, .secp384r1]
        configuration.shutdownTimeout = .seconds(2)
        func context(http2: Bool) throws -> NIOSSLContext {
            configuration.applicationProtocols = EdgeProtocol.offered(http2: http2)
            return try NIOSSLContext(configuration: configuration)
        }
        do {
            return Contexts(http2: try context(http2: true), withoutHTTP2: try context(http2: false))
        } catch {
            throw SettingFault(name: "tls.key", detail: "does not belong to tls.certificate: \(error)")
        }
    }
}
