import Crypto
import FoundationEssentials
import GatewayClient
import Machine
import SwiftASN1
import Values
import X509

/// The certificate of an instance's authority, and its names in the lists of trusted authorities.
struct LocalAuthority: Equatable {
    /// The beginning of the names in browsers' lists.
    static let nicknamePrefix = "Vokol local authority "

    /// The first 32 bits of the certificate's SHA-256, in hexadecimal.
    let fingerprint: String
    /// The certificate's own name, which browsers show.
    let commonName: String
    let pem: String

    var nickname: String { Self.nicknamePrefix + fingerprint }
    /// The name of the file in the system's list.
    var fileName: String { "vokol-\(fingerprint).crt" }

    /// Parses a certificate.
    ///
    /// - Throws: ``OperatorError`` if it is not the certificate of an authority that this tool created.
    init(pem: [UInt8], from file: String) throws {
        guard let certificate = try? Certificate(pemEncoded: String(decoding: pem, as: UTF8.self)),
            let name = try? CertificateAuthority.name(of: certificate)
        else { throw OperatorError("\(file) is not the certificate of an instance's authority") }
        let document = try certificate.serializeAsPEM()
        fingerprint = Hex.encode(SHA256.hash(data: document.derBytes).prefix(4))
        commonName = name
        self.pem = document.pemString + "\n"
    }

    /// Reads the authority of an instance.
    static func read(_ instance: InstanceDirectory, now: Date) throws -> LocalAuthority {
        let file = instance.authorityFile
        guard try InstanceRecord.read(instance) != nil, let pem = try Files.read(file) else {
            throw OperatorError(
                "no instance in \(instance.path): start one with `vokol up`, or give --directory")
        }
        let authority = try LocalAuthority(pem: pem, from: file)
        guard try Certificate(pemEncoded: authority.pem).notValidAfter > now else {
            throw OperatorError("\(file) has expired; remove \(instance.certificates) to create a new authority")
        }
        return authority
    }
}
