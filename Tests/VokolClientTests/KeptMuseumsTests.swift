import Contract
import MuseumsContract
import TestSupport
import Testing
import Values

@testable import VokolClient

@Suite struct KeptMuseumsTests {
    private static let lost = TransportFailure("no network", mayHaveBeenSent: false)
    private static let city = CityName(unchecked: "Minsk")
    private static let country = CountryCode(unchecked: "BY")
    private let time = ClientTime()

    private static func museum(_ id: String, _ name: String = "Museum") -> String {
        """
        {"id":"\(id)","name":"\(name)","city":"Minsk","countryCode":"BY","category":"art","categoryName":"Art",\
        "location":{"latitude":53.9,"longitude":27.5},"language":"en","later":1}
        """
    }

    private static func page(
        _ museums: [String], removed: [String] = [], version: String, isWhole: Bool, next: String? = nil
    ) -> String {
        let gone = removed.map { "\"\($0)\"" }.joined(separator: ",")
        let rest = next.map { ",\"nextCursor\":\"\($0)\"" } ?? ""
        return """
            "result":{"items":[\(museums.joined(separator: ","))],"removed":[\(gone)],"version":"\(version)",\
            "isWhole":\(isWhole)\(rest)}
            """
    }

    @Test func `Museums of a city are kept, brought up to date by changes, and found without a network`() async throws {
        let transport = ScriptedTransport { _, number in
            switch number {
            case 0: Self.page([Self.museum("a"), Self.museum("b")], version: "1", isWhole: true, next: "AAAA")
            case 1: Self.page([Self.museum("c", "Музей камня")], version: "1", isWhole: true)
            case 2: Self.page([Self.museum("b", "Mill")], removed: ["a"], version: "2", isWhole: false)
            default: throw Self.lost
            }
        }
        let store = MemoryOfflineStore()
        let client = Client(transport, session: MemoryTokenStore(), offline: store, clock: time.clock)
        try await client.keepMuseums(of: Self.city, in: Self.country)
        try await client.keepMuseums(of: Self.city, in: Self.country)
        let calls = transport.calls.map { String(decoding: $0.params, as: UTF8.self) }
        #expect(calls.map { $0.contains("cursor") } == [false, true, false])
        #expect(calls.map { $0.contains("since") } == [false, false, true])
        var options = Client.Options()
        options.attempts = 1
        await #expect(throws: Self.lost) {
            try await client.keepMuseums(of: Self.city, in: Self.country, options: options)
        }
        let kept = try #require(client.keptMuseums(of: CityName(unchecked: "minsk"), in: Self.country))
        #expect(kept.museums.map(\.id.text) == ["c", "b"] && kept.savedAt == time.now)
        #expect(kept.matching("камня").map(\.id.text) == ["c"] && kept.matching("mill art").map(\.id.text) == ["b"])
        #expect(kept.matching("mill камня").isEmpty)
        #expect(client.keptMuseums(of: Self.city, in: CountryCode(unchecked: "PL")) == nil)
    }

    @Test func `A city without room is not kept, and what was kept stays`() async throws {
        let long = String(repeating: "x", count: OfflineIndex.maximumValue)
        let transport = ScriptedTransport { _, number in
            number == 0
                ? Self.page([Self.museum("a")], version: "1", isWhole: true)
                : Self.page([Self.museum("b", long)], version: "2", isWhole: true)
        }
        let client = Client(
            transport, session: MemoryTokenStore(), offline: MemoryOfflineStore(), clock: time.clock)
        try await client.keepMuseums(of: Self.city, in: Self.country)
        await #expect(throws: NoRoomForMuseums()) { try await client.keepMuseums(of: Self.city, in: Self.country) }
        #expect(client.keptMuseums(of: Self.city, in: Self.country)?.museums.map(\.id.text) == ["a"])
        let without = Client(transport, session: MemoryTokenStore(), clock: time.clock)
        await #expect(throws: NoRoomForMuseums()) { try await without.keepMuseums(of: Self.city, in: Self.country) }
    }
}
