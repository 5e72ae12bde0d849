import AggregatorContract
import Testing
import Values

@testable import AggregatorService

@Suite struct PlaceQueryTests {
    @Test(arguments: [
        ("Minsk, Belarus", "Minsk", "BY"), ("Paris, FR", "Paris", "FR"), ("Брест,Беларусь", "Брест", "BY"),
        ("Лодзь, Польша", "Лодзь", "PL"), ("Paris, Texas", "Paris, Texas", nil), (", FR", ", FR", nil),
        ("Minsk", "Minsk", nil), ("Minsk,", "Minsk,", nil),
    ])
    func `A country after a comma limits the search`(text: String, name: String, country: String?) throws {
        let query = PlaceQuery(text, countries: try Gazetteer(file: nil).countries)
        #expect(query.name == name && query.country == country)
    }

    @Test(arguments: [("Minsk, Belarus", "Minsk"), ("Горадня", "Grodno"), ("Paris, FR", "Paris")])
    func `A city is found with its country, and by its Belarusian name`(text: String, city: String) async throws {
        try await TestAggregator.with(flags: ["--places-search-remote", "false"]) { test in
            let found = try await test.call(Places.Search.self, .init(query: SearchText(unchecked: text)))
            #expect(found.items.first?.name == city)
        }
    }

    @Test func `Tokyo is found once, although a provider puts its centre elsewhere`() async throws {
        try await TestAggregator.with { test in
            let found = try await test.call(
                Places.Search.self, .init(query: SearchText(unchecked: "Токио")), locale: "ru")
            #expect(found.items.filter { $0.name == "Токио" }.count == 1)
        }
    }
}
