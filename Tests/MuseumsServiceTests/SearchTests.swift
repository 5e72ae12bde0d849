import Contract
import MuseumsContract
import Postgres
import RPC
import Testing
import Values

@testable import MuseumsService

@Suite struct SearchTests {
    private static func texts(_ english: String, _ russian: String, _ belarusian: String) -> LocalizedText {
        LocalizedText(english: english, russian: russian, belarusian: belarusian)
    }

    /// Makes some museums of Belarus, and one with an English name only.
    private static func few() throws -> [MuseumRecord] {
        let minsk = texts("Minsk", "Минск", "Мінск")
        return [
            try museum(
                "by-art",
                texts("National Art Museum", "Национальный художественный музей", "Нацыянальны мастацкі музей"),
                city: minsk, category: .art, popularity: 90,
                description: texts("Icons and paintings", "Иконы и картины", "Абразы і карціны")),
            try museum(
                "by-war", texts("War Museum", "Музей Великой Отечественной войны", "Музей Вялікай Айчыннай вайны"),
                city: minsk, category: .military, popularity: 95),
            try museum(
                "by-mir", texts("Mir Castle", "Мирский замок", "Мірскі замак"), city: texts("Mir", "Мир", "Мір"),
                aliases: ["Замковый комплекс «Мир»"], category: .castle, popularity: 92,
                description: texts("A castle not far from Minsk", "Замок недалеко от Минска", "Замак каля Мінска"),
                at: (53.4513, 26.4728)),
            try museum(
                "by-nesvizh", texts("Nesvizh Palace", "Несвижский дворец", "Нясвіжскі палац"),
                city: texts("Nesvizh", "Несвиж", "Нясвіж"), category: .castle, popularity: 91),
            try museum(
                "us-rocket", LocalizedText(english: "U.S. Space & Rocket Center"),
                city: LocalizedText(english: "Huntsville"), category: .science, country: "US", popularity: 1),
        ]
    }

