import Contracts
import Testing

@testable import MuseumsService

@Suite struct SearchQueryTests {
    @Test func wordsBecomeTextOfATextSearchQuery() throws {
        let query = try #require(SearchQuery("Jackson County «museum»"))
        #expect(query.head == "'jackson': & 'county':")
        #expect(query.last == "'museum':")
        #expect(query.exactName == "'=name:jackson county museum'")
        let one = try #require(SearchQuery("Замак"))
        #expect(one.head == "" && one.last == "'замак':")
    }

    @Test func correctedWordsBecomeAlternatives() {
        let query = SearchQuery(spellings: [["museum", "muse"], ["art"]])
        #expect(query.head == "('museum': | 'muse':)")
        #expect(query.last == "'art':")
    }

    @Test(arguments: ["", " ", "!!!", "&|!()<->:*", "'", "\\"])
    func whatHoldsNoWordIsNoQuery(text: String) {
        #expect(SearchQuery(text) == nil)
    }

    @Test func operatorsQuotesAndWeightsNeverGetIn() throws {
        var generator = SeededGenerator(seed: 11)
        let characters = Array("aб1 '\\:*&|!()<->AD=\"\u{2019}%_")
        for _ in 0..<2_000 {
            let text = String((0..<20).map { _ in characters.randomElement(using: &generator) ?? "a" })
            guard let query = SearchQuery(text) else { continue }
            for words in query.words {
                #expect(words.allSatisfy { $0.allSatisfy { "aбd1".contains($0) } })
            }
            #expect(query.head.filter { $0 == "'" }.count == 2 * (query.words.count - 1))
        }
    }

    @Test func wordsBeyondTheTwelfthArePassedOver() throws {
        let query = try #require(SearchQuery((1...40).map { "w\($0)" }.joined(separator: " ")))
        #expect(query.words.count == 12)
    }

    @Test func onlyWordsOfThreeLettersAreLookedForWithinOthers() throws {
        #expect(try #require(SearchQuery("уз")).patterns == nil)
        let patterns = try #require(try #require(SearchQuery("of узей")).patterns)
        #expect(patterns.longest == "%узей%" && patterns.others == ["%of%"])
    }

    @Test func filtersBecomeLexemesThatNoWordIs() throws {
        let filter = SearchFilter(
            city: try #require(CityName("Мінск'")), country: try #require(CountryCode("by")), category: .openAir)
        #expect(filter.lexemes == "'=city:минск' & '=country:BY' & '=category:open-air'")
        #expect(SearchFilter().lexemes == "")
    }
}

@Suite struct SearchCursorTests {
    private let key = SearchKey(band: 2, precedence: 99, id: "us-8400100001")
    private let filter = SearchFilter(country: CountryCode(unchecked: "US"))

    @Test func aCursorComesBackForTheSameSearchInAnySpelling() throws {
        let cursor = SearchCursor(after: key).encoded(for: SearchQuery("Ёлка"), filter)
        #expect(SearchCursor(cursor, for: SearchQuery("елка"), filter)?.key == key)
        #expect(cursor.text.utf8.count < 64)
    }

    @Test func aCursorOfAnotherSearchIsForeign() {
        let cursor = SearchCursor(after: key).encoded(for: SearchQuery("елка"), filter)
        #expect(SearchCursor(cursor, for: SearchQuery("сосна"), filter) == nil)
        #expect(SearchCursor(cursor, for: nil, filter) == nil)
        #expect(SearchCursor(cursor, for: SearchQuery("елка"), SearchFilter()) == nil)
        #expect(SearchCursor(cursor, for: SearchQuery("елка"), SearchFilter(category: .art)) == nil)
    }

    @Test func anyChangedByteMakesACursorForeign() throws {
        let bytes = try #require(Base64URL.decode(SearchCursor(after: key).encoded(for: nil, filter).text))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                let cursor = Cursor(unchecked: Base64URL.encode(changed))
                #expect(SearchCursor(cursor, for: nil, filter) == nil)
            }
        }
        for length in 0..<bytes.count {
            #expect(SearchCursor(Cursor(unchecked: Base64URL.encode(bytes.prefix(length))), for: nil, filter) == nil)
        }
        #expect(SearchCursor(Cursor(unchecked: "%%%"), for: nil, filter) == nil)
    }

    @Test func keysAreOrderedAsTheDatabaseOrdersRows() {
        let keys = [
            SearchKey.start, SearchKey(band: 0, precedence: 5, id: "z"), SearchKey(band: 1, precedence: 0, id: "b"),
            SearchKey(band: 1, precedence: 0, id: "ba"), SearchKey(band: 1, precedence: 1, id: "a"),
        ]
        #expect(keys.shuffled().sorted() == keys)
    }
}
