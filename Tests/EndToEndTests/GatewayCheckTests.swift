import Foundation
import TestSupport
import Testing

/// Tests of `vokol-gateway check`, which operators run before they start or reload a gateway.
@Suite struct GatewayCheckTests {
    /// Checks a settings file with a usable certificate, and returns what the program says.
    private static func check(_ settings: String, key: String? = nil) async throws -> Processes.Output {
        let certificates = try TestCertificates()
        let identity = try certificates.issue(dnsNames: ["localhost"])
        let file = "\(certificates.directory)/gateway.json"
        try Data(settings.utf8).write(to: URL(filePath: file))
        return try await Processes.run(
            "vokol-gateway",
            [
                "check", "--config", file, "--tls-certificate", identity.certificateChainFile, "--tls-key",
                key ?? identity.privateKeyFile, "--link-secret", "a secret of the tests",
            ])
    }

    @Test func `Usable settings are confirmed, and nothing is started`() async throws {
        let result = try await Self.check(#"{"limits": {"address": {"rate": 5, "burst": 20}}, "listen": {"port": 1}}"#)
        #expect(result.code == 0 && result.errors == "")
        #expect(result.output == "the settings are usable\n")
    }

    @Test(
        arguments: [
            (#"{"limits": {"address": {"burst": 0}}}"#, "limits.address.burst"),
            (#"{"replicas": {"museums": "192.0.2.1:7002"}}"#, "replicas.museums"),
            (#"{"web": {"directory": "/nowhere"}}"#, "web.directory"),
            (#"{"proxy": {"networks": "10.0.0.0/99"}}"#, "proxy.networks"),
            (#"{"limits": "#, "gateway.json is not a JSON object of settings: is not valid JSON"),
        ])
    func `An unusable setting is named, with exit code 2`(settings: String, name: String) async throws {
        let result = try await Self.check(settings)
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("vokol-gateway: ") && result.errors.contains(name), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1 && result.output == "")
    }

    @Test func `A key that is not the certificate's is refused`() async throws {
        let certificates = try TestCertificates()
        let other = try certificates.issue(dnsNames: ["localhost"])
        let result = try await Self.check("{}", key: other.privateKeyFile)
        #expect(result.code == 2 && result.errors.contains("does not belong to tls.certificate"), "\(result.errors)")
    }
}
