import NIOCore
import NIOPosix
import ServiceRuntime
import TestSupport
import Testing

@testable import Gateway

/// Tests of the store behind TLS, against a real Redis server.
@Suite(.timeLimit(.minutes(5))) struct SecureLimitStoreTests {
    private static func store(_ url: String, authority: String?) throws -> ValkeyLimitStore {
        var address = try #require(StoreAddress(url))
        address.authorityFile = authority
        return try ValkeyLimitStore(
            address, prefix: "test:", gateway: "g1", timeout: .seconds(5), group: MultiThreadedEventLoopGroup.singleton)
    }

    private static func fault(_ url: String, authority: String?) async throws -> String? {
        let store = try Self.store(url, authority: authority)
        do throws(LimitStoreFault) {
            _ = try await store.exchange([])
            await store.close()
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `A server of the given authority is spoken to, by its name or address`() async throws {
        let certificates = try TestCertificates()
        let identity = try certificates.issue(dnsNames: ["localhost"], addresses: [[127, 0, 0, 1]])
        let server = try await RedisServer(password: "secret", identity: identity)
        defer { server.kill() }
        for host in ["localhost", "127.0.0.1"] {
            let url = "rediss://:secret@\(host):\(server.port)"
            #expect(try await Self.fault(url, authority: certificates.authorityFile) == nil, "\(host)")
        }
    }

    @Test func `A server of another authority, or with another name, is not`() async throws {
        let (certificates, others) = (try TestCertificates(), try TestCertificates())
        let server = try await RedisServer(identity: try certificates.issue(dnsNames: ["store.example"]))
        defer { server.kill() }
        let url = "rediss://localhost:\(server.port)"
        for authority in [certificates.authorityFile, others.authorityFile, nil] {
            let fault = try #require(try await Self.fault(url, authority: authority))
            #expect(!fault.contains("no reply in time"), "\(fault)")
        }
    }

    @Test func `A server with TLS is not spoken to without it`() async throws {
        let certificates = try TestCertificates()
        let server = try await RedisServer(identity: try certificates.issue(dnsNames: ["localhost"]))
        defer { server.kill() }
        #expect(try await Self.fault("redis://localhost:\(server.port)", authority: nil) != nil)
    }

    @Test func `A file without certificates is refused at the start`() throws {
        #expect(throws: (any Error).self) { try Self.store("rediss://localhost", authority: "/none.pem") }
    }

    @Test func `A check of the settings names an authority without certificates`() throws {
        let files = try EdgeTestCertificate.paths()
        func check(_ authority: String) throws {
            let arguments = [
                "--tls-certificate", files.certificate, "--tls-key", files.key, "--link-secret",
                "a secret of the tests", "--limits-store", "rediss://localhost", "--limits-store-authority", authority,
            ]
            let source = try SettingSource.standard(process: "gateway", arguments: arguments, environment: [:])
            try GatewayProcess.check(try Settings(GatewayProcess.allSettings, source: source))
        }
        let fault = #expect(throws: SettingFault.self) { try check("/none.pem") }
        #expect(fault?.name == "limits.store.authority")
        let certificates = try TestCertificates()
        try check(certificates.authorityFile)
    }
}
