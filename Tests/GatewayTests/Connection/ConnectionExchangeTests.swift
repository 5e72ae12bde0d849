import NIOCore
import Testing
import Values

@testable import Gateway

/// Tests of which connection closes for a newcomer, without channels.
@Suite struct ConnectionExchangeTests {
    /// A ledger whose connections are numbered in order of arrival.
    private struct Ledger {
        let id: TestChannels
        var ledger: ConnectionLedger
        private var next = 0

        init(_ connections: Int, perAddress: Int = 1_000, channels: Int = 100) {
            id = TestChannels(channels)
            ledger = ConnectionLedger(
                .init(
                    connections: connections, connectionsPerAddress: perAddress, handshakes: 10_000,
                    handshakesPerAddress: 10_000))
        }

        /// Opens a connection and ends its handshake; returns the number of the one that must close.
        mutating func open(_ address: String) throws -> (refusal: ConnectionLedger.Refusal?, closing: Int?) {
            let admission = ledger.opened(id[next], from: try .keys(address))
            ledger.handshakeEnded(id[next])
            next += 1
            return (admission.refusal, id.number(admission.closing))
        }

        mutating func close(_ number: Int) { _ = ledger.closed(id[number]) }
        mutating func use(_ number: Int, isBusy: Bool = false) { ledger.used(id[number], isBusy: isBusy) }
        mutating func decline(_ number: Int) -> Int? { id.number(ledger.declined(id[number])) }
    }

