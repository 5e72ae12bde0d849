import Foundation
import ServiceRuntime
import TestSupport
import Testing

@testable import Gateway

@Suite struct EdgeCertificateTests {
    @Test func `Changed certificate files are reloaded as a whole or not at all`() throws {
        let authority = try TestCertificates()
        let (first, second) = (try authority.issue(dnsNames: ["a"]), try authority.issue(dnsNames: ["b"]))
        let certificate = try EdgeCertificate(
            certificate: first.certificateChainFile, key: first.privateKeyFile, allowsTLS12: false)
        let (before, others) = (certificate.context(http2: true), certificate.context(http2: false))
        #expect(certificate.context(http2: true) === before)

        func replace(_ file: String, by other: String) throws {
            try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: file))
        }
        try replace(first.certificateChainFile, by: second.certificateChainFile)
        #expect(throws: SettingFault.self) { try certificate.reload() }
        #expect(certificate.context(http2: true) === before)
        try replace(first.privateKeyFile, by: second.privateKeyFile)
        try certificate.reload()
        #expect(certificate.context(http2: true) !== before)
        #expect(certificate.context(http2: false) !== others)
    }
}
