import NIOCore
import Testing

@testable import Gateway

/// Identities of channels by number, kept alive as long as this value.
struct TestChannels {
    private final class Channel {}
    private let all: [Channel]

    init(_ count: Int = 600) { all = (0..<count).map { _ in Channel() } }

    subscript(_ number: Int) -> ObjectIdentifier { ObjectIdentifier(all[number]) }

    /// Returns the number of an identity.
    func number(_ id: ObjectIdentifier?) -> Int? { all.firstIndex { ObjectIdentifier($0) == id } }
}

extension ConnectionLedger.Admission {
    /// The limit that the connection exceeded, if it was refused.
    var refusal: ConnectionLedger.Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }

    /// The connection that must close, if there is one.
    var closing: ObjectIdentifier? { if case .admitted(let other) = self { other } else { nil } }
}

extension AddressKeys {
    /// The keys of an address in text form.
    static func keys(_ address: String) throws -> AddressKeys {
        ClientAddress(try SocketAddress(ipAddress: address, port: 1)).keys
    }
}

@Suite struct ConnectionLedgerTests {
    private typealias Channels = TestChannels

    private static func ledger(
        _ connections: Int = 1_000, perAddress: Int = 1_000, handshakes: Int = 1_000, share: Int = 1_000
    ) -> ConnectionLedger {
        ConnectionLedger(
            .init(
                connections: connections, connectionsPerAddress: perAddress, handshakes: handshakes,
                handshakesPerAddress: share))
    }

    private static func keys(_ address: String) throws -> AddressKeys { try .keys(address) }

    @Test func `Connections are counted in total and by address, and closed ones make room`() throws {
        let (id, one, other) = (Channels(), try Self.keys("192.0.2.1"), try Self.keys("198.51.100.2"))
        var ledger = Self.ledger(3, perAddress: 2)
        #expect(ledger.opened(id[0], from: one) == .admitted(closing: nil))
        #expect(ledger.opened(id[1], from: one) == .admitted(closing: nil))
        // Nothing is idle before its handshake has ended, so nothing can close for another.
        #expect(ledger.opened(id[2], from: one) == .refused(.address))
        #expect(ledger.opened(id[3], from: other) == .admitted(closing: nil))
        #expect(ledger.opened(id[4], from: other) == .refused(.total))
        #expect(ledger.closed(id[0]) == false)
        #expect(ledger.opened(id[5], from: one) == .admitted(closing: nil))
        for number in [1, 3] { #expect(ledger.closed(id[number]) == false) }
        #expect(ledger.closed(id[5]) == true)
        #expect(ledger.open == 0)
        #expect(ledger.handshakes == 0)
    }

    @Test func `A network holds twice as many connections as an address`() throws {
        let id = Channels()
        var ledger = Self.ledger(perAddress: 2)
        for (number, address) in ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1"].enumerated() {
            #expect(ledger.opened(id[number], from: try Self.keys(address)) == .admitted(closing: nil))
        }
        #expect(ledger.opened(id[3], from: try Self.keys("2001:db8:1:4::1")) == .admitted(closing: nil))
        #expect(ledger.opened(id[4], from: try Self.keys("2001:db8:1:5::1")) == .refused(.network))
        #expect(ledger.opened(id[4], from: try Self.keys("2001:db8:2:5::1")) == .admitted(closing: nil))
    }

    @Test func `Handshakes have a limit of their own, and each is released exactly once`() throws {
        let (id, one) = (Channels(), try Self.keys("192.0.2.1"))
        var ledger = Self.ledger(handshakes: 2)
        #expect(ledger.opened(id[0], from: one) == .admitted(closing: nil))
        #expect(ledger.opened(id[1], from: one) == .admitted(closing: nil))
        #expect(ledger.opened(id[2], from: one) == .refused(.handshakes))
        ledger.handshakeEnded(id[0])
        ledger.handshakeEnded(id[0])
        #expect(ledger.closed(id[0]) == false)
        #expect(ledger.handshakes == 1)
        #expect(ledger.opened(id[3], from: one) == .admitted(closing: nil))
        #expect(ledger.opened(id[4], from: one) == .refused(.handshakes))
        #expect(ledger.closed(id[1]) == false)
        #expect(ledger.opened(id[5], from: one) == .admitted(closing: nil))
    }

