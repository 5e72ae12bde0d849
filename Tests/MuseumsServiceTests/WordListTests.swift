import Testing
import Values

@testable import MuseumsService

@Suite struct WordListTests {
    private static let list = WordList([("museum", 9), ("castle", 3), ("museo", 7), ("castle", 5), ("замок", 2)])

    @Test func `A word is found with its number, a word of several numbers with each`() {
        let list = Self.list
        #expect(list.place(of: "museo").map(list.number) == 7)
        #expect(list.places(of: "castle").map(list.number) == [3, 5])
        #expect(list.place(of: "muse") == nil && list.place(of: "zoo") == nil && list.place(of: "яма") == nil)
    }

    @Test func `Words are found by their beginning, as many as are wanted`() {
        let list = Self.list
        #expect(list.places(beginning: "muse", most: 9).map(list.word) == ["museo", "museum"])
        #expect(list.places(beginning: "muse", most: 1).map(list.word) == ["museo"])
        #expect(list.places(beginning: "zoo", most: 9).isEmpty)
    }

    @Test func `Near words of an empty list are none`() {
        #expect(WordList([]).near("museum", within: 2) == [])
    }

    /// Compares with the distance of each word alone.
    @Test(arguments: 0..<40)
    func `Near words are those within the edit distance`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func word() -> String {
            String((0..<Int.random(in: 1...7, using: &generator)).map { _ in "abв".randomElement(using: &generator)! })
        }
        let words = Set((0..<60).map { _ in word() }).sorted()
        let list = WordList(words.map { ($0, 0) })
        for _ in 0..<10 {
            let typed = word()
            for (most, isUnfinished) in [(0, false), (1, false), (2, false), (0, true), (1, true), (2, true)] {
                let found = list.near(typed, within: most, isUnfinished: isUnfinished).map {
                    "\(list.word(at: $0.place)) \($0.errors) \($0.isWhole)"
                }
                let expected = words.compactMap { word -> String? in
                    func distance(_ isUnfinished: Bool) -> Int {
                        EditDistance.distance(
                            from: Array(typed.unicodeScalars), to: Array(word.unicodeScalars),
                            isUnfinished: isUnfinished)
                    }
                    let errors = distance(isUnfinished)
                    return errors <= most ? "\(word) \(errors) \(distance(false) == errors)" : nil
                }
                #expect(Set(found) == Set(expected), "\(typed) within \(most), unfinished: \(isUnfinished)")
            }
        }
    }
}
