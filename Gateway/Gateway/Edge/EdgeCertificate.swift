import Logging
import NIOCore
import NIOSSL
import ServiceRuntime
import Synchronization

/// The gateway's TLS context, shared by all connections until its files change.
final class EdgeCertificate: Sendable {
    private let certificate: String
    private let key: String
    private let allowsTLS12: Bool
    private let current: Mutex<NIOSSLContext>

    /// Reads certificate and key; allows TLS 1.3 only, or 1.2 as well, with forward secrecy and authenticated
    /// encryption.
    ///
    /// - Throws: ``SettingFault`` that names the unusable file.
    init(certificate: String, key: String, allowsTLS12: Bool) throws {
        (self.certificate, self.key, self.allowsTLS12) = (certificate, key, allowsTLS12)
        current = Mutex(try Self.context(certificate, key, allowsTLS12))
    }

    /// The context for new connections.
    var context: NIOSSLContext { current.withLock { $0 } }

    /// Reads the files again, for connections made from now on.
    ///
    /// - Throws: the initializer's errors; the old context then stays in force.
    func reload() throws {
        let new = try Self.context(certificate, key, allowsTLS12)
        current.withLock { $0 = new }
    }

    /// Returns a watch that reloads the files when they change.
    func watch(_ logger: Logger) -> CertificateWatch {
        CertificateWatch([certificate, key], logger: logger) { try self.reload() }
    }

    private static func context(_ certificate: String, _ key: String, _ allowsTLS12: Bool) throws -> NIOSSLContext {
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
        configuration.applicationProtocols = EdgeProtocol.offered
        configuration.shutdownTimeout = .seconds(2)
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw SettingFault(name: "tls.key", detail: "does not belong to tls.certificate: \(error)")
        }
    }
}
