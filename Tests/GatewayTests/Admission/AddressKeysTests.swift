import NIOCore
import Testing

@testable import Gateway

@Suite struct AddressKeysTests {
    private func keys(_ address: String) throws -> AddressKeys {
        AddressKeys(try SocketAddress(ipAddress: address, port: 4000).internetBytes)
    }

    @Test func `An IPv4 client is limited by its address, with its /24 as the wider key`() throws {
        let first = try keys("192.0.2.7")
        #expect(first.narrow == (try keys("192.0.2.7").narrow))
        #expect(first.narrow != (try keys("192.0.2.8").narrow))
        #expect(first.wide == (try keys("192.0.2.8").wide))
        #expect(first.wide != (try keys("192.0.3.7").wide))
    }

    @Test func `An IPv6 client is limited by its /64, with its /48 as the wider key`() throws {
        let first = try keys("2001:db8:1:2::7")
        #expect(first.narrow == (try keys("2001:db8:1:2:ffff::9").narrow))
        #expect(first.narrow != (try keys("2001:db8:1:3::7").narrow))
        #expect(first.wide == (try keys("2001:db8:1:3::7").wide))
        #expect(first.wide != (try keys("2001:db8:2:2::7").wide))
    }

    @Test func `An IPv4 client on a dual-stack socket is the same client`() throws {
        #expect(try keys("::ffff:192.0.2.7").narrow == (try keys("192.0.2.7").narrow))
        #expect(try keys("::ffff:192.0.2.7").narrow != (try keys("::ffff:192.0.2.8").narrow))
    }

    @Test func `The narrow, wide and guarding keys of a client, and a user's key, differ`() throws {
        for address in ["192.0.2.7", "2001:db8:1:2::7"] {
            let keys = try keys(address)
            #expect(Set([keys.narrow, keys.wide, keys.guarding, .user("192.0.2.7")]).count == 4)
        }
    }

    @Test func `The port is ignored, and peers without an Internet address share one key`() throws {
        let first = AddressKeys(try SocketAddress(ipAddress: "192.0.2.7", port: 1).internetBytes)
        #expect(first.narrow == (try keys("192.0.2.7").narrow))
        let path = AddressKeys(try SocketAddress(unixDomainSocketPath: "/tmp/vokol.sock").internetBytes)
        #expect(path.narrow == AddressKeys([]).narrow)
    }
}
