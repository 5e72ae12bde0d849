import Testing

@testable import ServiceRuntime

@Suite struct PeerSettingsTests {
    @Test func `A peer is a host and a port`() throws {
        for (text, host) in [("auth:7001", "auth"), ("127.0.0.1:7001", "127.0.0.1"), ("[::1]:7001", "::1")] {
            let peer = try #require(PeerSettings.hostAndPort(text))
            #expect(peer.host == host)
            #expect(peer.port == 7001)
        }
        for text in ["", "auth", "auth:", ":7001", "auth:0", "auth:65536", "::1:7001", "[]:1", "auth:7001x"] {
            #expect(PeerSettings.hostAndPort(text) == nil, "\(text)")
        }
    }
}
