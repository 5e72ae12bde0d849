import Postgres
import Testing
import Values

@testable import MuseumsService

/// Tests each step of a search within words alone.
@Suite struct WithinWordsStepTests {
    /// Runs a step with those that it reads; returns the values of its rows, separated by spaces.
    private static func run(
        _ step: String, _ columns: [String], of text: String, ranked: Int = 1_000, after: SearchKey = .start,
        in database: MuseumDatabase
    ) async throws -> [String] {
        let query = try #require(SearchQuery(text))
        let parts = try #require(query.parts)
        let texts = columns.map { "coalesce(\($0)::text, '-')" }.joined(separator: ", ")
        let statement = PreparedStatement(
            "test.step",
            "\(WithinWordsSteps(order: .importance).all.clause) SELECT concat_ws(' ', \(texts)) AS row FROM \(step)")
        let parameters: NamedParameters = [
            "head": query.head, "last": query.last, "weights": "", "filter": "", "limit": 10, "ranked": ranked,
            "parts": parts.parts, "patterns": parts.patterns, "after_place": Int(after.place), "after_id": after.id,
        ]
        return try await database.client.query(statement, parameters).map { try $0.read("row") }
    }

    private static func with(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let names = [
            ("light", "Lighthouse", 50), ("farm", "Farmhouse of Light", 90), ("house", "Light House", 10),
            ("mill", "Windmill", 70),
        ]
        let museums = try names.map { id, name, popularity in
            try museum(id, LocalizedText(english: name), popularity: popularity)
        }
        try await MuseumDatabase.with(museums, body)
    }

    @Test func `The query has the words whose museums are left out, and no filter`() async throws {
        try await Self.with { database async throws in
            let row = try await Self.run("query", ["wanted", "filter"], of: "light ouse", in: database)
            #expect(row == ["'light' & ( 'ouse':* | 'ous' ) -"])
        }
    }

    @Test(arguments: [
        ("house", ["%house% %house%"]), ("light ouseho", ["%ouseho% %light%"]), ("light hou", ["%light% %hou%"]),
        ("light house", ["%house% %light%"]), ("windmill lighthouse farm", ["%lighthouse% %windmill%"]),
    ])
    func `The rarest parts are found by the index`(text: String, rarest: [String]) async throws {
        try await Self.with { database async throws in
            #expect(try await Self.run("rarest", ["first", "second"], of: text, in: database) == rarest)
        }
    }

    @Test func `Several common words are not sought within others`() async throws {
        try await Self.with { database async throws in
            let update = PreparedStatement("test.update", "UPDATE museum_vocabulary SET museums = 100")
            _ = try await database.client.query(update)
            #expect(try await Self.run("rarest", ["first"], of: "light house", in: database) == [])
            #expect(try await Self.run("found", ["id"], of: "light house", in: database) == [])
            #expect(try await Self.run("rarest", ["first"], of: "house", in: database) == ["%house%"])
            #expect(try await Self.run("rarest", ["first"], of: "ighth light", in: database) == ["%ighth%"])
        }
    }

    @Test(arguments: [("ouse", true), ("l ouse", false), ("al ouse", false), ("ouse igh", true), ("l lighth", true)])
    func `A short part is not searched for beside shorter words`(text: String, isSought: Bool) async throws {
        try await Self.with { database async throws in
            #expect(try await Self.run("rarest", ["first"], of: text, in: database).isEmpty != isSought)
        }
    }

    @Test func `Names with all parts are found, except those with the words`() async throws {
        try await Self.with { database async throws in
            let found = try await Self.run("found", ["id"], of: "light house", in: database)
            #expect(Set(found) == ["light", "farm"])
            #expect(try await Self.run("found", ["id"], of: "light ouse f", in: database) == ["farm"])
            #expect(try await Self.run("found", ["id"], of: "light house", ranked: 1, in: database).count == 1)
        }
    }

    @Test(arguments: [1_000, 1])
    func `The page has the matches in their order, sorted or walked`(ranked: Int) async throws {
        try await Self.with { database async throws in
            func page(after key: SearchKey = .start) async throws -> [String] {
                try await Self.run("page", ["id"], of: "light house", ranked: ranked, after: key, in: database)
            }
            #expect(try await page() == ["farm", "light"])
            #expect(try await page(after: SearchKey(band: 5, place: 10, id: "farm")) == ["light"])
        }
    }
}
