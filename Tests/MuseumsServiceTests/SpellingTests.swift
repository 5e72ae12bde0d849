import Testing
import Values

@testable import MuseumsService

@Suite struct SpellingTests {
    private func errors(_ typed: String, _ word: String, isUnfinished: Bool = false) -> Int {
        EditDistance.distance(
            from: Array(typed.unicodeScalars), to: Array(word.unicodeScalars), isUnfinished: isUnfinished)
    }

    @Test(arguments: [
        ("museum", "museum", 0), ("musem", "museum", 1), ("musseum", "museum", 1), ("muzeum", "museum", 1),
        ("musuem", "museum", 1), ("umseum", "museum", 1), ("эрмтаж", "эрмитаж", 1), ("армитаж", "эрмитаж", 1),
        ("", "abc", 3), ("abc", "", 3), ("ca", "abc", 3), ("kitten", "sitting", 3),
        ("натсиональный", "национальный", 2),
    ])
    func `Errors are counted in letters`(typed: String, word: String, count: Int) {
        #expect(errors(typed, word) == count)
    }

    @Test(arguments: [("эрмт", "эрмитаж", 1), ("galle", "gallery", 0), ("gslle", "gallery", 1), ("xyz", "gallery", 3)])
    func `The missing rest of an unfinished word is not an error`(typed: String, word: String, count: Int) {
        #expect(errors(typed, word, isUnfinished: true) == count)
    }

    private let known = [("museum", 900), ("muse", 3), ("museo", 7), ("mausoleum", 2)].map {
        Spelling.KnownWord(word: $0, museums: $1)
    }