    @Test func `At the limit of all, the longest idle connection of the largest holder closes`() throws {
        var ledger = Ledger(6)
        // 0, 1 and 2 belong to one address; the others to addresses of other networks.
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "203.0.113.1"] {
            #expect(try ledger.open(address) == (nil, nil))
        }
        ledger.use(0)
        #expect(try ledger.open("203.0.114.1") == (nil, 1))
        ledger.close(1)
        // 0 and 2 are left of the first address, as many as the other address has: the earlier of the two goes on.
        #expect(try ledger.open("203.0.115.1").closing != nil)
    }

    @Test func `A network is the largest holder if its addresses together hold more of its greater share`() throws {
        var ledger = Ledger(9)
        // Two connections of one address are as much of its share as four of a network.
        for number in 1...5 { #expect(try ledger.open("2001:db8:1:\(number)::1") == (nil, nil)) }
        for _ in 0..<2 { #expect(try ledger.open("192.0.2.1") == (nil, nil)) }
        for number in 1...2 { #expect(try ledger.open("198.51.10\(number).1") == (nil, nil)) }
        #expect(try ledger.open("203.0.113.1") == (nil, 0))
        ledger.close(0)
        ledger.close(1)
        #expect(try ledger.open("203.0.114.1") == (nil, nil))
        // Three of the network are less than two of the address.
        #expect(try ledger.open("203.0.115.1") == (nil, 5))
    }

    @Test(arguments: [
        (["192.0.2.1", "192.0.2.1", "192.0.2.1"], "198.51.100.1"),
        (["2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:1::3"], "2001:db8:2::1"),
    ])
    func `At the limit of an address, its own longest idle connection closes`(
        addresses: [String], elsewhere: String
    ) throws {
        var ledger = Ledger(100, perAddress: 2)
        #expect(try ledger.open(elsewhere) == (nil, nil))
        #expect(try ledger.open(addresses[0]) == (nil, nil))
        #expect(try ledger.open(addresses[1]) == (nil, nil))
        #expect(try ledger.open(addresses[2]) == (nil, 1))
    }

    @Test func `At the limit of a network, its own longest idle connection closes`() throws {
        var ledger = Ledger(100, perAddress: 1)
        for address in ["198.51.100.1", "192.0.2.1", "192.0.2.2"] { #expect(try ledger.open(address) == (nil, nil)) }
        #expect(try ledger.open("192.0.2.3") == (nil, 1))
    }

    @Test func `An address that holds more than its neighbours displaces none of them from their network`() throws {
        var ledger = Ledger(100, perAddress: 3)
        #expect(try ledger.open("192.0.2.1") == (nil, nil))
        for _ in 0..<3 { #expect(try ledger.open("192.0.2.2") == (nil, nil)) }
        for _ in 0..<2 { #expect(try ledger.open("192.0.2.3") == (nil, nil)) }
        // The third holds two of six, as many as three addresses do on average.
        #expect(try ledger.open("192.0.2.3") == (nil, 0))
        ledger.close(0)
        // Each of two holds three, and the neighbour of both takes the place of the one that is idle longest.
        #expect(try ledger.open("192.0.2.4") == (nil, 1))
        ledger.close(1)
        // The third holds three of six now, more than three addresses on average.
        #expect(try ledger.open("192.0.2.3") == (nil, 4))
    }

    @Test func `A connection in use never closes, and if all are in use the newcomer is refused`() throws {
        var ledger = Ledger(3)
        for _ in 0..<3 { #expect(try ledger.open("192.0.2.1") == (nil, nil)) }
        ledger.use(0, isBusy: true)
        ledger.use(2, isBusy: true)
        #expect(try ledger.open("198.51.100.1") == (nil, 1))
        ledger.use(3, isBusy: true)
        ledger.close(1)
        #expect(try ledger.open("198.51.100.2") == (.total, nil))
        ledger.use(0)
        #expect(try ledger.open("198.51.100.2") == (nil, 0))
    }

    @Test func `A connection is asked once, and until it has closed one more is open, but not two`() throws {
        var ledger = Ledger(3)
        for _ in 0..<3 { #expect(try ledger.open("192.0.2.1") == (nil, nil)) }
        #expect(try ledger.open("198.51.100.1") == (nil, 0))
        #expect(ledger.ledger.open == 4)
        #expect(try ledger.open("198.51.100.2") == (.total, nil))
        ledger.close(0)
        #expect(try ledger.open("198.51.100.2") == (nil, 1))
        #expect(ledger.ledger.open == 4)
    }

    @Test func `For a connection that declines, another one is asked, as long as there are idle ones`() throws {
        var ledger = Ledger(3)
        for _ in 0..<3 { #expect(try ledger.open("192.0.2.1") == (nil, nil)) }
        ledger.use(1, isBusy: true)
        #expect(try ledger.open("198.51.100.1") == (nil, 0))
        ledger.use(3, isBusy: true)
        #expect(ledger.decline(0) == 2)
        #expect(ledger.decline(2) == nil)
        // Four are in use where three have places: the next place that becomes free is for nobody.
        #expect(try ledger.open("198.51.100.2") == (.total, nil))
        ledger.close(0)
        #expect(try ledger.open("198.51.100.2") == (.total, nil))
        ledger.close(2)
        #expect(try ledger.open("198.51.100.2") == (nil, nil))
    }

    @Test func `The answer of a connection that has closed meanwhile changes nothing`() throws {
        var ledger = Ledger(1)
        #expect(try ledger.open("192.0.2.1") == (nil, nil))
        #expect(try ledger.open("198.51.100.1") == (nil, 0))
        ledger.close(0)
        #expect(ledger.decline(0) == nil)
        #expect(ledger.ledger.open == 1)
        ledger.use(0, isBusy: true)
        #expect(try ledger.open("198.51.100.2") == (nil, 1))
    }

    @Test func `A connection that no client holds alone never closes for another`() throws {
        let id = TestChannels(4)
        var ledger = ConnectionLedger(
            .init(connections: 2, connectionsPerAddress: 2, handshakes: 10, handshakesPerAddress: 10))
        for number in 0..<2 {
            #expect(ledger.opened(id[number], from: nil) == .admitted(closing: []))
            ledger.handshakeEnded(id[number])
        }
        #expect(ledger.opened(id[2], from: try .keys("192.0.2.1")) == .refused(.total))
    }

    // MARK: Against a model

    /// The state that the ledger should have, found by looking at every connection.
    private struct Model {
        struct Connection {
            var address: Int
            var isBusy = false
            var isClosing = false
            var idleSince: Int
        }

        var connections: [Int: Connection] = [:]

        /// Addresses 0 to 3 are one network, 4 to 7 the next, and so on.
        static func network(_ address: Int) -> Int { address / 4 }
        static func text(_ address: Int) -> String { "10.0.\(network(address)).\(address % 4 + 1)" }

        func held(_ isCounted: (Connection) -> Bool) -> Int {
            connections.values.count { !$0.isClosing && isCounted($0) }
        }

        func longestIdle(_ isCounted: (Connection) -> Bool) -> Int? {
            connections.filter { isCounted($0.value) && !$0.value.isBusy && !$0.value.isClosing }
                .min { $0.value.idleSince < $1.value.idleSince }?.key
        }

        /// The connection that closes for one of an address at the limit of its network.
        func exchange(for address: Int) -> Int? {
            let isNetwork = { (other: Connection) in Self.network(other.address) == Self.network(address) }
            let isAddress = { (other: Connection) in other.address == address }
            let addresses = Set(connections.values.filter(isNetwork).map(\.address)).count
            let isGreedy = held(isAddress) * addresses > held(isNetwork)
            return (isGreedy ? longestIdle(isAddress) : nil) ?? longestIdle(isNetwork)
        }

        /// The connections that may close at the limit of all: the longest idle ones of the largest holders.
        var candidates: Set<Int> {
            let addresses = Set(connections.values.map(\.address))
            var found: [(size: Int, connection: Int)] = []
            for address in addresses {
                guard let idle = longestIdle({ $0.address == address }) else { continue }
                found.append((2 * held { $0.address == address }, idle))
            }
            for network in Set(addresses.map(Self.network)) {
                guard let idle = longestIdle({ Self.network($0.address) == network }) else { continue }
                found.append((held { Self.network($0.address) == network }, idle))
            }
            let largest = found.map(\.size).max()
            return Set(found.filter { $0.size == largest }.map(\.connection))
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `The one that closes is idle longest with a largest holder, and no place is lost, whatever happens`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        var ledger = Ledger(12, perAddress: 4, channels: 4_000)
        var model = Model()
        var opened = 0
        for step in 0..<1_500 {
            let some = model.connections.keys.sorted().randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                // A few addresses are more likely, so that every limit is reached.
                let address = min(Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random))
                let (isAddress, isNetwork) = (
                    { (other: Model.Connection) in other.address == address },
                    { (other: Model.Connection) in Model.network(other.address) == Model.network(address) }
                )
                let expected: Set<Int>? =
                    if model.held(isAddress) >= 4 {
                        model.longestIdle(isAddress).map { [$0] }
                    } else if model.held(isNetwork) >= 8 {
                        model.exchange(for: address).map { [$0] }
                    } else {
                        model.held { _ in true } >= 12 ? model.candidates : nil
                    }
                let (refusal, closing) = try ledger.open(Model.text(address))
                defer { opened += 1 }
                guard refusal == nil else { continue }
                if let closing {
                    #expect(expected?.contains(closing) == true, "step \(step)")
                    model.connections[closing]?.isClosing = true
                } else {
                    #expect(expected == nil, "step \(step)")
                }
                model.connections[opened] = Model.Connection(address: address, idleSince: step)
            case 4..<7:
                guard let some else { continue }
                let isBusy = Bool.random(using: &random)
                ledger.use(some, isBusy: isBusy)
                if model.connections[some]?.isClosing == false {
                    model.connections[some]?.isBusy = isBusy
                    model.connections[some]?.idleSince = step
                }
            case 7:
                guard let some = model.connections.first(where: \.value.isClosing)?.key else { continue }
                let other = ledger.decline(some)
                model.connections[some]?.isClosing = false
                model.connections[some]?.isBusy = true
                if let other { model.connections[other]?.isClosing = true }
            default:
                let closing = model.connections.first(where: \.value.isClosing)?.key
                guard let number = closing ?? some else { continue }
                ledger.close(number)
                model.connections[number] = nil
            }
            #expect(ledger.ledger.open == model.connections.count)
            #expect(model.connections.count <= 12 + ConnectionTally.excess(12))
        }
        for number in model.connections.keys { ledger.close(number) }
        #expect(ledger.ledger.open == 0)
        #expect(ledger.ledger.handshakes == 0)
        #expect(ledger.ledger.holderCount == 0)
    }
}
