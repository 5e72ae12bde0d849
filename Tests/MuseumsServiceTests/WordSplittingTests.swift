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

    @Test func `Parts have three letters at least, and very long words none`() {
        #expect(
            WordSplitting.parts(of: "abcdef") == ["abc", "abcd", "abcde", "bcd", "bcde", "bcdef", "cde", "cdef", "def"])
        #expect(WordSplitting.parts(of: "abcde") == [])
        #expect(WordSplitting.parts(of: String(repeating: "a", count: 41)) == [])
    }
}
