import Foundation
import NIOCore
import RPC
import TestSupport
import Testing

/// Tests of links between processes of one installation, each with its certificate.
@Suite(.timeLimit(.minutes(5))) struct LinkTLSTests {
    private static func tls(_ name: String, from authority: TestCertificates, isExpired: Bool = false) throws -> LinkTLS
    {
        let identity = try authority.issue(dnsNames: [name], isExpired: isExpired)
        return try LinkTLS(
            certificateChainFile: identity.certificateChainFile, privateKeyFile: identity.privateKeyFile,
            authorityFile: authority.authorityFile)
    }

    /// Calls a server with the certificate of museums, which answers with the name of its caller.
    private static func answer(
        authority: TestCertificates, _ configure: @escaping @Sendable (inout LinkConfiguration) throws -> Void
    ) async throws -> TestLink.Outcome {
        let server = try tls("museums", from: authority)
        return try await withServer {
            $0.tls = server
        } handler: { _, _, context in
            let peer = if case .process(let name) = context.peer { name } else { "a stranger" }
            return ByteBuffer(string: "\"\(peer) for \(context.principal?.sub ?? "nobody")\"")
        } body: { _, address in
            var failure: (any Error)?
            let link = try await TestLink.connect(to: address) { configuration in
                do { try configure(&configuration) } catch { failure = error }
            }
            if let failure { throw failure }
            let outcome = await link.call("auth.me") {
                $0.principal = LinkPrincipal(json: Array(#"{"sub":"u1","sid":"s1","roles":[]}"#.utf8))
            }
            link.close()
            return outcome
        }
    }

    @Test func `A process is identified by its certificate and may call on behalf of a user`() async throws {
        let authority = try TestCertificates()
        let gateway = try Self.tls("gateway", from: authority)
        let outcome = try await Self.answer(authority: authority) { $0.tls = gateway }
        #expect(outcome == .result("\"gateway for u1\""))
    }

    @Test func `Reloaded certificates apply to the next connection, and mismatched files change nothing`()
        async throws
    {
        let authority = try TestCertificates()
        let old = try authority.issue(dnsNames: ["gateway"], isExpired: true)
        let new = try authority.issue(dnsNames: ["gateway"])
        let gateway = try LinkTLS(
            certificateChainFile: old.certificateChainFile, privateKeyFile: old.privateKeyFile,
            authorityFile: authority.authorityFile)
        func replace(_ file: String, by other: String) throws {
            try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: file))
        }
        func isLetIn() async throws -> Bool {
            do {
                let outcome = try await Self.answer(authority: authority) {
                    $0.tls = gateway
                    $0.connectTimeout = .seconds(15)
                }
                return outcome == .result("\"gateway for u1\"")
            } catch is LinkFault {
                return false
            }
        }
        try replace(old.certificateChainFile, by: new.certificateChainFile)
        #expect(throws: (any Error).self) { try gateway.reload() }
        #expect(try await !isLetIn())
        try replace(old.privateKeyFile, by: new.privateKeyFile)
        try gateway.reload()
        #expect(try await isLetIn())
    }

    @Test func `A foreign, expired or missing certificate is refused`() async throws {
        let authority = try TestCertificates()
        let foreign = try Self.tls("gateway", from: try TestCertificates())
        let expired = try Self.tls("gateway", from: authority, isExpired: true)
        for tls in [foreign, expired, nil] {
            await #expect(throws: LinkFault.self) {
                _ = try await Self.answer(authority: authority) {
                    $0.tls = tls
                    $0.connectTimeout = .seconds(15)
                }
            }
        }
    }

    @Test func `A service whose certificate names another is refused`() async throws {
        let authority = try TestCertificates()
        let gateway = try Self.tls("gateway", from: authority)
        await #expect(throws: LinkFault.self) {
            _ = try await Self.answer(authority: authority) {
                $0.tls = gateway
                $0.peer = "booking"
            }
        }
    }

    @Test func `Plaintext beyond this machine must be allowed explicitly`() async throws {
        let elsewhere = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
        await #expect(throws: LinkFault.plaintextOffLoopback) { _ = try await TestLink.connect(to: elsewhere) }
    }
}
