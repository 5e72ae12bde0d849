import Testing

@testable import Gateway

@Suite struct StreamLimitsTests {
    private static let client = AddressKeys([192, 0, 2, 1])

    private func refusal(_ result: Result<StreamLimits.Place, EventMetrics.Refusal>) -> EventMetrics.Refusal? {
        if case .failure(let refusal) = result { refusal } else { nil }
    }

    @Test func `A user has four streams, and another after one ends`() throws {
        let limits = StreamLimits()
        let places = try (0..<4).map { _ in try limits.begin(user: .user("ada"), client: Self.client).get() }
        #expect(refusal(limits.begin(user: .user("ada"), client: Self.client)) == .user)
        #expect(refusal(limits.begin(user: .user("bob"), client: Self.client)) == nil)
        limits.end(places[0])
        #expect(refusal(limits.begin(user: .user("ada"), client: Self.client)) == nil)
        #expect(limits.count == 5)
    }

    @Test func `Streams without a token count against their address, and those of users do not`() throws {
        let limits = StreamLimits(.init(total: 16, user: 4, address: 2))
        _ = try limits.begin(user: .user("ada"), client: Self.client).get()
        _ = try limits.begin(user: nil, client: Self.client).get()
        _ = try limits.begin(user: nil, client: Self.client).get()
        #expect(refusal(limits.begin(user: nil, client: Self.client)) == .address)
        #expect(refusal(limits.begin(user: nil, client: AddressKeys([192, 0, 2, 2]))) == nil)
    }

    @Test(arguments: [[192, 0, 2, 1], [0x20, 0x01, 0xD, 0xB8, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]] as [[UInt8]])
    func `A network has twice as many streams without a token as an address`(address: [UInt8]) throws {
        /// The address of another place in the network: another IPv4 address or another /64.
        func neighbour(_ number: UInt8) -> AddressKeys {
            var bytes = address
            bytes[address.count == 4 ? 3 : 7] = number
            return AddressKeys(bytes)
        }
        let limits = StreamLimits(.init(total: 100, user: 4, address: 2))
        let places = try (0..<4).map { try limits.begin(user: nil, client: neighbour($0 / 2)).get() }
        #expect(refusal(limits.begin(user: nil, client: neighbour(0))) == .address)
        #expect(refusal(limits.begin(user: nil, client: neighbour(9))) == .network)
        #expect(refusal(limits.begin(user: .user("ada"), client: neighbour(9))) == nil)
        #expect(refusal(limits.begin(user: nil, client: AddressKeys([198, 51, 100, 1]))) == nil)
        limits.end(places[0])
        #expect(refusal(limits.begin(user: nil, client: neighbour(9))) == nil)
        #expect(refusal(limits.begin(user: nil, client: neighbour(0))) == .network)
    }

    @Test func `Streams without a token leave half of all to users, however many networks open them`() throws {
        let limits = StreamLimits()
        var refused: [EventMetrics.Refusal] = []
        for number in 0..<8_192 {
            let client = AddressKeys([10, UInt8(number % 32), 0, UInt8(number / 32 % 64)])
            if let refusal = refusal(limits.begin(user: nil, client: client)) { refused.append(refusal) }
        }
        #expect(limits.count == 2_048)
        #expect(refused.allSatisfy { $0 == .anonymous } && refused.count == 8_192 - 2_048)
        for number in 0..<2_048 {
            #expect(refusal(limits.begin(user: .user("user \(number)"), client: Self.client)) == nil)
        }
        #expect(refusal(limits.begin(user: .user("ada"), client: Self.client)) == .total)
    }

    @Test func `All streams together are limited, and a refused one does not count`() throws {
        let limits = StreamLimits(.init(total: 2, user: 4, address: 4))
        let place = try limits.begin(user: .user("ada"), client: Self.client).get()
        _ = try limits.begin(user: nil, client: Self.client).get()
        #expect(refusal(limits.begin(user: .user("bob"), client: Self.client)) == .total)
        #expect(limits.count == 2)
        limits.end(place)
        #expect(refusal(limits.begin(user: .user("bob"), client: Self.client)) == nil)
    }
}
