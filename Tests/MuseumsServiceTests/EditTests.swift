import Contract
import Database
import MuseumsContract
import Postgres
import RPC
import Resilience
import Testing
import Values

@testable import MuseumsService

@Suite struct EditTests {
    /// Everything that derives from the museums, as texts.
    private func derived(_ database: MuseumDatabase) async throws -> [String] {
        let statement = PreparedStatement(
            "test.derived",
            """
            SELECT 'word ' || word || ' ' || museums AS text FROM museum_vocabulary
            UNION ALL SELECT concat_ws(' ', 'cell', level, x, y, museums, round(latitudes::numeric, 6),
                round(longitudes::numeric, 6), west, south, east, north, id) FROM museum_cells
            ORDER BY 1
            """)
        return try await database.client.query(statement).map { try $0.read("text") }
    }

    /// Derives everything anew, as a load does.
    private func rebuild(_ database: MuseumDatabase) async throws {
        for statement in [LoadStatements.refreshVocabulary, LoadStatements.clearCells] {
            _ = try await database.client.query(statement)
        }
        for level in stride(from: MapPlan.finestStored, through: 1, by: -1) {
            _ = try await database.client.query(
                level == MapPlan.finestStored ? LoadStatements.fillFinestCells : LoadStatements.fillCoarserCells,
                ["level": level])
        }
    }

