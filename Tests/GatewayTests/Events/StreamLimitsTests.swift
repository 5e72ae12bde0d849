import Testing

@testable import Gateway

@Suite struct StreamLimitsTests {
    private static let address = AddressKeys([192, 0, 2, 1]).narrow

    private func refusal(_ result: Result<StreamLimits.Place, EventMetrics.Refusal>) -> EventMetrics.Refusal? {
        if case .failure(let refusal) = result { refusal } else { nil }
    }

    @Test func `A user has four streams, and another after one ends`() throws {
        let limits = StreamLimits()
        let places = try (0..<4).map { _ in try limits.begin(user: .user("ada"), address: Self.address).get() }
        #expect(refusal(limits.begin(user: .user("ada"), address: Self.address)) == .user)
        #expect(refusal(limits.begin(user: .user("bob"), address: Self.address)) == nil)
        limits.end(places[0])
        #expect(refusal(limits.begin(user: .user("ada"), address: Self.address)) == nil)
        #expect(limits.count == 5)
    }

    @Test func `Streams without a token count against their address, and those of users do not`() throws {
        let limits = StreamLimits(.init(total: 16, user: 4, address: 2))
        _ = try limits.begin(user: .user("ada"), address: Self.address).get()
        _ = try limits.begin(user: nil, address: Self.address).get()
        _ = try limits.begin(user: nil, address: Self.address).get()
        #expect(refusal(limits.begin(user: nil, address: Self.address)) == .address)
        #expect(refusal(limits.begin(user: nil, address: AddressKeys([192, 0, 2, 2]).narrow)) == nil)
    }

    @Test func `All streams together are limited, and a refused one does not count`() throws {
        let limits = StreamLimits(.init(total: 2, user: 4, address: 4))
        let place = try limits.begin(user: .user("ada"), address: Self.address).get()
        _ = try limits.begin(user: nil, address: Self.address).get()
        #expect(refusal(limits.begin(user: .user("bob"), address: Self.address)) == .total)
        #expect(limits.count == 2)
        limits.end(place)
        #expect(refusal(limits.begin(user: .user("bob"), address: Self.address)) == nil)
    }
}
