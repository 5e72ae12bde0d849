import Testing
import TextFolding

@testable import MuseumsService

@Suite struct SpellingTests {
    private func errors(_ typed: String, _ word: String, isUnfinished: Bool = false) -> Int {
        Typing.errors(
            in: Array(typed.unicodeScalars), meaning: Array(word.unicodeScalars), isUnfinished: isUnfinished)
    }

    @Test(arguments: [
        ("museum", "museum", 0), ("musem", "museum", 1), ("musseum", "museum", 1), ("muzeum", "museum", 1),
        ("musuem", "museum", 1), ("umseum", "museum", 1), ("эрмтаж", "эрмитаж", 1), ("армитаж", "эрмитаж", 1),
        ("", "abc", 3), ("abc", "", 3), ("ca", "abc", 3), ("kitten", "sitting", 3),
        ("натсиональный", "национальный", 2),
    ])
    func errorsAreCountedInLetters(typed: String, word: String, count: Int) {
        #expect(errors(typed, word) == count)
    }

    @Test(arguments: [("эрмт", "эрмитаж", 1), ("galle", "gallery", 0), ("gslle", "gallery", 1), ("xyz", "gallery", 3)])
    func theRestOfAWordThatIsStillBeingTypedIsFree(typed: String, word: String, count: Int) {
        #expect(errors(typed, word, isUnfinished: true) == count)
    }

    private let known = [("museum", 900), ("muse", 3), ("museo", 7), ("mausoleum", 2)].map {
        Spelling.Known(word: $0, museums: $1)
    }

    @Test func aMisspeltWordBecomesTheNearestAndThenTheMostUsed() {
        #expect(
            Spelling.alternatives(for: "musem", among: known, isUnfinished: false) == ["museum", "museo", "muse"])
    }

    @Test func aKnownWordOrItsBeginningStaysAsItIs() {
        #expect(Spelling.alternatives(for: "muse", among: known, isUnfinished: false) == ["muse"])
        #expect(Spelling.alternatives(for: "mauso", among: known, isUnfinished: true) == ["mauso"])
        #expect(Spelling.alternatives(for: "mauso", among: known, isUnfinished: false) == ["mauso"])
    }

    @Test func shortWordsAreNeverCorrectedAndLongOnesTwice() {
        #expect((0...3).allSatisfy { Typing.allowedErrors(length: $0) == 0 })
        #expect((4...7).allSatisfy { Typing.allowedErrors(length: $0) == 1 })
        #expect(Typing.allowedErrors(length: 8) == 2)
        #expect(Spelling.alternatives(for: "mus", among: known, isUnfinished: false) == ["mus"])
    }
}
