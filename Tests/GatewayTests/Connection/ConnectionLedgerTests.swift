import NIOCore
import Testing
import Values

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

    /// The first connection that must close, if there is one.
    var closing: ObjectIdentifier? { if case .admitted(let others) = self { others.first } else { nil } }
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
        #expect(ledger.opened(id[0], from: one) == .admitted(closing: []))
        #expect(ledger.opened(id[1], from: one) == .admitted(closing: []))
        // Nothing is idle before its handshake has ended, so nothing can close for another.
        #expect(ledger.opened(id[2], from: one) == .refused(.address))
        #expect(ledger.opened(id[3], from: other) == .admitted(closing: []))
        #expect(ledger.opened(id[4], from: other) == .refused(.total))
        #expect(ledger.closed(id[0]) == false)
        #expect(ledger.opened(id[5], from: one) == .admitted(closing: []))
        for number in [1, 3] { #expect(ledger.closed(id[number]) == false) }
        #expect(ledger.closed(id[5]) == true)
        #expect(ledger.open == 0)
        #expect(ledger.handshakes == 0)
    }

    @Test func `A network holds twice as many connections as an address`() throws {
        let id = Channels()
        var ledger = Self.ledger(perAddress: 2)
        for (number, address) in ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1"].enumerated() {
            #expect(ledger.opened(id[number], from: try Self.keys(address)) == .admitted(closing: []))
        }
        #expect(ledger.opened(id[3], from: try Self.keys("2001:db8:1:4::1")) == .admitted(closing: []))
        #expect(ledger.opened(id[4], from: try Self.keys("2001:db8:1:5::1")) == .refused(.network))
        #expect(ledger.opened(id[4], from: try Self.keys("2001:db8:2:5::1")) == .admitted(closing: []))
    }

    @Test func `Handshakes have a limit of their own, and each is released exactly once`() throws {
        let (id, one) = (Channels(), try Self.keys("192.0.2.1"))
        var ledger = Self.ledger(handshakes: 2)
        #expect(ledger.opened(id[0], from: one) == .admitted(closing: []))
        #expect(ledger.opened(id[1], from: one) == .admitted(closing: []))
        #expect(ledger.opened(id[2], from: one) == .refused(.handshakes))
        ledger.handshakeEnded(id[0])
        ledger.handshakeEnded(id[0])
        #expect(ledger.closed(id[0]) == false)
        #expect(ledger.handshakes == 1)
        #expect(ledger.opened(id[3], from: one) == .admitted(closing: []))
        #expect(ledger.opened(id[4], from: one) == .refused(.handshakes))
        #expect(ledger.closed(id[1]) == false)
        #expect(ledger.opened(id[5], from: one) == .admitted(closing: []))
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
        #expect(ledger.opened(id[0], from: keys[0]) == .admitted(closing: []))
        #expect(ledger.opened(id[1], from: keys[0]) == .admitted(closing: []))
        #expect(ledger.opened(id[2], from: keys[0]) == .refused(.handshakes))
        #expect(ledger.opened(id[3], from: keys[1]) == .admitted(closing: []))
        #expect(ledger.opened(id[4], from: keys[1]) == .admitted(closing: []))
        #expect(ledger.opened(id[5], from: keys[2]) == .refused(.handshakes))
        #expect(ledger.opened(id[6], from: try Self.keys(elsewhere)) == .admitted(closing: []))
        // Refused connections hold no place. A finished handshake makes room for its address and for its network.
        #expect(ledger.open == 5)
        ledger.handshakeEnded(id[0])
        #expect(ledger.opened(id[7], from: keys[0]) == .admitted(closing: []))
        #expect(ledger.closed(id[3]) == false)
        #expect(ledger.opened(id[8], from: keys[2]) == .admitted(closing: []))
        #expect(ledger.opened(id[9], from: keys[2]) == .refused(.handshakes))
    }

    @Test func `Behind a balancer the named client is charged, however the connection ends`() throws {
        let (id, one, other) = (Channels(), try Self.keys("192.0.2.1"), try Self.keys("198.51.100.1"))
        var ledger = Self.ledger(perAddress: 2, share: 1)
        for number in 0..<4 { #expect(ledger.opened(id[number], from: nil) == .admitted(closing: [])) }
        #expect(ledger.assigned(id[0], to: one) == .admitted(closing: []))
        #expect(ledger.assigned(id[1], to: one) == .refused(.handshakes))
        #expect(ledger.assigned(id[2], to: other) == .admitted(closing: []))
        ledger.handshakeEnded(id[0])
        #expect(ledger.assigned(id[3], to: one) == .admitted(closing: []))
        ledger.handshakeEnded(id[3])
        #expect(ledger.opened(id[4], from: nil) == .admitted(closing: []))
        #expect(ledger.assigned(id[4], to: one) == .admitted(closing: [id[0]]))
        // The end of a connection releases its place, whether it was admitted, refused or in its handshake.
        for number in 0..<4 { #expect(ledger.closed(id[number]) == false) }
        #expect(ledger.closed(id[4]) == true)
        #expect(ledger.handshakes == 0)
        #expect(ledger.opened(id[5], from: one) == .admitted(closing: []))
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

    // MARK: Handshakes for others

    @Test(arguments: [EdgeLimits().ledger, EdgeLimits().redirectLedger])
    func `Sixteen networks that hold all handshakes keep no other address out`(
        limits: ConnectionLedger.Limits
    ) throws {
        let id = Channels(4_400)
        var ledger = ConnectionLedger(limits)
        for number in 0..<4_096 {
            let client = try Self.keys("10.0.\(number % 16).\(number / 16 % 32)")
            #expect(ledger.opened(id[number], from: client) == .admitted(closing: []))
        }
        for number in 0..<100 {
            let newcomer = 4_096 + number
            let admission = ledger.opened(id[newcomer], from: try Self.keys("192.0.\(number).1"))
            let ended = try #require(id.number(admission.closing), "newcomer \(number)")
            #expect(ended < 4_096)
            #expect(ledger.closed(id[ended]) == false)
            // The attackers try again.
            let client = try Self.keys("10.0.\(ended % 16).\(ended / 16 % 32)")
            #expect(ledger.opened(id[4_300], from: client) == .refused(.handshakes))
            #expect(ledger.closed(id[newcomer]) == false)
            #expect(ledger.opened(id[ended], from: client) == .admitted(closing: []))
        }
        #expect(ledger.handshakes == 4_096)
    }

    @Test func `At the limit of all, the oldest handshake of the largest holder ends for a smaller one`() throws {
        let id = Channels()
        var ledger = Self.ledger(handshakes: 5)
        for (number, tail) in ["1", "2", "1", "2", "1"].enumerated() {
            let address = "198.51.10\(tail).1"
            #expect(ledger.opened(id[number], from: try Self.keys(address)) == .admitted(closing: []))
        }
        // With one more it would hold as many as the largest holder.
        #expect(ledger.opened(id[5], from: try Self.keys("198.51.102.1")) == .refused(.handshakes))
        #expect(ledger.opened(id[5], from: try Self.keys("203.0.113.1")) == .admitted(closing: [id[0]]))
        // Until the one that was asked has ended, one more is open, but not two.
        #expect(ledger.opened(id[6], from: try Self.keys("203.0.114.1")) == .refused(.handshakes))
        #expect(ledger.closed(id[0]) == false)
        #expect(ledger.handshakes == 5)
        // Two addresses hold two each now.
        #expect(ledger.opened(id[6], from: try Self.keys("203.0.114.1")).closing != nil)
    }

    @Test func `At the limits of an address and of all handshakes, one of each makes room`() throws {
        let (id, one, other) = (Channels(), try Self.keys("192.0.2.1"), try Self.keys("198.51.100.1"))
        var ledger = Self.ledger(perAddress: 2, handshakes: 2)
        #expect(ledger.opened(id[0], from: one) == .admitted(closing: []))
        ledger.handshakeEnded(id[0])
        #expect(ledger.opened(id[1], from: one) == .admitted(closing: []))
        ledger.handshakeEnded(id[1])
        #expect(ledger.opened(id[2], from: other) == .admitted(closing: []))
        #expect(ledger.opened(id[3], from: other) == .admitted(closing: []))
        #expect(ledger.opened(id[4], from: one) == .admitted(closing: [id[0], id[2]]))
        for number in [0, 1, 2, 3] { #expect(ledger.closed(id[number]) == false) }
        #expect(ledger.closed(id[4]) == true)
        #expect(ledger.handshakes == 0)
        #expect(ledger.holderCount == 0)
    }

    @Test func `A handshake that ends before the request to close keeps its place if it is in use by then`() throws {
        let (id, one) = (Channels(), try Self.keys("192.0.2.1"))
        var ledger = Self.ledger(handshakes: 2)
        for number in 0..<2 { #expect(ledger.opened(id[number], from: one) == .admitted(closing: [])) }
        #expect(ledger.opened(id[2], from: try Self.keys("198.51.100.1")) == .admitted(closing: [id[0]]))
        ledger.handshakeEnded(id[0])
        #expect(ledger.handshakes == 2)
        #expect(ledger.declined(id[0]) == nil)
        #expect(ledger.open == 3)
        #expect(ledger.opened(id[3], from: try Self.keys("198.51.101.1")) == .refused(.handshakes))
        for number in 0..<2 { #expect(ledger.closed(id[number]) == false) }
        #expect(ledger.closed(id[2]) == true)
        #expect(ledger.handshakes == 0)
        #expect(ledger.holderCount == 0)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `The handshake that ends is the oldest of a largest holder, and no place is lost, whatever happens`(
        seed: UInt64
    ) throws {
        struct Handshake {
            var address: Int
            var isClosing = false
        }
        var random = SplitMix64(seed: seed)
        let id = Channels(1_500)
        var ledger = Self.ledger(handshakes: 8)
        // By number, which is the order of arrival.
        var model: [Int: Handshake] = [:]
        func held(_ isCounted: (Int) -> Bool) -> Int { model.values.count { !$0.isClosing && isCounted($0.address) } }
        /// The part of its share that the larger of an address and its network holds; four addresses are a network.
        func size(_ address: Int, and more: Int = 0) -> Int {
            max(2 * (held { $0 == address } + more), held { $0 / 4 == address / 4 } + more)
        }
        for step in 0..<1_500 {
            let some = model.keys.sorted().randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let address = min(Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random))
                let (isFull, isOver) = (held { _ in true } >= 8, model.count >= 9)
                let largest = model.values.filter { !$0.isClosing }.map { size($0.address) }.max() ?? 0
                let mayEnd = isFull && !isOver && largest > size(address, and: 1)
                let client = try Self.keys("10.0.\(address / 4).\(address % 4)")
                switch ledger.opened(id[step], from: client) {
                case .refused(let refusal):
                    #expect(refusal == .handshakes)
                    #expect(isOver || isFull && !mayEnd, "step \(step)")
                    continue
                case .admitted(let closing):
                    #expect(closing.count == (mayEnd ? 1 : 0), "step \(step)")
                    if let ended = id.number(closing.first), let handshake = model[ended] {
                        #expect(size(handshake.address) == largest)
                        let older = model.filter { $0.key < ended && !$0.value.isClosing }.values
                        let isFirstOfAddress = !older.contains { $0.address == handshake.address }
                        #expect(isFirstOfAddress, "step \(step)")
                        model[ended]?.isClosing = true
                    }
                }
                model[step] = Handshake(address: address)
            case 6..<8:
                guard let some else { continue }
                ledger.handshakeEnded(id[some])
                _ = ledger.closed(id[some])
                model[some] = nil
            default:
                guard let some = model.first(where: \.value.isClosing)?.key ?? some else { continue }
                _ = ledger.closed(id[some])
                model[some] = nil
            }
            #expect(ledger.handshakes == model.count)
        }
        for number in model.keys { _ = ledger.closed(id[number]) }
        #expect(ledger.open == 0 && ledger.handshakes == 0 && ledger.holderCount == 0)
    }
}
