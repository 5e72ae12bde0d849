import Testing

@testable import MuseumsService

@Suite struct QueryCorrectionTests {
    private func words(
        _ typed: String, museums: [String: Int] = [:], relatives: Set<String> = [], isUnmatched: Bool = true
    ) throws -> [[String]] {
        let correction = QueryCorrection(try #require(SearchQuery(typed)))
        let known = QueryCorrection.Knowledge(museums: museums, relatives: relatives)
        return correction.words(known, isUnmatched: isUnmatched).map { $0.filter { !$0.isOptional }.map(\.text) }
    }

    @Test func `The keyboard that makes known words is chosen`() throws {
        let known = ["мирский": 1, "замок": 2, "castle": 3]
        #expect(try words("vbhcrbq pfvjr", museums: known) == [["мирский", "замок"]])
        #expect(try words("сфыеду", museums: known) == [["castle"]])
        #expect(try words("castle", museums: known) == [["castle"]])
        #expect(try words("castel", museums: known).count == 2, "neither makes any")
    }

    @Test func `A word that only the typed keyboard knows keeps it`() throws {
        let known = ["мирский": 1, "замок": 2, "xix": 5]
        #expect(try words("vbhcrbq pfvjr xix", museums: known) == [["мирский", "замок", "xix"]])
        // `cen` begins a word on the other keyboard.
        let correction = QueryCorrection(try #require(SearchQuery("vbhcrbq cen")))
        let knowledge = QueryCorrection.Knowledge(museums: ["мирский": 1, "cen": 1], beginnings: ["сут"])
        #expect(correction.words(knowledge, isUnmatched: true).map { $0.map(\.text) } == [["мирский", "сут"]])
    }

    @Test func `The last word may be continued as it was typed or in another alphabet, not if letters were corrected`()
    {
        let word = QueryCorrection.Word(spellings: ["muz"])
        #expect(word.unfinished(of: ["muz", "муз", "mus"]) == ["muz", "муз"])
        let mixed = QueryCorrection.Word(spellings: ["herитаж"])
        #expect(mixed.unfinished(of: ["herитаж", "heri", "гера"]) == ["herитаж"])
    }

    @Test func `Neighbours that only make a word together are joined`() throws {
        let known = ["lighthouse": 5, "light": 9, "house": 90, "museum": 900]
        #expect(try words("light house museum", museums: known) == [["lighthouse", "museum"]])
        #expect(try words("light house museum", museums: known, isUnmatched: false) == [["light", "house", "museum"]])
        #expect(try words("ligh thouse museum", museums: known, isUnmatched: false) == [["lighthouse", "museum"]])
        #expect(try words("l ight house", museums: known) == [["lighthouse"]])
    }

    @Test func `A query may be one of several names, with optional words in them`() throws {
        let correction = QueryCorrection(try #require(SearchQuery("museum of atr")))
        let words = try #require(correction.words(.init(museums: ["museum": 9]), isUnmatched: true).first)
        let query = correction.query(words, [["museum"], ["of"], ["art", "arts"]])
        #expect(query.words == [["museum"], ["art", "arts"]])
        #expect(query.exactName == "'=name:museum of art' | '=name:museum of arts'")
    }

    @Test func `Prepositions are optional unless nothing else is there`() throws {
        let known = ["художественный": 1, "около": 1]
        #expect(try words("около художественный", museums: known) == [["художественный"]])
        #expect(try words("около", museums: known) == [["около"]])
        #expect(try words("окло художественный", museums: known) == [["художественный"]], "misspelt")
        #expect(try words("воля художественный", museums: known) == [["воля", "художественный"]])
    }

    @Test func `The texts to look up are bounded`() throws {
        let typed = (1...20).map { "word\($0)" }.joined(separator: " ")
        #expect(QueryCorrection(try #require(SearchQuery(typed))).texts.count <= 4 * SearchQuery.maximumWords * 2)
    }
}
