import Crypto
public import Foundation
import SwiftASN1
import X509

/// A certificate authority for tests.
///
/// Its files live in a temporary directory that is removed on deinitialization.
public final class TestCertificates: Sendable {
    /// The PEM files of a certificate and its key.
    public struct Identity: Sendable {
        public var certificateChainFile: String
        public var privateKeyFile: String
    }

    /// The directory of the files.
    public let directory: String
    /// The PEM file of the authority's own certificate.
    public var authorityFile: String { directory + "/authority.pem" }

    private let key: Certificate.PrivateKey
    private let name: DistinguishedName
    private let clock: Date

    /// Creates an authority.
    ///
    /// - Parameter now: the present; certificates are valid from a day before to a year after it.
    public init(now: Date = Date()) throws {
        directory = FileManager.default.temporaryDirectory.path + "/certificates-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        clock = now
        key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        name = try DistinguishedName { CommonName("Test authority") }
        let authority = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now.addingTimeInterval(-86_400), notValidAfter: now.addingTimeInterval(365 * 86_400),
            issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            }, issuerPrivateKey: key)
        try write(authority.serializeAsPEM().pemString, to: authorityFile)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Issues a certificate for use by servers and clients.
    ///
    /// - Parameters:
    ///   - dnsNames: its DNS names.
    ///   - uris: its URIs.
    ///   - addresses: its IPv4 addresses.
    ///   - isExpired: true for a certificate that expired an hour ago.
    public func issue(
        dnsNames: [String], uris: [String] = [], addresses: [[UInt8]] = [], isExpired: Bool = false
    ) throws -> Identity {
        let own = P256.Signing.PrivateKey()
        let names =
            uris.map { GeneralName.uniformResourceIdentifier($0) } + dnsNames.map { GeneralName.dnsName($0) }
            + addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...])) }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PrivateKey(own).publicKey,
            notValidBefore: clock.addingTimeInterval(-86_400),
            notValidAfter: clock.addingTimeInterval(isExpired ? -3600 : 365 * 86_400), issuer: name,
            subject: try DistinguishedName { CommonName(dnsNames.first ?? "test") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth, .clientAuth])
                SubjectAlternativeNames(names)
            }, issuerPrivateKey: key)
        let stem = directory + "/\(UUID().uuidString)"
        let identity = Identity(certificateChainFile: stem + ".pem", privateKeyFile: stem + ".key")
        try write(certificate.serializeAsPEM().pemString, to: identity.certificateChainFile)
        try write(own.pemRepresentation, to: identity.privateKeyFile)
        return identity
    }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
