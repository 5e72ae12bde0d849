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
        #expect(first.wideGuarding == (try keys("192.0.2.8").wideGuarding))
        #expect(first.opening != (try keys("192.0.2.8").opening))
        #expect(first.wideOpening == (try keys("192.0.2.8").wideOpening))
        #expect(first.wide != (try keys("192.0.3.7").wide))
    }

    @Test func `An IPv6 client is limited by its /64, with its /48 as the wider key`() throws {
        let first = try keys("2001:db8:1:2::7")
        #expect(first.narrow == (try keys("2001:db8:1:2:ffff::9").narrow))
        #expect(first.narrow != (try keys("2001:db8:1:3::7").narrow))
        #expect(first.wide == (try keys("2001:db8:1:3::7").wide))
        #expect(first.wideGuarding == (try keys("2001:db8:1:3::7").wideGuarding))
        #expect(first.opening == (try keys("2001:db8:1:2:ffff::9").opening))
        #expect(first.opening != (try keys("2001:db8:1:3::7").opening))
        #expect(first.wideOpening == (try keys("2001:db8:1:3::7").wideOpening))
        #expect(first.wide != (try keys("2001:db8:2:2::7").wide))
    }

    @Test func `An IPv4 client on a dual-stack socket is the same client`() throws {
        #expect(try keys("::ffff:192.0.2.7").narrow == (try keys("192.0.2.7").narrow))
        #expect(try keys("::ffff:192.0.2.7").narrow != (try keys("::ffff:192.0.2.8").narrow))
    }

    @Test func `The keys of a client's limits, and a user's key, differ`() throws {
        for address in ["192.0.2.7", "2001:db8:1:2::7"] {
            let keys = try keys(address)
            let all = [
                keys.narrow, keys.wide, keys.guarding, keys.wideGuarding, keys.opening, keys.wideOpening,
                .user("192.0.2.7"),
                .overflow(of: "192.0.2.7"),
            ]
            #expect(Set(all).count == all.count)
        }
    }

    @Test func `The port is ignored, and peers without an Internet address share one key`() throws {
        let first = AddressKeys(try SocketAddress(ipAddress: "192.0.2.7", port: 1).internetBytes)
        #expect(first.narrow == (try keys("192.0.2.7").narrow))
        let path = AddressKeys(try SocketAddress(unixDomainSocketPath: "/tmp/vokol.sock").internetBytes)
        #expect(path.narrow == AddressKeys([]).narrow)
    }
}
