import Contract
import MuseumsContract
import Testing
import Values

@testable import MuseumsService

@Suite struct SearchQueryTests {
    @Test(
        arguments: [
            ("Замок", ["замок"]), ("  Мірскі \t замак ", ["мирски", "замак"]), ("Ёлка-ёж", ["елка", "еж"]),
            ("O'Keeffe's “Art”", ["okeeffes", "art"]), ("замо\u{301}к", ["замок"]), ("Магілёў", ["магилеу"]),
            ("a&b|c", ["a", "b", "c"]), ("%_\\", nil), ("", nil), ("🏰", nil), ("… — !", nil), ("🏰1", ["1"]),
        ] as [(String, [String]?)])
    func `Typed text becomes folded words`(typed: String, words: [String]?) {
        #expect(SearchQuery(typed)?.words.map { $0.joined() } == words)
    }

    @Test func `Words beyond the twelfth are ignored`() throws {
        let typed = (1...20).map { "w\($0)" }.joined(separator: " ")
        #expect(try #require(SearchQuery(typed)).words.count == 12)
        #expect(try #require(SearchQuery(typed)).last == "'w12':")
    }

    @Test func `All words but the last are whole, and a colon adds weights`() throws {
        #expect(try #require(SearchQuery("art")).head == "")
        #expect(try #require(SearchQuery("art")).last == "'art':")
        let query = try #require(SearchQuery("Museum of Art"))
        #expect(query.head == "'museum': & 'of':" && query.last == "'art':" && query.text == "museum of art")
        #expect(query.wholeName == "'=name:museum of art'")
        #expect(query.exactName == "'=name:museum of art' | '=name:museum of art':*")
        #expect(try #require(SearchQuery("art")).exactName == "'=name:art'")
    }

    @Test func `Corrected words are alternatives`() {
        let query = SearchQuery(spellings: [["museum", "museo"], ["art"]])
        #expect(query.head == "('museum': | 'museo':)" && query.last == "'art'=" && query.text == "museum art")
        let unfinished = SearchQuery(spellings: [["art gall", "artgall"]], unfinished: ["art gall"])
        #expect(unfinished.last == "(('art'= & 'gall':) | 'artgall'=)")
    }

    @Test func `A word whose forms have other stems is searched by those, too`() throws {
        let query = try #require(SearchQuery("замок дворец"))
        #expect(query.head == "('замок': | 'замк':)" && query.last == "('дворец': | 'дворц':)")
        #expect(query.text == "замок дворец" && query.words == [["замок"], ["дворец"]])
    }

    @Test func `Long words match anywhere and short ones at the beginning of a word`() throws {
        let parts = try #require(SearchQuery("в узей гор худож и худож")?.parts)
        #expect(parts.parts == ["худож", "узей", "гор"])
        #expect(parts.patterns == ["%худож%", "%узей%", "%гор%", "% и%", "% в%"])
        let single = try #require(SearchQuery("в муз")?.parts)
        #expect(single.parts == ["муз"] && single.patterns == ["%муз%", "% в%"])
        #expect(SearchQuery("му а")?.parts == nil)
        #expect(SearchQuery("муз")?.parts?.patterns == [])
        #expect(SearchQuery("муз хат")?.parts?.patterns == [])
    }

    @Test func `Typed text never reaches the query language of the database`() {
        var generator = SplitMix64(seed: 12)
        let characters = Array("aж1' \"\\:*&|!()<->%_ёў🏰\u{301}\u{0}=")
        for _ in 0..<3_000 {
            let typed = String(
                (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                    characters.randomElement(using: &generator) ?? "a"
                })
            guard let query = SearchQuery(typed) else { continue }
            for word in query.words.joined() {
                let isPlain = word.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic || $0.properties.numericType == .decimal
                }
                #expect(isPlain && !word.isEmpty, "\(typed.debugDescription)")
            }
        }
    }

    @Test func `Filters become lexemes`() throws {
        let filter = SearchFilter(
            city: CityName(unchecked: "Мінск"), country: CountryCode(unchecked: "BY"), category: .openAir)
        #expect(filter.lexemes == "'=city:минск' & '=country:BY' & '=category:open-air'")
        #expect(SearchFilter().lexemes == "")
        #expect(SearchFilter(city: CityName(unchecked: "' | '")).lexemes == "'=city:'")
    }
}

