import Testing

@testable import MuseumsService

@Suite struct VocabularyTests {
    private static let vocabulary = Vocabulary([
        ("castle", 4), ("house", 90), ("horse", 5), ("музей", 30), ("замок", 3), ("замак", 2), ("historical", 9),
    ])

    private static func texts(_ words: [Spelling.KnownWord]) -> Set<String> {
        Set(words.map { "\($0.word) \($0.similarity)" })
    }

    @Test func `Words are known by themselves and by their beginning`() {
        #expect(Self.vocabulary.museums(with: "house") == 90 && Self.vocabulary.museums(with: "hous") == nil)
        #expect(Self.vocabulary.begins(with: "hous") && !Self.vocabulary.begins(with: "housing"))
    }

    @Test(arguments: [
        ("музеем", true), ("мызеем", false), ("muzej", true), ("muzejem", true), ("castel", false), ("му", false),
    ])
    func `Relatives have the same stem and the same first letters, or the same sound`(text: String, isRelative: Bool) {
        #expect(Self.vocabulary.hasRelative(of: text) == isRelative)
    }

    @Test func `Words of another alphabet sound alike, or begin with the sound, and forms have the same stem`() {
        let vocabulary = Self.vocabulary
        #expect(
            Self.texts(vocabulary.soundingLike("muzej", isUnfinished: false)) == ["музей sound", "музей inflection"])
        #expect(Self.texts(vocabulary.soundingLike("музеем", isUnfinished: false)) == ["музей inflection"])
        #expect(
            Self.texts(vocabulary.soundingLike("zam", isUnfinished: true))
                == ["замак beginningOfSound", "замок beginningOfSound"])
        #expect(vocabulary.soundingLike("zam", isUnfinished: false).isEmpty)
    }

    @Test func `A sound may have an error in its stem, and two in a long one if it is compared thoroughly`() {
        let vocabulary = Vocabulary([("музей", 30), ("художественный", 3)])
        #expect(Self.texts(vocabulary.nearInSound("muvzej", isThorough: false)) == ["музей nearSound"])
        #expect(vocabulary.nearInSound("hudomestpenyj", isThorough: false).isEmpty)
        #expect(Self.texts(vocabulary.nearInSound("hudomestpenyj", isThorough: true)) == ["художественный nearSound"])
    }

    @Test func `The nearest words come first, of these the most common`() {
        #expect(Self.vocabulary.near("huose", within: 2).map(\.word) == ["house", "horse"])
        #expect(Self.vocabulary.near("huose", within: 1).map(\.word) == ["house"])
    }

    @Test func `Of the words that continue an unfinished one only the first is there`() {
        let vocabulary = Vocabulary([("hist", 1), ("history", 20), ("historical", 900), ("mistral", 3)])
        #expect(
            vocabulary.near("histr", within: 1, isUnfinished: true).map(\.word)
                == ["hist", "history", "mistral", "historical"])
        #expect(vocabulary.near("hist", within: 1, isUnfinished: true).map(\.word) == ["hist", "mistral"])
    }
}