    @Test(arguments: [
        // Words, by their stems and as beginnings
        ("замок", ["by-mir", "by-nesvizh"]), ("замки", ["by-mir", "by-nesvizh"]),
        ("замка мирского", ["by-mir"]), ("дворцы", ["by-nesvizh", "by-mir"]), ("замк", ["by-mir", "by-nesvizh"]),
        ("castles", ["by-mir", "by-nesvizh"]),
        ("войны", ["by-war"]), ("художественные музеи", ["by-art"]), ("rock", ["us-rocket"]), ("нацыян", ["by-art"]),
        ("rocket space", ["us-rocket"]), ("мир", ["by-mir"]), ("Палац", ["by-nesvizh", "by-mir"]),
        // The same words in other letters
        ("мірскі ЗАМАК", ["by-mir"]), ("нясвиж", ["by-nesvizh"]), ("МИРСКИЙ Замо\u{301}к", ["by-mir"]),
        ("музеи\u{306} вои\u{306}ны", ["by-war"]), ("нясвіжскі ПАЛАЦ", ["by-nesvizh"]),
        ("🏰 мірскі, замак!", ["by-mir"]),
        // Inside words
        ("узей", ["by-war", "by-art"]), ("узей в", ["by-war"]), ("узей х", ["by-art"]), ("ойн узе ико", ["by-war"]),
        ("%узе_", ["by-war", "by-art"]), ("несвижс", ["by-nesvizh"]), ("acket ocke", []), ("ocket", ["us-rocket"]),
        // Misspelt
        ("muzeum", ["by-war", "by-art"]), ("замлк", ["by-mir", "by-nesvizh"]), ("roket", ["us-rocket"]),
        ("rocekt spce", ["us-rocket"]),
        ("худжественный музей", ["by-art"]), ("Nezvizh", ["by-nesvizh"]),
        // In another case
        ("в художественном музее", ["by-art"]), ("около художественного музея", ["by-art"]),
        ("с музеем войны", ["by-war"]), ("v hudozhestvennom muzee", ["by-art"]),
        // In Latin letters
        ("xudozhestvenny`j muzej", ["by-art"]), ("chudoschestwennyj musej", ["by-art"]),
        ("muziej vialikaj ajčynnaj vajny", ["by-war"]), ("niasvižski palac", ["by-nesvizh"]),
        // On another keyboard
        ("vbhcrbq pfvjr", ["by-mir"]), ("vbhcrb pfvfr", ["by-mir"]), ("кщслуе сутеук", ["us-rocket"]),
        ("[eljtcndtyysq", ["by-art"]), ("yfwszyfkmy", ["by-art"]),
        // Run together or split
        ("rocketcenter", ["us-rocket"]), ("spacerocketcenter", ["us-rocket"]), ("ro cket center", ["us-rocket"]),
        ("мирскийзамок", ["by-mir"]),
        // Nothing
        ("pinakothek", []), ("!!!", []), ("space castle", []), ("%", []), ("_____", []), ("\\", []), ("🏰", []),
        (String(repeating: "я", count: 200), []),
    ])
    func `Queries find the expected museums`(query: String, ids: [String]) async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let found = try await database.ids(query)
            #expect(found == ids)
        }
    }

    @Test func `A corrected word is complete, unless it may be continued`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let request = MuseumListRequest(limit: 5)
            func ids(_ query: SearchQuery) async throws -> [String] {
                let store = MuseumStore(client: database.client)
                return try await store.museums(matching: query, request, deadline: nil).museums.map(\.key.id)
            }
            #expect(try await ids(SearchQuery(spellings: [["rock"]])) == [])
            #expect(try await ids(SearchQuery(spellings: [["rock"]], unfinished: ["rock"])) == ["us-rocket"])
            #expect(try await ids(SearchQuery(spellings: [["center"], ["rockets"]])) == ["us-rocket"], "by its stem")
        }
    }

    @Test func `Words on another keyboard are known by their first letters, too`() async throws {
        let museums = [
            try museum("ua-lviv", Self.texts("Lviv Gallery", "Львивська галерея", "Львівская галерэя")),
            try museum("us-keyport", LocalizedText(english: "Keyport Fire House")),
        ]
        try await MuseumDatabase.with(museums) { database async throws in
            // On a Russian keyboard, `keport` sounds like a form of `львивська`.
            #expect(try await database.ids("keport") == ["us-keyport"])
        }
    }

    @Test func `Rare words come before common ones of like letters, alone`() async throws {
        let names = [
            ("us-casa-1", "Casa Blanca", 90), ("us-casa-2", "Casa Verde", 80), ("us-casa-3", "Casa Roja", 70),
            ("us-casa-4", "Casa Nova", 60), ("us-cassia", "Cassia Society", 1),
        ]
        let museums = try names.map { id, name, popularity in
            try museum(id, LocalizedText(english: name), popularity: popularity)
        }
        try await MuseumDatabase.with(museums) { database async throws in
            #expect(
                try await database.ids("casia") == ["us-cassia", "us-casa-1", "us-casa-2", "us-casa-3", "us-casa-4"])
        }
    }

    @Test func `A name of several words ends the search, and one word does not`() async throws {
        let names = [
            ("naval", "Naval Museum"), ("carnaval", "Carnaval Museum"), ("castle", "Castle"),
            ("newcastle", "Newcastle"),
        ]
        let museums = try names.map {
            try museum($0, LocalizedText(english: $1), country: $0 == "carnaval" ? "BY" : "US")
        }
        try await MuseumDatabase.with(museums) { database async throws in
            #expect(try await database.ids("naval museum") == ["naval"])
            #expect(try await database.ids("naval museum", country: "BY") == ["carnaval"], "nothing matches the words")
            #expect(try await database.ids("museum naval") == ["naval", "carnaval"])
            #expect(try await database.ids("naval museu") == ["naval", "carnaval"])
            #expect(try await database.ids("castle") == ["castle", "newcastle"])
        }
    }

    @Test func `Names come before cities, and cities before descriptions`() async throws {
        let museums =
            try Self.few() + [
                museum("by-city", Self.texts("Museum of Minsk", "Музей Минска", "Музей Мінска"), popularity: 1),
                museum("by-minsk", Self.texts("Minsk", "Минск", "Мінск"), popularity: 2),
            ]
        try await MuseumDatabase.with(museums) { database async throws in
            #expect(try await database.ids("Минск") == ["by-minsk", "by-city", "by-war", "by-art", "by-mir"])
            #expect(try await database.ids("minsk") == ["by-minsk", "by-city", "by-war", "by-art", "by-mir"])
        }
    }

    @Test func `Filters leave only matching museums`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            #expect(try await database.ids(city: "Мінск") == ["by-war", "by-art"])
            #expect(try await database.ids(city: "MINSK") == ["by-war", "by-art"])
            #expect(try await database.ids(city: "Мин") == [])
            #expect(try await database.ids(country: "us") == ["us-rocket"])
            #expect(try await database.ids(category: .castle) == ["by-mir", "by-nesvizh"])
            #expect(try await database.ids(country: "US", category: .castle) == [])
            #expect(try await database.ids(country: "BY", category: .art) == ["by-art"])
            #expect(try await database.ids("музей", city: "Минск", category: .art) == ["by-art"])
            #expect(try await database.ids("узей", category: .art) == ["by-art"])
            #expect(try await database.ids("мусей", category: .art) == ["by-art"])
            #expect(try await database.ids("музей", country: "US") == [])
        }
    }

    @Test func `Without words, the most popular come first`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let all = ["by-war", "by-mir", "by-nesvizh", "by-art", "us-rocket"]
            #expect(try await database.ids() == all)
            #expect(try await database.ids("  ") == all)
            #expect(try await database.ids(limit: 2) == Array(all.prefix(2)))
        }
    }

    @Test func `Texts come in the caller's language or the next best`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let mir = try await database.search("mir", in: .belarusian).items[0]
            #expect(mir.name == "Мірскі замак" && mir.city == "Мір" && mir.language == .belarusian)
            let rocket = try await database.search("rocket", in: .belarusian).items[0]
            #expect(rocket.name == "U.S. Space & Rocket Center" && rocket.language == .english)
            let details = try await database.get("by-art", in: .russian)
            #expect(details.description == "Иконы и картины" && details.city == "Минск" && details.language == .russian)
            #expect(try await database.get("by-art", in: .belarusian).language == .belarusian)
        }
    }

    @Test func `A card shows its distance, and the nearest come first`() async throws {
        let mir = Location.at(53.45, 26.47)
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let cards = try await database.search(country: "BY", near: mir).items
            #expect(cards.map(\.id.text) == ["by-mir", "by-art", "by-nesvizh", "by-war"])
            #expect(cards[0].distance == Int(mir.metres(to: cards[0].location).rounded()))
            #expect(try await database.search("mir").items[0].distance == nil)
            // By distance a full name has no advantage: the nearest museum is wanted, not the one called just “Museum”.
            try await database.add(
                [
                    museum(
                        "xx-far", Self.texts("Museum", "Музей", "Музей"), city: Self.texts("Far", "Даль", "Даль"),
                        at: (0, 0))
                ], as: "far")
            #expect(
                try await database.search("музей", near: mir).items.map(\.id.text) == ["by-art", "by-war", "xx-far"])
            #expect(try await database.ids("музей").first == "xx-far")
            let castles = try await database.search("замок", near: .at(53.9, 27.56)).items
            #expect(castles.map(\.id.text) == ["by-mir", "by-nesvizh"], "by its name before by its category")
            #expect(castles.map(\.distance) == [castles[0].distance, 0])
        }
    }

    @Test(arguments: [
        ("mirskiy zamok", "by-mir"), ("mirski zamak", "by-mir"), ("muzej vojny", "by-war"),
        ("hudozhestvenny", "by-art"),
        ("nacyjanalny mastacki", "by-art"), ("nesvizhskiy dvorets", "by-nesvizh"), ("nasvizhsk", "by-nesvizh"),
        ("центер", "us-rocket"),
    ])
    func `Words in another alphabet are found by their sound`(query: String, id: String) async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            #expect(try await database.ids(query).first == id)
            #expect(try await database.suggestions(query).first?.id.text == id)
        }
    }

    @Test func `A museum that was added after a correction is found by a misspelt word`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            #expect(try await database.ids("pinakotek").isEmpty)
            try await database.add([museum("by-new", LocalizedText(english: "Pinakothek"))])
            #expect(try await database.ids("pinakotek") == ["by-new"])
        }
    }

    @Test func `A foreign or garbled cursor is an invalid parameter`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            let cursor = try #require(try await database.search(country: "BY", limit: 1).nextCursor)
            _ = try await database.search(country: "BY", cursor: cursor, limit: 3, in: .belarusian)
            for wrong in [cursor, Cursor(unchecked: "AQAAAAE"), Cursor(unchecked: cursor.text + "AA")] {
                let error = await #expect(throws: RPCError.self) { try await database.search("мир", cursor: wrong) }
                #expect(error?.code == .invalidParams && error?.faults.map(\.pointer) == ["/cursor"])
            }
        }
    }

    @Test func `Names are suggested while they are typed`() async throws {
        try await MuseumDatabase.with(Self.few()) { database async throws in
            #expect(try await database.suggestions("з", in: .russian).map(\.name) == ["Мирский замок"])
            #expect(try await database.suggestions("музей в", in: .russian).map(\.id.text) == ["by-war"])
            #expect(
                try await database.suggestions("музей вел", in: .belarusian).first?.name
                    == "Музей Вялікай Айчыннай вайны")
            #expect(try await database.suggestions("roket").map(\.id.text) == ["us-rocket"])
            #expect(try await database.suggestions("Минск") == [], "a city is no name")
            #expect(try await database.suggestions("") == [])
            #expect(try await database.suggestions("…") == [])
        }
    }

    @Test func `At most ten names are suggested`() async throws {
        let many = try (10...40).map { try museum("m-\($0)", LocalizedText(english: "Old mill \($0)")) }
        try await MuseumDatabase.with(many) { database async throws in
            #expect(try await database.suggestions("mil").map(\.id.text) == (10...19).map { "m-\($0)" })
        }
    }
}
