import Testing

@testable import HTTP

@Suite struct HTTPAddressTests {
    @Test func `An address has a server and a target`() throws {
        let address = try #require(HTTPAddress("https://[::1]:8443/a/b?c=d"))
        #expect(address.origin == HTTPOrigin(isSecure: true, host: "::1", port: 8_443))
        #expect(address.target == "/a/b?c=d")
        #expect(address.origin.authority == "[::1]:8443")
        let short = try #require(HTTPAddress("HTTP://Example.org?x"))
        #expect(short == HTTPAddress(HTTPOrigin(isSecure: false, host: "example.org", port: 80), target: "/?x"))
        #expect(short.origin.authority == "example.org")
    }

    @Test(arguments: [
        "", "example.org", "ftp://localhost/", "https://", "https:///x", "https://user@example.org/", "https://a b/",
        "https://example.org/#x", "https://example.org:0/", "https://example.org:99999", "https://example.org:+1",
        "https://a:b:c", "https://[::1", "https://%31/", "https://example.org\n", "https://example.org/\u{e9}",
        "https://example.org/{x}", "https://example.org/" + String(repeating: "x", count: 5_000),
    ])
    func `A malformed address is refused`(_ text: String) {
        #expect(HTTPAddress(text) == nil)
    }

    @Test func `Only names and addresses of this machine are loopback`() {
        func isLoopback(_ host: String) -> Bool { HTTPOrigin(isSecure: false, host: host, port: 80).isLoopback }
        for host in ["localhost", "127.0.0.1", "127.1.2.3", "::1"] { #expect(isLoopback(host)) }
        for host in ["example.org", "10.0.0.1", "127.0.0.256", "0127.0.0.1.5", "127.0.0.1.example.org"] {
            #expect(!isLoopback(host))
        }
    }
}
