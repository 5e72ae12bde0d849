import Postgres
import Testing
import Values

@testable import MuseumsService

/// Tests the steps that look up words for a correction.
@Suite struct CorrectionStepTests {
    /// Runs a step for words, of which the last one may be unfinished; returns the values of its rows.
    private static func run(
        _ step: String, _ columns: [String], of words: [String], compared: Int = 3, in database: MuseumDatabase
    ) async throws -> Set<String> {
        let keys = words.map(TransliterationKey.key(of:))
        let texts = columns.map { "\($0)::text" }.joined(separator: ", ")
        let statement = PreparedStatement(
            "test.step", "\(CorrectionStatements.steps.clause) SELECT concat_ws(' ', \(texts)) AS row FROM \(step)")
        let parameters: NamedParameters = [
            "places": Array(words.indices), "words": words, "keys": keys,
            "stems": keys.map(TransliterationKey.stem(of:)), "are_cyrillic": words.map(TransliterationKey.isCyrillic),
            "unfinished": words.count - 1, "limit": 9, "compared": compared,
        ]
        return try await Set(database.client.query(statement, parameters).map { try $0.read("row") })
    }

    private static func with(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let names = LocalizedText(english: "Castle House", russian: "Замок и музей", belarusian: "Замак і музей")
        try await MuseumDatabase.with([museum("by-castle", names)], body)
    }

    @Test func `Words with one error, and the word itself, come from the index of deletions`() async throws {
        try await Self.with { database async throws in
            let near = try await Self.run("near", ["place", "word"], of: ["caslte", "house", "huse"], in: database)
            #expect(near == ["0 castle", "1 house", "2 house"])
        }
    }

    @Test func `Sounds are certain for words in Latin letters`() async throws {
        try await Self.with { database async throws in
            let columns = ["place", "word", "similarity", "is_certain"]
            let sounds = try await Self.run("sounds", columns, of: ["muzej", "музеем", "zam"], in: database)
            #expect(
                sounds == [
                    "0 музей sound true", "0 музей inflection false", "1 музей inflection false",
                    "2 замак beginningOfSound false", "2 замок beginningOfSound false",
                ])
        }
    }

    @Test func `Words whose sound has an error have a letter of the stem too many or too few`() async throws {
        try await Self.with { database async throws in
            let near = try await Self.run("near_sounds", ["place", "word"], of: ["muvzej", "castle"], in: database)
            #expect(near == ["0 музей"])
        }
    }

    @Test func `Trigrams are compared for the last word and the longest without a certain sound`() async throws {
        try await Self.with { database async throws in
            let words = ["muzej", "aaaa", "bbbbbb", "ccccc", "dddddd", "ee"]
            #expect(try await Self.run("vague", ["place"], of: words, in: database) == ["2", "4", "5"])
            #expect(try await Self.run("vague", ["place"], of: words, compared: 1, in: database) == ["5"])
        }
    }
}
