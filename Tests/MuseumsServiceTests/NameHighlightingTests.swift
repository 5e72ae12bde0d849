import Testing

@testable import MuseumsService

@Suite struct NameHighlightingTests {
    private func marked(_ name: String, _ query: String, isWithinWords: Bool = false) throws -> [String] {
        let highlighting = NameHighlighting(try #require(SearchQuery(query)), isWithinWords: isWithinWords)
        let letters = Array(name.utf16)
        return highlighting.ranges(in: name).map { String(decoding: letters[$0], as: UTF16.self) }
    }

    @Test(arguments: [
        ("National Art Museum", "art", ["Art"]), ("National Art Museum", "museums art", ["Art", "Museum"]),
        ("National Art Museum", "mus", ["Mus"]), ("National Art Museum", "mus art", ["Art"]),
        ("Kößlarn-Museum", "kosslarn", ["Kößlarn"]), ("Kößlarn-Museum", "koss", ["Kößlarn"]),
        ("Мирский замок", "замки мирские", ["Мирский", "замок"]),
        ("Музей Янкі Купалы", "купала", ["Купалы"]), ("Галерэя «Ў»", "ў", ["Ў"]),
        ("Дом-музей", "музей", ["музей"]), ("Аб’ект 7", "абект", ["Аб’ект"]), ("🏰 Castle", "castle", ["Castle"]),
        ("Galleries", "gallery", ["Galleries"]), ("Zoo", "castle", []),
    ])
    func `Words of the query are marked in names`(name: String, query: String, marks: [String]) throws {
        #expect(try marked(name, query) == marks)
    }

    @Test func `Parts of words are marked only in names found by them`() throws {
        #expect(try marked("Museum", "use") == [])
        #expect(try marked("Museum", "use", isWithinWords: true) == ["use"])
    }

    @Test func `The parts of a name are bounded`() throws {
        let name = Array(repeating: "a", count: 40).joined(separator: " ")
        #expect(try marked(name, "a").count == NameHighlighting.maximumRanges)
    }

    @Test func `Words have their places in the name`() {
        let words = NameWord.words(of: "🏰 Аб’ект, No 7!")
        #expect(words.map(\.folded) == ["абект", "no", "7"])
        #expect(words.map(\.range) == [3..<9, 11..<13, 14..<15])
    }
}
