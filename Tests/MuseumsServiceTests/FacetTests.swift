import Contract
import MuseumsContract
import RPC
import Testing
import Values

@testable import MuseumsService

@Suite struct FacetTests {
    private static func few() throws -> [MuseumRecord] {
        let minsk = LocalizedText(english: "Minsk", russian: "Минск")
        let mir = LocalizedText(english: "Mir", russian: "Мир")
        let mirPlace = (53.4513, 26.4728)
        return [
            try museum("a", LocalizedText(english: "Art House", russian: "Дом искусств"), city: minsk, category: .art),
            try museum(
                "b", LocalizedText(english: "War House", russian: "Дом войны"), city: minsk, category: .military),
            try museum(
                "c", LocalizedText(english: "Mir House", russian: "Дом Мира"), city: mir, category: .art, at: mirPlace),
            try museum(
                "d", LocalizedText(english: "Boathouse Yard"), city: LocalizedText(english: "Town"), category: .art,
                country: "US"),
            try museum(
                "e", LocalizedText(english: "Castle", russian: "Замок"), city: mir, category: .castle, at: mirPlace),
        ]
    }

    private func categories(_ facets: Museums.Facets?) -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: (facets?.categories ?? []).map { ($0.category.known?.rawValue ?? "", $0.count) })
    }

    @Test func `Facets count the museums of the search, each without its own filter`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let all = try await database.search(facets: MuseumFacet.allCases)
            #expect(categories(all.facets) == ["art": 3, "military": 1, "castle": 1])
            #expect(all.facets?.countries?.map(\.count) == [4, 1] && all.facets?.isExact == true)
            #expect(all.facets?.cities?.first?.city == "Minsk" && all.facets?.cities?.first?.count == 2)
            let art = try await database.search(category: .art, facets: [.category, .country])
            #expect(categories(art.facets) == ["art": 3, "military": 1, "castle": 1])
            #expect(art.facets?.countries?.map(\.count) == [2, 1] && art.facets?.cities == nil)
            let city = try await database.search(city: "Минск", category: .art, facets: MuseumFacet.allCases)
            #expect(categories(city.facets) == ["art": 1, "military": 1])
            #expect(Set(city.facets?.cities?.map(\.city) ?? []) == ["Minsk", "Mir", "Town"])
            #expect(try await database.search().facets == nil)
            #expect(try await database.search("!", facets: [.city]).facets?.cities == [])
        }
    }

    @Test func `Facets count parts of words and corrected words, as the total does`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            for query in ["house", "hous", "ouse", "huose", "war huose", "!"] {
                let page = try await database.search(query, facets: [.category])
                #expect(categories(page.facets).values.reduce(0, +) == page.total, "\(query)")
            }
        }
    }

    @Test func `Facets stop counting at a limit and say so`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.addMany(300)
            let store = FacetStore(client: database.client, most: 100)
            let counts = try await store.counts(of: .filtered(SearchFilter()), by: [.country], deadline: nil)
            #expect(counts.countries?.map(\.museums) == [100] && !counts.isExact)
        }
    }

    @Test func `Properties with the same filter share a statement`() {
        let filter = SearchFilter(category: .art)
        let groups = FacetCounting.groups(of: filter, by: Set(MuseumFacet.allCases))
        #expect(groups.map(\.facets) == [[.category], [.city, .country, .openNow]])
        #expect(FacetCounting.groups(of: SearchFilter(), by: [.city, .category]).count == 1)
    }

    @Test func `Further pages have no facets and no correction`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let first = try await database.search("huose", facets: [.city], limit: 1)
            #expect(first.facets != nil && first.didYouMean?.query == "house")
            let second = try await database.search("huose", facets: [.city], cursor: first.nextCursor, limit: 1)
            #expect(!second.items.isEmpty && second.facets == nil && second.didYouMean == nil)
        }
    }

    @Test(arguments: [
        ("huose", "house", true), ("замлк", "замок", true), ("pfvjr", "замок", true), ("artt house", "art house", true),
        ("дом войны", nil, false), ("house", nil, false), ("zzzzzz", nil, false),
    ])
    func `A corrected query is reported as people write it`(typed: String, query: String?, isUsed: Bool) async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let page = try await database.search(typed)
            #expect(page.didYouMean?.query == query && (page.didYouMean?.isUsed ?? false) == isUsed)
        }
    }

    @Test func `A corrected query is written with the letters of the name`() throws {
        let typed = try #require(SearchQuery("мірскі замк"))
        let corrected = SearchQuery(spellings: [["мирски"], ["замок", "замак"]])
        #expect(CorrectedText.text(of: corrected, typed: typed, in: ["Мірскі замак"]) == "мірскі замак")
        #expect(CorrectedText.text(of: corrected, typed: typed, in: []) == "мирски замок")
        #expect(CorrectedText.text(of: typed, typed: typed, in: ["Мірскі"]) == nil)
    }
}
