import NIOHTTP1
import Testing

@testable import ServiceRuntime

@Suite struct AdminHostsTests {
    private static let hosts = AdminHosts(["prometheus-target", "0.0.0.0"])

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:9900", "10.42.0.7:9901", "[::1]", "[::1]:9900", "[2001:db8::7]:9900", "localhost",
        "LocalHost:9900", "localhost.", "prometheus-target:9900", "Prometheus-Target",
    ])
    func `IP addresses, localhost and the names of the setting are hosts of the port`(field: String) {
        #expect(Self.hosts.admits(field))
    }

    @Test(arguments: [
        "evil.example", "evil.example:9900", "localhost.evil.example", "127.0.0.1.evil.example", "", ":9900",
        "127.0.0.1:evil", "[::1", "[::1]evil", "[evil.example]", "::1", "2130706433", "0x7f.0.0.1", "127.1",
        "user@127.0.0.1", "127.0.0.1/", "[127.0.0.1", "prometheus-target.evil.example",
    ])
    func `Any other host is another's`(field: String) {
        #expect(!Self.hosts.admits(field))
    }

    @Test func `Only HTTP 1.0 goes without Host, and nothing goes with two`() {
        func head(_ version: HTTPVersion, _ hosts: [String]) -> HTTPRequestHead {
            HTTPRequestHead(
                version: version, method: .GET, uri: "/metrics", headers: HTTPHeaders(hosts.map { ("Host", $0) }))
        }
        #expect(Self.hosts.admits(head(.http1_0, [])))
        #expect(!Self.hosts.admits(head(.http1_1, [])))
        #expect(!Self.hosts.admits(head(.http1_0, ["evil.example"])))
        #expect(Self.hosts.admits(head(.http1_1, ["127.0.0.1"])))
        #expect(!Self.hosts.admits(head(.http1_1, ["127.0.0.1", "evil.example"])))
        #expect(!Self.hosts.admits(head(.http1_1, ["127.0.0.1", "127.0.0.1"])))
    }

    @Test(arguments: ["a b", "name:9900", "имя", "a,b c"])
    func `A name of the setting has no port and no spaces`(names: String) throws {
        func settings(_ names: String) throws -> Settings {
            try Settings(
                [CommonSettings.adminHosts],
                source: .standard(process: "x", arguments: ["--admin-hosts", names], environment: [:]))
        }
        #expect(throws: SettingFault.self) { _ = try settings(names) }
        #expect(try settings("a,b-c.d").value(CommonSettings.adminHosts) == ["a", "b-c.d"])
    }
}
