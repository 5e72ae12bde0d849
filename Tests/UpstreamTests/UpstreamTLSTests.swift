import Logging
import NIOPosix
import ServiceRuntime
import TestSupport
import Testing

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct UpstreamTLSTests {
    private let certificates: TestCertificates

    init() throws { certificates = try TestCertificates() }

    /// Makes one request to a server over TLS.
    private func get(
        _ base: String, authorityFile: String?, connectTimeout: Duration = .seconds(60)
    ) async throws -> UpstreamAnswer {
        let transport = try UpstreamTransport(
            authorityFile: authorityFile, connectTimeout: connectTimeout,
            group: MultiThreadedEventLoopGroup.singleton)
        let host = try UpstreamHost(
            name: "test", base: base, policy: HostPolicy { $0.total = .seconds(60) },
            context: HostContext(
                userAgent: "Vokol-test/1.0", transport: transport, metrics: Metrics(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        do {
            let answer = try await host.get(UpstreamRequest(path: "/"))
            await transport.shutdown()
            return answer
        } catch {
            await transport.shutdown()
            throw error
        }
    }

    @Test func `A server certified by the additional authority is trusted`() async throws {
        let server = try await ScriptedServer(
            try certificates.issue(dnsNames: ["localhost"], addresses: [[127, 0, 0, 1]]))
        guard case .body = try await get(server.base, authorityFile: certificates.authorityFile) else {
            return #expect(Bool(false))
        }
    }

    @Test func `A server with an untrusted, mismatched or expired certificate receives no request`()
        async throws
    {
        let good = try await ScriptedServer(try certificates.issue(dnsNames: [], addresses: [[127, 0, 0, 1]]))
        let other = try await ScriptedServer(try certificates.issue(dnsNames: ["example.org"]))
        let old = try await ScriptedServer(
            try certificates.issue(dnsNames: [], addresses: [[127, 0, 0, 1]], isExpired: true))
        for (server, authority) in [
            (good, nil), (other, certificates.authorityFile), (old, certificates.authorityFile),
        ] {
            await #expect(throws: UpstreamFailure.unreadable("TLS failed")) {
                try await get(server.base, authorityFile: authority)
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `Plaintext from a server that should use TLS is a failure`() async throws {
        let server = try await ScriptedServer()
        server.always(.raw(["HTTP/1.1 400 Bad Request"], end: .close))
        let base = "https" + server.base.dropFirst(4)
        await #expect(throws: UpstreamFailure.self) {
            try await get(
                base, authorityFile: certificates.authorityFile, connectTimeout: .milliseconds(20))
        }
    }

    @Test func `A missing certificate file fails the start and names the setting`() {
        var configuration = UpstreamConfiguration(process: "test")
        configuration.authorityFile = "/nowhere.pem"
        let error = #expect(throws: SettingFault.self) {
            try UpstreamService(
                configuration, group: MultiThreadedEventLoopGroup.singleton, metrics: Metrics(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        #expect(error?.name == "upstream.authority")
    }
}