@Suite struct SearchCursorTests {
    private let query = SearchQuery("замок")
    private let filter = SearchFilter(country: CountryCode(unchecked: "BY"))
    private let key = SearchKey(band: 2, place: 17, id: "by-mir-castle")

    /// Creates a cursor after `key` in `list`, and returns the key that `other` reads from it; `nil` if it rejects it.
    private func key(
        of key: SearchKey, from list: PagedList, in other: PagedList
    ) throws -> SearchKey? {
        try other.place(of: #require(list.cursor(after: key.texts))).flatMap(SearchKey.init(texts:))
    }

    @Test func `A cursor is valid for its own search only`() throws {
        let list = SearchKey.list(query, filter, .importance)
        #expect(try key(of: key, from: list, in: list) == key)
        let sameWords = SearchKey.list(SearchQuery("ЗАМОК"), filter, .importance)
        #expect(try key(of: key, from: list, in: sameWords) == key)
        for other in [
            SearchKey.list(SearchQuery("замак"), filter, .importance), SearchKey.list(nil, filter, .importance),
            SearchKey.list(query, SearchFilter(), .importance),
            SearchKey.list(query, SearchFilter(country: CountryCode(unchecked: "US")), .importance),
        ] {
            #expect(try key(of: key, from: list, in: other) == nil)
        }
    }

    @Test func `A cursor by distance is bound to its origin`() throws {
        let minsk = SearchKey.list(query, filter, SearchOrder(near: .at(53.9, 27.56)))
        let near = SearchKey(band: 1, place: 0.012345678901234567, id: "by-mir-castle")
        #expect(try key(of: near, from: minsk, in: minsk) == near, "to the last bit")
        let elsewhere = SearchKey.list(query, filter, SearchOrder(near: .at(53.9, 27.57)))
        let important = SearchKey.list(query, filter, .importance)
        #expect(try key(of: near, from: minsk, in: elsewhere) == nil)
        #expect(try key(of: near, from: minsk, in: important) == nil)
        #expect(try key(of: key, from: important, in: minsk) == nil)
        let longest = SearchKey(
            band: 12, place: 1.0123456789012345, id: String(repeating: "a", count: MuseumID.maximumLength))
        #expect(minsk.cursor(after: longest.texts) != nil)
    }

    @Test func `Texts that are not a position in a search are refused`() {
        #expect(SearchKey(texts: key.texts) == key)
        for texts in [
            [], ["2", "17"], ["-1", "17", "by-mir-castle"], ["14", "17", "by-mir-castle"],
            ["2", "nan", "by-mir-castle"],
            ["2", "17", "by mir castle"], ["2", "17", "by-mir-castle", ""],
        ] {
            #expect(SearchKey(texts: texts) == nil, "\(texts)")
        }
    }
}

@Suite struct WordFormsTests {
    @Test(
        arguments: [
            ("замок", "замк"), ("дворец", "дворц"), ("городок", "городк"), ("купец", "купц"), ("владелец", "владельц"),
            ("купала", "купал"), ("могила", "могил"), ("школа", nil), ("сила", nil), ("победа", nil),
            ("замак", "замк"), ("рынак", "рынк"), ("игрушек", "игрушк"), ("ложек", "ложк"), ("открыток", "открытк"),
            ("казак", nil), ("маяк", nil), ("человек", nil), ("урок", nil), ("китаец", nil), ("парк", nil),
            ("музей", "музе"), ("юбилей", "юбиле"), ("змей", nil),
            ("block", nil), ("zamok", nil), ("к", nil), ("", nil), ("палац", nil),
        ] as [(String, String?)])
    func `Further forms are found for words whose stem changes`(word: String, further: String?) {
        #expect(WordForms.further(of: word) == further)
    }

    @Test(arguments: [
        ("museums", "museum"), ("музеями", "музея"), ("замок", "замок"), ("house", "house"), ("histоry", "histоry"),
    ])
    func `Forms of a long word share its beginning, unless it mixes alphabets`(word: String, beginning: String) {
        #expect(WordForms.beginning(of: word) == beginning)
    }

    @Test func `Only words with further forms are extended`() {
        #expect(WordForms.further(ofWordsIn: "мирский замок и дворец") == ["замк", "дворц"])
        #expect(WordForms.further(ofWordsIn: "") == [])
    }
}
