import FoundationEssentials
import Machine
import SwiftASN1
import X509

/// A directory with a certificate authority and what it issued: `ca.pem`, `ca.key`, then `NAME.pem` and `NAME.key`.
///
/// Private keys are readable by their owner alone. What is there and still good is kept.
struct CertificateFolder {
    /// What happened to a certificate.
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

    /// The authority of this directory, made if there is none.
    func authority() throws -> (CertificateAuthority, Outcome) {
        try Files.makeDirectory(path, mode: 0o755)
        if let identity = try load("ca") {
            let authority = try CertificateAuthority(identity: identity)
            guard identity.certificate.notValidAfter > now else {
                throw OperatorError("\(authorityFile) has expired; remove \(path) to begin with a new authority")
            }
            return (authority, .kept)
        }
        if Files.exists(authorityFile) || Files.exists(keyFile("ca")) {
            throw OperatorError(
                "\(authorityFile) and \(keyFile("ca")) belong together and one is missing; put it back or remove both")
        }
        let authority = try CertificateAuthority.make(now: now)
        try save(authority.identity, as: "ca")
        return (authority, .made)
    }

    /// Sees to it that there is a good certificate for the subject.
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
        // The key first: a certificate without its key is never left behind.
        try Files.write(
            (identity.key.serializeAsPEM().pemString + "\n").utf8, to: keyFile(name), mode: Files.secretMode)
        try Files.write(
            (identity.certificate.serializeAsPEM().pemString + "\n").utf8, to: certificateFile(name),
            mode: Files.publicMode)
    }
}
