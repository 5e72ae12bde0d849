import NIOCore
import Testing

@testable import Gateway

@Suite struct DiscoveryValuesTests {
    private static func address(_ last: Int) throws -> SocketAddress {
        try SocketAddress(ipAddress: "10.0.0.\(last)", port: 7002)
    }

    @Test func `A list names hosts, addresses and ports, each once`() throws {
        let targets = try ServiceTarget.list(
            ["museums", " 10.0.0.7:7102", "[::1]:7202 ", "museums"], defaultPort: 7002)
        #expect(
            targets == [
                ServiceTarget(host: "museums", port: 7002), ServiceTarget(host: "10.0.0.7", port: 7102),
                ServiceTarget(host: "::1", port: 7202),
            ])
    }

    @Test(arguments: ["", ":7002", "a:", "a:0", "a:65536", "a:7002x", "[::1", "[::1]7002", "::1"])
    func `A list without a host or a port is refused`(text: String) {
        #expect(throws: ServiceTarget.Fault.self) { try ServiceTarget.list([], defaultPort: 1) }
        #expect(throws: ServiceTarget.Fault.self) { try ServiceTarget.list(["ok", text], defaultPort: 1) }
    }

    @Test func `A change is reported once, and an equal answer in another order is not one`() throws {
        let target = ServiceTarget(host: "museums", port: 7002)
        var set = EndpointSet(targets: [target])
        let both = [try Self.address(1), try Self.address(2)]
        #expect(set.resolved(target, to: both) == both)
        #expect(set.resolved(target, to: both.reversed()) == nil)
        #expect(set.resolved(target, to: [both[1]]) == [both[1]])
    }

    @Test func `An answer without addresses keeps the last good ones`() throws {
        let target = ServiceTarget(host: "museums", port: 7002)
        var set = EndpointSet(targets: [target])
        let address = try Self.address(1)
        _ = set.resolved(target, to: [address])
        #expect(set.resolved(target, to: []) == nil)
        #expect(set.all == [address])
    }

    @Test func `Targets add up, an address of two targets counts once, and there is a limit`() throws {
        let one = ServiceTarget(host: "a", port: 1)
        let other = ServiceTarget(host: "b", port: 1)
        var set = EndpointSet(targets: [one, other], limit: 3)
        let addresses = try (1...4).map(Self.address)
        #expect(set.resolved(one, to: [addresses[0], addresses[1]]) == [addresses[0], addresses[1]])
        #expect(
            set.resolved(other, to: [addresses[1], addresses[2], addresses[3]])
                == [addresses[0], addresses[1], addresses[2]])
    }

    @Test func `The system's resolver turns an address into itself with the target's port`() throws {
        let found = try AddressLookup.addresses(of: ServiceTarget(host: "127.0.0.1", port: 7002))
        #expect(found == [try SocketAddress(ipAddress: "127.0.0.1", port: 7002)])
        let six = try AddressLookup.addresses(of: ServiceTarget(host: "::1", port: 7003))
        #expect(six == [try SocketAddress(ipAddress: "::1", port: 7003)])
    }
}