    @Test func `A new museum is found by its name, its other name and a typing error, and is on the map`() async throws
    {
        try await EditorCalls.withMuseums { database async throws in
            let made = try await EditorCalls.put(
                EditorCalls.params("d", name: "Bicycle Gallery", at: .at(53.45, 26.47), aliases: ["Velo Hall"]),
                in: database)
            #expect(made.source == "editors" && !made.isRemoved && made.aliases.map(\.text) == ["velo hall"])
            for query in ["bicycle", "velo", "bycicle", "вело"] {
                #expect(try await database.ids(query).first == "d", "\(query)")
            }
            #expect(try await database.map(.world, zoom: 2).total == 4)
            #expect(try await database.get("d").name == "Bicycle Gallery")
            #expect(
                await EditorCalls.reason {
                    try await EditorCalls.put(EditorCalls.params("d", name: "X", at: .at(1, 1)), in: database)
                } == "museum-exists")
        }
    }

    @Test func `A changed museum is found by its new words alone, and what derives from it is as after a load`()
        async throws
    {
        try await EditorCalls.withMuseums { database async throws in
            let old = try await EditorCalls.record("a", in: database)
            #expect(old.source == "test" && old.translations.en?.name.text == "House of Weaving")
            try await EditorCalls.put(
                EditorCalls.params(
                    "a", version: old.version, name: "Linen Hall", at: .at(-33.5, 150.5), category: .science),
                in: database)
            #expect(try await database.ids("weaving").isEmpty)
            #expect(try await database.ids("linen") == ["a"])
            #expect(try await database.ids(category: .science) == ["a"])
            try await EditorCalls.put(
                EditorCalls.params("e", name: "Linen House of Books", at: .at(53.9, 27.5)), in: database)
            _ = try await EditorCalls.remove(try await EditorCalls.record("b", in: database), in: database)
            let derived = try await derived(database)
            try await rebuild(database)
            #expect(try await self.derived(database) == derived)
        }
    }

    @Test func `A change that is based on an older version is refused, whoever made the newer one`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            let old = try await EditorCalls.record("a", in: database)
            let change = EditorCalls.params("a", version: old.version, name: "Linen Hall", at: .at(53, 27))
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<3 {
                    group.addTask { await EditorCalls.reason { try await EditorCalls.put(change, in: database) } }
                }
                return await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1 && outcomes.filter { $0 == "museum-changed" }.count == 2)
            let other = try await EditorCalls.record("b", in: database)
            // A load changes it, too.
            try await database.add([museum("b", LocalizedText(english: "House of Maps"))])
            #expect(
                await EditorCalls.reason { _ = try await EditorCalls.remove(other, in: database) } == "museum-changed")
            #expect(try await database.ids("maps") == ["b"])
            #expect(
                await EditorCalls.reason {
                    try await EditorCalls.put(
                        EditorCalls.params("x", version: old.version, name: "X", at: .at(1, 1)), in: database)
                }
                    == "unknown-museum")
        }
    }

    @Test func `Loads neither overwrite what an editor wrote nor revive what an editor removed`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            let old = try await EditorCalls.record("a", in: database)
            try await EditorCalls.put(
                EditorCalls.params("a", version: old.version, name: "Linen Hall", at: .at(53, 27)), in: database)
            _ = try await EditorCalls.remove(try await EditorCalls.record("b", in: database), in: database)
            let loaded = try await database.add(
                [
                    museum("a", LocalizedText(english: "House of Weaving")),
                    museum("b", LocalizedText(english: "House of Books")), museum("d", LocalizedText(english: "Barn")),
                ], replacesAll: true)
            #expect(loaded.foreign.map(\.text).sorted() == ["a", "b"] && loaded.added == 1 && loaded.removed == 1)
            #expect(try await database.ids("linen") == ["a"])
            #expect(try await database.ids("books").isEmpty)
        }
    }

    @Test func `A museum keeps the credit of its source after edits, a removal and an undo`() async throws {
        var loaded = try museum("e", LocalizedText(english: "Mill"))
        loaded.credit = SourceCredit(attribution: "Ada’s list", licence: "CC BY 4.0")
        try await MuseumDatabase.with([loaded]) { database async throws in
            func credit(_ language: Language) async throws -> Museums.SourceCredit? {
                try await database.get("e", in: language).credit
            }
            let credited = Museums.SourceCredit(attribution: "Ada’s list", licence: "CC BY 4.0")
            #expect(try await credit(.english) == credited)
            let record = try await EditorCalls.put(
                EditorCalls.params(
                    "e", version: EditorCalls.record("e", in: database).version, name: "Old Mill", at: .at(53, 27)),
                in: database)
            #expect(try await credit(.russian) == credited)
            let restored = try await EditorCalls.restore(
                EditorCalls.remove(record, in: database), in: database)
            try await EditorCalls.revert(restored, before: 1, in: database)
            #expect(try await credit(.belarusian) == credited)
        }
    }

    @Test func `A removed museum comes back with its facts and its picture`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            _ = try await database.client.query(
                PreparedStatement(
                    "test.fact", "INSERT INTO museum_facts VALUES ('a', 'phone', '+375 17 327-71-63', 'x', 20000)"))
            _ = try await database.client.query(
                PreparedStatement(
                    "test.picture",
                    """
                    INSERT INTO museum_pictures (museum_id, url, width, height, author, licence)
                    VALUES ('a', 'https://example.org/a.jpg', 10, 10, 'Ada', 'CC0')
                    """))
            let answers = database.handler.lookup.answers
            let before = try await database.get("a")
            let removed = try await EditorCalls.remove(try await EditorCalls.record("a", in: database), in: database)
            #expect(removed.isRemoved && removed.translations.en?.name.text == "House of Weaving")
            #expect(try await database.ids("weaving").isEmpty)
            answers.heard(.everything)
            await #expect(throws: RPCError.self) { try await database.get("a") }
            #expect(
                await EditorCalls.reason {
                    try await EditorCalls.put(EditorCalls.params("a", name: "X", at: .at(1, 1)), in: database)
                } == "museum-removed")
            let again = try await EditorCalls.remove(removed, in: database)
            #expect(again == removed)
            let restored = try await EditorCalls.restore(removed, in: database)
            #expect(!restored.isRemoved && restored.source == "test" && restored.version != removed.version)
            #expect(try await database.ids("weaving") == ["a"])
            #expect(try await database.get("a") == before)
            let derived = try await derived(database)
            try await rebuild(database)
            #expect(try await self.derived(database) == derived)
        }
    }

    @Test func `The history tells who did what and when, the latest first, and cannot be changed`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            let old = try await EditorCalls.record("a", in: database)
            let changed = try await EditorCalls.put(
                EditorCalls.params("a", version: old.version, name: "Linen Hall", at: .at(53, 27)), in: database)
            _ = try await EditorCalls.restore(try await EditorCalls.remove(changed, in: database), in: database)
            try await EditorCalls.put(EditorCalls.params("d", name: "Barn", at: .at(53, 27)), in: database)
            let context = database.context(.english, account: EditorCalls.editor)
            let history = try await database.handler.history.list(.init(id: old.id), context)
            #expect(history.items.map(\.kind.known) == [.restored, .removed, .changed])
            #expect(history.items.allSatisfy { $0.editor.id == EditorCalls.editor && $0.editor.name == "Ada" })
            #expect(history.items.first?.name == "Linen Hall")
            let limit = PageLimit(unchecked: 3)
            let page = try await database.handler.history.list(.init(limit: limit), context)
            #expect(page.items.map(\.kind.known) == [.created, .restored, .removed])
            let rest = try await database.handler.history.list(.init(cursor: page.nextCursor, limit: limit), context)
            #expect(rest.items.map(\.kind.known) == [.changed] && rest.nextCursor == nil)
            await #expect(throws: PostgresError.self) {
                _ = try await database.client.query(PreparedStatement("test.forge", "DELETE FROM museum_edits"))
            }
        }
    }

    @Test func `An edit is announced to all replicas, which forget the museum's answers`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            #expect(try await database.get("a").name == "House of Weaving")
            let old = try await EditorCalls.record("a", in: database)
            try await EditorCalls.put(
                EditorCalls.params("a", version: old.version, name: "Linen Hall", at: .at(53, 27)), in: database)
            let change = MuseumChange.museum(old.id)
            #expect(database.changes.waiting == [change])
            database.handler.lookup.answers.heard(change)
            #expect(try await database.get("a").name == "Linen Hall")
        }
        let id = MuseumID(unchecked: "by-mir-castle")
        #expect(MuseumChange(payload: MuseumChange.museum(id).payload) == .museum(id))
        #expect(MuseumChange(payload: "iНЕТ") == .everything)
        #expect(MuseumChange.museum(id).hint(version: 2) == Hint(topic: "museum:by-mir-castle", version: 2))
    }

    @Test func `An answer that was read before a change is not kept after it`() {
        let answers = MuseumAnswers(ExpiringCache(maximumBytes: 1_000_000, lifetime: .seconds(60)))
        let key = MuseumAnswerKey(id: "a", language: .english)
        let point = answers.readPoint
        answers.heard(.museum(MuseumID(unchecked: "a")))
        answers.insert([1], for: key, readAt: point)
        #expect(answers.value(for: key) == nil)
        answers.insert([2], for: key, readAt: answers.readPoint)
        #expect(answers.value(for: key) == [2])
        answers.heard(.marks(account: EditorCalls.editor))
        #expect(answers.value(for: key) == [2])
        answers.heard(.everything)
        #expect(answers.value(for: key) == nil)
    }

    @Test func `A museum needs a name in some language`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            var nameless = EditorCalls.params("d", name: "Barn", at: .at(53, 27))
            nameless.translations = Museums.Translations()
            let sent = nameless
            let error = await #expect(throws: RPCError.self) { try await EditorCalls.put(sent, in: database) }
            #expect(error?.faults.map(\.pointer) == ["/translations"])
        }
    }
}
