import Crypto
import FoundationEssentials
import Machine
import SwiftASN1
import Values
import X509

/// A certificate and its private key.
struct Identity {
    var certificate: Certificate
    var key: Certificate.PrivateKey

    /// Parses both from PEM.
    init(certificatePEM: String, keyPEM: String) throws {
        certificate = try Certificate(pemEncoded: certificatePEM)
        key = try Certificate.PrivateKey(pemEncoded: keyPEM)
    }

    init(certificate: Certificate, key: Certificate.PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    var isWhole: Bool { key.publicKey == certificate.publicKey }
}

/// A certificate authority with a P-256 key, for one instance or installation.
struct CertificateAuthority {
    /// The validity of an authority's certificate, in seconds: ten years.
    static let lifetime: TimeInterval = 3_652 * 86_400
    /// The validity of issued certificates, in seconds: 397 days, just below the limit of browsers.
    static let leafLifetime: TimeInterval = 397 * 86_400
    /// The backdating of certificates, in seconds, to allow for slow clocks.
    private static let grace: TimeInterval = 300
    /// The beginning of the common names of authorities.
    private static let namePrefix = "Vokol local CA "

    let identity: Identity

    init(identity: Identity) throws {
        guard identity.isWhole, case .isCertificateAuthority = try identity.certificate.extensions.basicConstraints
        else { throw OperatorError("the certificate authority's certificate and key do not match") }
        self.identity = identity
    }

    private init(made identity: Identity) { self.identity = identity }

    /// Creates an authority.
    static func make(now: Date) throws -> CertificateAuthority {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        // The random part distinguishes the authorities of different instances in a browser's list.
        let number = Hex.encode((0..<4).map { _ in UInt8.random(in: .min ... .max) })
        let name = try distinguishedName("\(namePrefix)\(number)")
        let keyHash = try identifier(of: key.publicKey)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now - grace, notValidAfter: now + lifetime, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(keyIdentifier: keyHash)
            },
            issuerPrivateKey: key)
        return CertificateAuthority(made: Identity(certificate: certificate, key: key))
    }

    /// Returns the common name of an authority that this tool created; `nil` for any other certificate.
    static func name(of certificate: Certificate) throws -> String? {
        let text = certificate.subject.description
        let (start, end) = ("CN=", ",O=Vokol")
        guard text.hasPrefix(start + namePrefix), text.hasSuffix(end),
            certificate.issuer == certificate.subject,
            try certificate.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0),
            try certificate.extensions.keyUsage == KeyUsage(keyCertSign: true, cRLSign: true),
            certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
        else { return nil }
        return String(text.dropFirst(start.count).dropLast(end.count))
    }

    /// Issues a certificate with a new key.
    func issue(_ subject: CertificateSubject, now: Date) throws -> Identity {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let keyHash = try Self.identifier(of: key.publicKey)
        let authorityHash = try Self.identifier(of: identity.key.publicKey)
        let end = min(now + Self.leafLifetime, identity.certificate.notValidAfter)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now - Self.grace, notValidAfter: end, issuer: identity.certificate.subject,
            subject: try Self.distinguishedName(subject.name), signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage(subject.isClient ? [.serverAuth, .clientAuth] : [.serverAuth])
                try subject.alternativeNames()
                SubjectKeyIdentifier(keyIdentifier: keyHash)
                AuthorityKeyIdentifier(keyIdentifier: authorityHash)
            },
            issuerPrivateKey: identity.key)
        return Identity(certificate: certificate, key: key)
    }

    /// Returns true if a certificate can stay in use.
    ///
    /// It must be valid for another 30 days, be issued by this authority, and match its key and the subject's names.
    func isGood(_ leaf: Identity, for subject: CertificateSubject, now: Date) throws -> Bool {
        guard let names = try leaf.certificate.extensions.subjectAlternativeNames else { return false }
        return try leaf.isWhole
            && identity.certificate.publicKey.isValidSignature(leaf.certificate.signature, for: leaf.certificate)
            && Set(names) == Set(subject.alternativeNames())
            && leaf.certificate.notValidAfter > now + 30 * 86_400
    }

    /// Returns the key identifier by method 1 of RFC 7093: the first 160 bits of the SHA-256 of the key.
    private static func identifier(of key: Certificate.PublicKey) throws -> ArraySlice<UInt8> {
        Array(SHA256.hash(data: key.subjectPublicKeyInfoBytes)).prefix(20)
    }

    private static func distinguishedName(_ commonName: String) throws -> DistinguishedName {
        try DistinguishedName {
            OrganizationName("Vokol")
            CommonName(commonName)
        }
    }
}