    @Test func `A misspelt word becomes the nearest known word, then the most common`() {
        #expect(
            Spelling.alternatives(for: "musem", among: known, isUnfinished: false) == ["museum", "museo", "muse"])
    }

    @Test func `A word may represent its sound in another alphabet`() {
        let known = [
            Spelling.KnownWord(word: "muziejus", museums: 4), Spelling.KnownWord(word: "muzeum", museums: 9),
            Spelling.KnownWord(word: "muzej", museums: 50, similarity: .sound),
            Spelling.KnownWord(word: "музейный", museums: 30, similarity: .beginningOfSound),
            Spelling.KnownWord(word: "музей", museums: 20, similarity: .sound),
        ]
        #expect(
            Spelling.alternatives(for: "muzei", among: known, isUnfinished: true)
                == ["музей", "музе", "muzeum", "muziejus"])
        #expect(Spelling.alternatives(for: "muziej", among: known, isUnfinished: true) == ["muziej", "музей"])
        #expect(Spelling.alternatives(for: "muzeum", among: known, isUnfinished: true) == ["muzeum"])
        // The vocabulary holds no words of two letters, so they are never replaced.
        let sounds = [Spelling.KnownWord(word: "jiu", museums: 1, similarity: .sound)]
        #expect(Spelling.alternatives(for: "у", among: sounds, isUnfinished: false) == ["у"])
    }

    @Test func `A sound may have an error, and the nearest spelling comes first`() {
        let known = [
            Spelling.KnownWord(word: "художественный", museums: 3, similarity: .nearSound),
            Spelling.KnownWord(word: "мир", museums: 1, similarity: .sound),
            Spelling.KnownWord(word: "мор", museums: 9, similarity: .sound),
        ]
        #expect(
            Spelling.alternatives(for: "hudozestvenyj", among: [known[0]], isUnfinished: false) == ["художественный"])
        #expect(
            Spelling.alternatives(for: "hadxzestpenyj", among: [known[0]], isUnfinished: false) == ["hadxzestpenyj"])
        #expect(Spelling.alternatives(for: "mir", among: known, isUnfinished: false) == ["мир", "мор"])
    }

    @Test func `A known word may be an error if nothing matched the query`() {
        let known = [("histrical", 1), ("historical", 9_000)].map { Spelling.KnownWord(word: $0, museums: $1) }
        #expect(Spelling.alternatives(for: "histrical", among: known, isUnfinished: false) == ["histrical"])
        #expect(
            Spelling.alternatives(for: "histrical", among: known, isUnfinished: false, isUnmatched: true)
                == ["histrical", "historical"])
    }

    @Test func `A word alone becomes the nearest known words only`() {
        let known = [("galtier", 1), ("gallery", 3_000)].map { Spelling.KnownWord(word: $0, museums: $1) }
        #expect(Spelling.alternatives(for: "galtiery", among: known, isUnfinished: false) == ["galtier", "gallery"])
        #expect(
            Spelling.alternatives(for: "galtiery", among: known, isUnfinished: false, isAlone: true) == ["galtier"])
    }

    @Test func `An error in the ending of a case keeps the word`() {
        let museum = [Spelling.KnownWord(word: "музей", museums: 9, similarity: .nearSound)]
        for typed in ["музедем", "музехем", "мзею", "музеерм"] {
            #expect(Spelling.alternatives(for: typed, among: museum, isUnfinished: false) == ["музей"], "\(typed)")
        }
        #expect(Spelling.alternatives(for: "музыкант", among: museum, isUnfinished: false) == ["музыкант"])
    }

    @Test func `A word alone is rather misspelt than of another alphabet`() {
        let known = [
            Spelling.KnownWord(word: "крепость", museums: 30, similarity: .nearSound),
            Spelling.KnownWord(word: "kepos", museums: 6),
        ]
        #expect(Spelling.alternatives(for: "kepost", among: known, isUnfinished: true, isAlone: true) == ["kepos"])
        #expect(
            Spelling.alternatives(for: "kepost", among: known, isUnfinished: true) == ["kepos", "крепость"])
        #expect(
            Spelling.alternatives(for: "kepost", among: [known[0]], isUnfinished: true, isAlone: true) == ["крепость"])
    }

    @Test func `Words that continue an unfinished one are not spelled out, those one letter longer are`() {
        let known = [Spelling.KnownWord(word: "theater", museums: 90), Spelling.KnownWord(word: "theatre", museums: 9)]
        #expect(
            Spelling.alternatives(for: "theate", among: known, isUnfinished: false) == ["theater", "theatre"])
        #expect(
            Spelling.alternatives(for: "theate", among: known, isUnfinished: true, isUnmatched: true)
                == ["theate", "theatre"])
    }

    @Test func `Rare words that begin with the same letter come before common ones`() {
        let known = [("cassia", 1), ("casa", 19), ("lasia", 1)].map { Spelling.KnownWord(word: $0, museums: $1) }
        #expect(Spelling.rare(["casa", "cassia", "lasia"], like: "casia", among: known) == ["cassia"])
        #expect(SearchQuery(spellings: [["casa", "cassia"]], rare: ["cassia"]).wholeName == "'=name:casa' | 'cassia'")
    }

    @Test func `A common word without its last e is not rare, since museums of that word have it as their stem`() {
        let known = [("heritag", 2), ("heritage", 900), ("heraig", 1)].map {
            Spelling.KnownWord(word: $0, museums: $1)
        }
        #expect(Spelling.rare(["heritag", "heraig"], like: "heritaig", among: known) == ["heraig"])
        // The stem of this one is another.
        let neighbours = [("neighbor", 1), ("neighborhood", 90)].map { Spelling.KnownWord(word: $0, museums: $1) }
        #expect(Spelling.rare(["neighbor"], like: "neigdbor", among: neighbours) == ["neighbor"])
    }

    @Test func `A known word or its beginning stays unchanged`() {
        #expect(Spelling.alternatives(for: "muse", among: known, isUnfinished: false) == ["muse"])
        #expect(Spelling.alternatives(for: "mauso", among: known, isUnfinished: true) == ["mauso"])
        #expect(Spelling.alternatives(for: "mauso", among: known, isUnfinished: false) == ["mauso"])
    }

    @Test func `Short words are never corrected and long ones allow two errors`() {
        #expect((0...3).allSatisfy { EditDistance.allowedErrors(length: $0) == 0 })
        #expect((4...7).allSatisfy { EditDistance.allowedErrors(length: $0) == 1 })
        #expect(EditDistance.allowedErrors(length: 8) == 2)
        #expect(Spelling.alternatives(for: "mus", among: known, isUnfinished: false) == ["mus"])
    }
}
