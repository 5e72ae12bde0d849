import FoundationEssentials
import Machine
import SwiftASN1
import X509

/// A directory with a certificate authority (`ca.pem`, `ca.key`) and its certificates (`NAME.pem`, `NAME.key`).
///
/// Private keys are readable by their owner only. Valid certificates are kept.
struct CertificateFolder {
    /// The outcome for one certificate.
    enum Outcome: String {
        case kept, made
    }

    let path: String
    let now: Date

    init(path: String, now: Date = Date()) {
        self.path = path
        self.now = now
    }

    var authorityFile: String { "\(path)/ca.pem" }
    func certificateFile(_ name: String) -> String { "\(path)/\(name).pem" }
    func keyFile(_ name: String) -> String { "\(path)/\(name).key" }

    /// Reads the authority in this directory, or creates one.
    func authority() throws -> (CertificateAuthority, Outcome) {
        try Files.makeDirectory(path, mode: 0o755)
        if let identity = try load("ca") {
            let authority = try CertificateAuthority(identity: identity)
            guard identity.certificate.notValidAfter > now else {
                throw OperatorError("\(authorityFile) has expired; remove \(path) to create a new authority")
            }
            return (authority, .kept)
        }
        if Files.exists(authorityFile) || Files.exists(keyFile("ca")) {
            throw OperatorError(
                "\(authorityFile) and \(keyFile("ca")) belong together, and one is missing; restore it or remove both")
        }
        let authority = try CertificateAuthority.make(now: now)
        try save(authority.identity, as: "ca")
        return (authority, .made)
    }

    /// Keeps a valid certificate for the subject, or issues one.
    func provide(_ subject: CertificateSubject, as name: String, from authority: CertificateAuthority) throws -> Outcome
    {
        if let found = try? load(name), try authority.isGood(found, for: subject, now: now) { return .kept }
        try save(authority.issue(subject, now: now), as: name)
        return .made
    }

    private func load(_ name: String) throws -> Identity? {
        guard let certificate = try Files.read(certificateFile(name)), let key = try Files.read(keyFile(name)) else {
            return nil
        }
        do {
            return try Identity(
                certificatePEM: String(decoding: certificate, as: UTF8.self),
                keyPEM: String(decoding: key, as: UTF8.self))
        } catch {
            throw OperatorError("\(certificateFile(name)) or its key is damaged: \(error)")
        }
    }

    private func save(_ identity: Identity, as name: String) throws {
        // Writes the key first, so that a certificate never exists without its key.
        try Files.write(
            (identity.key.serializeAsPEM().pemString + "\n").utf8, to: keyFile(name), mode: Files.secretMode)
        try Files.write(
            (identity.certificate.serializeAsPEM().pemString + "\n").utf8, to: certificateFile(name),
            mode: Files.publicMode)
    }
}
