import Testing

@testable import MuseumsService

@Suite struct WordSplittingTests {
    private let known = [
        "naval": 40, "museum": 900, "nav": 1, "alm": 1, "useum": 1, "art": 300, "muse": 2, "house": 50,
    ]

    @Test func `A word becomes known words, the fewest and the most common first`() {
        #expect(WordSplitting.ways(to: "navalmuseum", into: known) == ["naval museum", "nav alm useum"])
        #expect(WordSplitting.ways(to: "museumofart", into: known).first == "museum of art")
        #expect(WordSplitting.ways(to: "navalartmuseum", into: known).first == "naval art museum")
        #expect(WordSplitting.ways(to: "navalxmuseum", into: known) == [])
        #expect(WordSplitting.ways(to: "museum", into: known) == [], "one word is no split")
    }

    @Test func `One part of a word may have a typing error`() {
        let known = ["naval": 40, "museum": 900, "art": 300, "house": 50]
        let naval = ["navl": [Spelling.KnownWord(word: "naval", museums: 40)]]
        #expect(WordSplitting.gaps(in: "navlmuseum", among: known) == ["navl"])
        #expect(WordSplitting.ways(to: "navlmuseum", into: known, corrections: naval) == ["naval museum"])
        #expect(WordSplitting.ways(to: "navlhousenavl", into: known, corrections: naval) == [], "two errors")
        #expect(WordSplitting.gaps(in: "navalhuosemuseum", among: known) == ["navalhuose", "huosemuseum", "huose"])
        #expect(WordSplitting.gaps(in: "arxmuseum", among: known) == [], "too short to be corrected")
        #expect(WordSplitting.gaps(in: "musem", among: known) == [], "a word is no part of itself")
    }

    @Test func `Words without an error are preferred`() {
        let corrections = ["alm": [Spelling.KnownWord(word: "palm", museums: 90)]]
        let ways = WordSplitting.ways(to: "navalmuseum", into: known, corrections: corrections)
        #expect(ways == ["naval museum", "nav alm useum", "nav palm useum"])
    }

    @Test func `One error is more likely than two short words more`() {
        let known = ["historical": 900, "hist": 1, "oric": 1, "also": 1, "city": 90]
        let corrections = ["socity": [Spelling.KnownWord(word: "society", museums: 900)]]
        let ways = WordSplitting.ways(to: "historicalsocity", into: known, corrections: corrections)
        #expect(ways == ["historical society", "hist oric also city"])
    }

    @Test func `A part that one museum has may be an error of the catalogue`() {
        let known = ["historical": 900, "socity": 1]
        #expect(WordSplitting.gaps(in: "historicalsocity", among: known) == ["socity"])
        #expect(WordSplitting.gaps(in: "historicalsocity", among: ["historical": 900, "socity": 2]) == [])
    }

    @Test func `Few parts are corrected`() {
        let letters = Dictionary(uniqueKeysWithValues: "abcdefghijklmnop".map { (String(repeating: $0, count: 3), 1) })
        let word = "aaabbbcccdddzzzzeeefffggghhhiiijjjkkk"
        #expect(WordSplitting.gaps(in: word, among: letters).count == 16)
        #expect(WordSplitting.gaps(in: word, among: letters, limit: 8).count == 8)
    }

    @Test func `Parts have three to twenty-four letters, and very long words none`() {
        #expect(
            WordSplitting.parts(of: "abcdef") == ["abc", "abcd", "abcde", "bcd", "bcde", "bcdef", "cde", "cdef", "def"])
        #expect(WordSplitting.parts(of: "abcde") == [])
        let long = (0..<40).map { String(UnicodeScalar(0x61 + UInt8($0 % 26))) }.joined()
        #expect(WordSplitting.parts(of: long).map(\.count).max() == 24)
        #expect(WordSplitting.parts(of: String(repeating: "a", count: 41)) == [])
    }
}
