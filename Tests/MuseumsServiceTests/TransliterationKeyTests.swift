import Testing
import Values

@testable import MuseumsService

@Suite struct TransliterationKeyTests {
    @Test(arguments: [
        // GOST 7.79, ISO 9, BGN, passport, scholarly, German, informal
        (
            "художественный",
            [
                "xudozhestvenny`j", "hudožestvennyj", "khudozhestvennyy", "khudozhestvennyi", "xudožestvennyj",
                "chudoschestwennyj", "hudozhestveny",
            ]
        ),
        ("музей", ["muzej", "muzey", "muzei", "musei", "muziej"]),
        ("щедрин", ["shhedrin", "ŝedrin", "shchedrin", "ščedrin", "schtschedrin", "schedrin"]),
        ("ёлка", ["yolka", "ëlka", "elka", "jolka"]),
        ("царскае", ["carskaje", "tsarskaye", "carskae", "czarskae", "zarskae"]),
        // Łacinka, the official spelling, BGN, passport
        ("гісторыі", ["historyi", "historyji", "historyi"]),
        ("магілёўскі", ["mahiloŭski", "mahilioŭski", "mahilyowski", "mahileuski"]),
        ("хатынь", ["chatyń", "chatyn", "khatyn’", "hatyn"]),
        ("жлобін", ["žlobin", "zhlobin", "jlobin"]),
        ("максім", ["maxim", "maksim"]),
    ])
    func `All transliterations of a word have its key`(word: String, spellings: [String]) {
        let key = TransliterationKey.key(of: Folding.fold(word))
        for spelling in spellings {
            #expect(TransliterationKey.keys(ofTyped: Folding.fold(spelling)).contains(key), "\(spelling), \(key)")
        }
    }

    @Test func `Different words have different keys`() {
        let words = ["замок", "музей", "дворец", "театр", "минск", "гродно", "история", "природа", "усадьба"]
        #expect(Set(words.map(TransliterationKey.key(of:))).count == words.count)
        #expect(TransliterationKey.key(of: "ακρόπολη") == "")
    }

    @Test(arguments: [
        ["художественный", "художественном", "художественного", "художественная"],
        ["музей", "музея", "музеем", "музее"],
        ["национальному", "национальных", "национальны"],
    ])
    func `Cases of a word have the same stem`(words: [String]) {
        #expect(Set(words.map { TransliterationKey.stem(of: TransliterationKey.key(of: $0)) }).count == 1)
    }

    @Test func `A stem keeps three letters`() {
        #expect(TransliterationKey.stem(of: "dem") == "dem" && TransliterationKey.stem(of: "sala") == "sal")
    }
}