    @Test(arguments: [
        ("192.0.2.", ["1", "2", "3"], "192.0.3.1"), ("2001:db8:1:", ["1::1", "2::1", "3::1"], "2001:db8:2::1"),
    ])
    func `Handshakes are limited per address, and per network at twice as many`(
        network: String, tails: [String], elsewhere: String
    ) throws {
        let id = Channels()
        var ledger = Self.ledger(share: 2)
        let keys = try tails.map { try Self.keys(network + $0) }
        #expect(ledger.opened(id[0], from: keys[0]) == .admitted(closing: nil))
        #expect(ledger.opened(id[1], from: keys[0]) == .admitted(closing: nil))
        #expect(ledger.opened(id[2], from: keys[0]) == .refused(.handshakes))
        #expect(ledger.opened(id[3], from: keys[1]) == .admitted(closing: nil))
        #expect(ledger.opened(id[4], from: keys[1]) == .admitted(closing: nil))
        #expect(ledger.opened(id[5], from: keys[2]) == .refused(.handshakes))
        #expect(ledger.opened(id[6], from: try Self.keys(elsewhere)) == .admitted(closing: nil))
        // Refused connections hold no place. A finished handshake makes room for its address and for its network.
        #expect(ledger.open == 5)
        ledger.handshakeEnded(id[0])
        #expect(ledger.opened(id[7], from: keys[0]) == .admitted(closing: nil))
        #expect(ledger.closed(id[3]) == false)
        #expect(ledger.opened(id[8], from: keys[2]) == .admitted(closing: nil))
        #expect(ledger.opened(id[9], from: keys[2]) == .refused(.handshakes))
    }

    @Test func `Behind a balancer the named client is charged, however the connection ends`() throws {
        let (id, one, other) = (Channels(), try Self.keys("192.0.2.1"), try Self.keys("198.51.100.1"))
        var ledger = Self.ledger(perAddress: 2, share: 1)
        for number in 0..<4 { #expect(ledger.opened(id[number], from: nil) == .admitted(closing: nil)) }
        #expect(ledger.assigned(id[0], to: one) == .admitted(closing: nil))
        #expect(ledger.assigned(id[1], to: one) == .refused(.handshakes))
        #expect(ledger.assigned(id[2], to: other) == .admitted(closing: nil))
        ledger.handshakeEnded(id[0])
        #expect(ledger.assigned(id[3], to: one) == .admitted(closing: nil))
        ledger.handshakeEnded(id[3])
        #expect(ledger.opened(id[4], from: nil) == .admitted(closing: nil))
        #expect(ledger.assigned(id[4], to: one) == .admitted(closing: id[0]))
        // The end of a connection releases its place, whether it was admitted, refused or in its handshake.
        for number in 0..<4 { #expect(ledger.closed(id[number]) == false) }
        #expect(ledger.closed(id[4]) == true)
        #expect(ledger.handshakes == 0)
        #expect(ledger.opened(id[5], from: one) == .admitted(closing: nil))
        #expect(ledger.opened(id[6], from: one) == .refused(.handshakes))
    }

    @Test
    func `By default a few addresses cannot fill the pool, and a slow handshake excludes no address`()
        throws
    {
        let limits = EdgeLimits()
        #expect(limits.ledger.handshakes >= 16 * 2 * limits.ledger.handshakesPerAddress)
        #expect(limits.redirectLedger.handshakes >= 16 * 2 * limits.redirectLedger.handshakesPerAddress)
        let id = Channels()
        var ledger = ConnectionLedger(limits.ledger)
        for number in 0..<600 { _ = ledger.opened(id[number], from: try Self.keys("192.0.2.\(number % 200)")) }
        #expect(ledger.handshakes == 256)
    }
}
