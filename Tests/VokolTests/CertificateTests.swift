import Foundation
import SwiftASN1
import Testing
import X509

@testable import Machine
@testable import vokol

@Suite struct CertificateTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func inFolder(_ body: (CertificateFolder) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "vokol-certificates-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(CertificateFolder(path: path, now: now))
    }

    private func certificate(_ path: String) throws -> Certificate {
        try Certificate(pemEncoded: String(contentsOfFile: path, encoding: .utf8))
    }

    @Test func `A server certificate is valid for its hosts only, for 397 days`() throws {
        try inFolder { folder in
            let (authority, _) = try folder.authority()
            #expect(
                try folder.provide(
                    .server(hosts: ["Vokol.example", "127.0.0.1", "::1"]), as: "server", from: authority)
                    == .made)
            let leaf = try certificate(folder.certificateFile("server"))
            let names = try #require(try leaf.extensions.subjectAlternativeNames)
            #expect(Array(names).map(\.description).joined().contains("vokol.example"))
            #expect(names.count == 3)
            #expect(try leaf.extensions.basicConstraints == .notCertificateAuthority)
            #expect(try leaf.extensions.keyUsage == KeyUsage(digitalSignature: true))
            #expect(try Array(#require(try leaf.extensions.extendedKeyUsage)) == [.serverAuth])
            #expect(leaf.notValidAfter == now.addingTimeInterval(397 * 86_400))
            #expect(leaf.issuer == authority.identity.certificate.subject)
            #expect(authority.identity.certificate.publicKey.isValidSignature(leaf.signature, for: leaf))
        }
    }

    @Test func `An authority signs certificates but no other authorities, and is valid for ten years`() throws {
        try inFolder { folder in
            let certificate = try folder.authority().0.identity.certificate
            #expect(try certificate.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
            #expect(try certificate.extensions.keyUsage == KeyUsage(keyCertSign: true, cRLSign: true))
            #expect(certificate.notValidAfter == now.addingTimeInterval(3_652 * 86_400))
        }
    }

    @Test func `A service's certificate also identifies it as a client, by its name`() throws {
        try inFolder { folder in
            let (authority, _) = try folder.authority()
            _ = try folder.provide(.service("gateway"), as: "gateway", from: authority)
            let leaf = try certificate(folder.certificateFile("gateway"))
            #expect(try Array(#require(try leaf.extensions.extendedKeyUsage)) == [.serverAuth, .clientAuth])
            #expect(try Array(#require(try leaf.extensions.subjectAlternativeNames)) == [.dnsName("gateway")])
        }
    }

    @Test func `Private keys are readable by their owner only`() throws {
        try inFolder { folder in
            let (authority, _) = try folder.authority()
            _ = try folder.provide(.server(hosts: ["localhost"]), as: "server", from: authority)
            for name in ["ca", "server"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.keyFile(name))
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
        }
    }

    @Test func `A certificate is renewed for other names, another authority, or 30 days before its end`() throws {
        try inFolder { folder in
            let (authority, outcome) = try folder.authority()
            #expect(outcome == .made)
            let subject = CertificateSubject.server(hosts: ["localhost"])
            _ = try folder.provide(subject, as: "server", from: authority)
            #expect(try folder.authority().1 == .kept)
            #expect(try folder.provide(subject, as: "server", from: authority) == .kept)
            #expect(
                try folder.provide(.server(hosts: ["localhost", "other"]), as: "server", from: authority) == .made)
            let stranger = try CertificateAuthority.make(now: now)
            #expect(try folder.provide(.server(hosts: ["localhost", "other"]), as: "server", from: stranger) == .made)

            var late = CertificateFolder(path: folder.path, now: now.addingTimeInterval(366 * 86_400))
            _ = try folder.provide(subject, as: "server", from: authority)
            #expect(try late.provide(subject, as: "server", from: authority) == .kept)
            late = CertificateFolder(path: folder.path, now: now.addingTimeInterval(368 * 86_400))
            #expect(try late.provide(subject, as: "server", from: authority) == .made)
        }
    }

    @Test func `An authority without its key is not replaced silently`() throws {
        try inFolder { folder in
            _ = try folder.authority()
            try FileManager.default.removeItem(atPath: folder.keyFile("ca"))
            #expect(throws: OperatorError.self) { try folder.authority() }
        }
    }

    @Test(arguments: ["", "a b", "-a", "a..b", "a/b", "*.*.a", "é"])
    func `An invalid host name is refused`(host: String) {
        #expect(throws: OperatorError.self) { try CertificateSubject.server(hosts: [host]).alternativeNames() }
    }
}
