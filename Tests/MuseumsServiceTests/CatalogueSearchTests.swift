import Contract
import MuseumsContract
import Testing
import Values

@testable import MuseumsService

/// Tests that common queries on the bundled catalogue find the right museum first.
@Suite struct CatalogueSearchTests {
    private static let firsts = [
        // Russian, Belarusian and English, in common spellings
        ("мирский замок", "by-mir-castle"), ("Мірскі замак", "by-mir-castle"), ("mir castle", "by-mir-castle"),
        ("Мирского замка", "by-mir-castle"), ("несвижский дворец", "by-nesvizh-palace"),
        ("Нясвіжскі палац", "by-nesvizh-palace"), ("брестская крепость", "by-brest-fortress-memorial"),
        ("Брэсцкая крэпасць", "by-brest-fortress-memorial"),
        ("национальный художественный музей", "by-minsk-national-art-museum"),
        ("гомель дворец", "by-gomel-palace-park-ensemble"), ("лувр", "fr-paris-louvre"), ("Louvre", "fr-paris-louvre"),
        ("Эрмитаж", "ru-saint-petersburg-hermitage"),
        // Names in the genitive
        ("янка купала", "by-minsk-yanka-kupala-museum"), ("Янкі Купалы", "by-minsk-yanka-kupala-museum"),
        ("якуб колас", "by-minsk-yakub-kolas-museum"),
        // In another alphabet
        ("tretyakovskaya galereya", "ru-moscow-tretyakov-gallery"),
        ("natsionalnyy khudozhestvennyy muzey", "by-minsk-national-art-museum"),
        ("mirskiy zamok", "by-mir-castle"), ("niasvizhski palats", "by-nesvizh-palace"),
        ("ermitazh", "ru-saint-petersburg-hermitage"),
        // Misspelt words, or parts of words
        ("эрмтаж", "ru-saint-petersburg-hermitage"), ("nesvish", "by-nesvizh-palace"),
        ("рмитаж", "ru-saint-petersburg-hermitage"),
    ]

    @Test func `Common queries find the expected museum first`() async throws {
        let museums = try BundledCatalogue().museums()
        try await MuseumDatabase.with(museums) { database async throws in
            for (query, first) in Self.firsts {
                #expect(try await database.ids(query, limit: 5).first == first, "\(query)")
            }
            let polish = try await database.search("muzeum", limit: 100).items
            #expect(polish.count >= 5 && polish.filter { $0.countryCode.text == "PL" }.count >= 5, "a word of its own")
            for query in ["замок", "замки", "замак", "замк", "узей", "музей", "museum", "дворцы"] {
                #expect(try await database.ids(query).count == 20, "\(query)")
            }
        }
    }
}
