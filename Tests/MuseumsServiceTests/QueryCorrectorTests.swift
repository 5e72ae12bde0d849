import Testing

@testable import MuseumsService

@Suite struct QueryCorrectorTests {
    private static func corrected(
        _ typed: String, among words: [(String, Int)], common: Set<String> = [], isUnmatched: Bool = true
    ) throws -> [[String]]? {
        let corrector = QueryCorrector(vocabulary: Vocabulary(words), common: common)
        return corrector.correction(of: try #require(SearchQuery(typed)), isUnmatched: isUnmatched)?.words
    }

    @Test func `The keyboard is chosen, then the letters of unknown words are corrected`() throws {
        let words = [("мирский", 1), ("замок", 2)]
        #expect(try Self.corrected("vbhcrbq pfkjr", among: words) == [["мирский"], ["замок"]])
        #expect(try Self.corrected("мирский замок", among: words, isUnmatched: false) == nil)
    }

    @Test func `A word run together from known words is split, one with an error, too`() throws {
        let words = [("naval", 40), ("museum", 900)]
        #expect(try Self.corrected("navalmuseum", among: words)?.first?.first == "naval museum")
        #expect(try Self.corrected("navlmuseum", among: words)?.first?.first == "naval museum")
    }

    @Test func `A word that queries leave out is no error`() throws {
        let words = [("wish", 3), ("museum", 900)]
        #expect(try Self.corrected("with musuem", among: words)?.first == ["wish"])
        #expect(try Self.corrected("with musuem", among: words, common: ["with"])?.first == ["with"])
    }

    @Test func `A known word may be an error unless it is common`() throws {
        let words = [("musem", 3), ("castle", 9)]
        #expect(try Self.corrected("museum castel", among: words + [("museum", 999)])?.first == ["museum", "musem"])
        #expect(try Self.corrected("museum castel", among: words + [("museum", 1_000)])?.first == ["museum"])
    }

    @Test func `A known word does not begin another with an error`() throws {
        let words = [("минск", 3), ("мирский", 1)]
        #expect(try Self.corrected("минск", among: words) == nil)
        #expect(try Self.corrected("мимск", among: words) == [["минск", "мирский"]])
    }

    @Test func `Two errors are looked for in the last word and the longest without a certain sound`() throws {
        let words = [("historical", 9), ("association", 9), ("preservation", 9), ("conservatory", 9), ("музей", 9)]
        let typed = "hsitorcal asosciaton preesrvaton consrevatroy muzej"
        let found = try #require(try Self.corrected(typed, among: words))
        #expect(found.dropLast() == [["hsitorcal"], ["asosciaton"], ["preservation"], ["conservatory"]])
        #expect(found.last?.first == "музей")
    }
}
