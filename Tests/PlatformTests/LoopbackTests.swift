import Platform
import Testing

@Suite struct LoopbackTests {
    @Test(arguments: ["localhost", "127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.9"])
    func `Names and addresses of this machine are loopback`(host: String) {
        #expect(Loopback.contains(host))
    }

    @Test(arguments: [
        "", "example.org", "localhost.example.org", "10.0.0.1", "127.0.0.256", "127.1", "0127.0.0.1.5", "1127.0.0.1",
        "127.0.0.1.example.org", "127.0.0.+1", "128.0.0.1", "::", "::2", "1::1", "::ffff:128.0.0.1", "::7f00:1",
        "[::1]", "::1%lo", "127.0.0.1\0.example.org",
    ])
    func `Other hosts are not`(host: String) {
        #expect(!Loopback.contains(host))
    }
}
