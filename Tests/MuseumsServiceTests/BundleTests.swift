import Contract
import MuseumsContract
import Postgres
import RPC
import Testing
import Values

@testable import MuseumsService

@Suite struct BundleTests {
    private static let picture = CreditedPicture(
        url: "https://example.org/a.jpg", width: 640, height: 480, author: "Ada", licence: "CC0")

    private func page(
        _ database: MuseumDatabase, city: String = "Minsk", country: String = "BY", since: BundleVersion? = nil,
        cursor: Cursor? = nil, limit: Int? = nil, in language: Language = .english
    ) async throws -> Museums.Bundle.Result {
        try await database.handler.bundle.page(
            .init(
                city: CityName(unchecked: city), countryCode: CountryCode(unchecked: country), since: since,
                cursor: cursor, limit: limit.map(PageLimit.init(unchecked:))),
            database.context(language))
    }

    /// Returns the ids in a delta; those of removed museums begin with a hyphen.
    private func delta(
        _ database: MuseumDatabase, since: BundleVersion, city: String = "Minsk"
    ) async throws -> [String] {
        let page = try await page(database, city: city, since: since)
        #expect(!page.isWhole && page.nextCursor == nil)
        return page.items.map(\.id.text).sorted() + page.removed.map { "-\($0.text)" }.sorted()
    }

    private func withMuseums(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let museums = try ["a", "b", "c"].map { try Self.house($0) }
        try await MuseumDatabase.with(museums) { database async throws in
            _ = try await database.add([
                museum("d", LocalizedText(english: "Castle"), city: LocalizedText(english: "Mir"))
            ])
            try await body(database)
        }
    }

    private static func house(_ id: String, _ name: String = "House") throws -> MuseumRecord {
        try museum(
            id, LocalizedText(english: name, russian: "Дом"), city: LocalizedText(english: "Minsk", russian: "Минск"))
    }

    @Test func `A bundle holds the museums of a city as museums get shows them, in any of its names`() async throws {
        try await withMuseums { database async throws in
            try await database.handler.pictures.store(Self.picture, files: [], of: MuseumID(unchecked: "b"))
            let whole = try await page(database)
            #expect(whole.isWhole && whole.removed.isEmpty && whole.nextCursor == nil)
            #expect(whole.items.map(\.id.text).sorted() == ["a", "b", "c"])
            let shown = try await database.get("b")
            #expect(whole.items.first { $0.id.text == "b" } == shown && shown.picture?.author == "Ada")
            let russian = try await page(database, city: "МИНСК", in: .russian)
            #expect(Set(russian.items.map(\.name)) == ["Дом"] && russian.items.count == 3)
            #expect(try await page(database, city: "Mir").items.map(\.id.text) == ["d"])
            #expect(try await page(database, country: "PL").items.isEmpty)
            #expect(try await page(database, city: "!").items.isEmpty)
        }
    }

    @Test func `A delta holds exactly what editors changed, removed and restored`() async throws {
        try await withMuseums { database async throws in
            var version = try await page(database).version
            #expect(try await delta(database, since: version) == [])
            let a = try await EditorCalls.put(
                EditorCalls.params(
                    "a", version: EditorCalls.record("a", in: database).version, name: "Mill", city: "Minsk",
                    at: .at(53.9, 27.5)), in: database)
            #expect(try await delta(database, since: version) == ["a"])
            #expect(try await delta(database, since: version, city: "Mir") == [])
            version = try await page(database, since: version).version

            let removed = try await EditorCalls.remove(a, in: database)
            #expect(try await delta(database, since: version) == ["-a"])
            let afterRemoval = try await page(database, since: version).version
            let restored = try await EditorCalls.restore(removed, in: database)
            #expect(try await delta(database, since: afterRemoval) == ["a"])
            #expect(try await delta(database, since: version) == ["a"], "it was there before, and is again")
            version = try await page(database, since: afterRemoval).version

            // A museum that moves is gone from one city and new in the other.
            _ = try await EditorCalls.put(
                EditorCalls.params("a", version: restored.version, name: "Mill", city: "Mir", at: .at(53.4, 26.4)),
                in: database)
            #expect(try await delta(database, since: version) == ["-a"])
            #expect(try await delta(database, since: version, city: "Mir") == ["a"])
            #expect(try await page(database).items.map(\.id.text).sorted() == ["b", "c"])
            #expect(try await page(database).removed.isEmpty, "whoever holds nothing need not remove anything")
        }
    }

    @Test func `A delta holds exactly what a load changed, added and removed, and new pictures and facts`() async throws
    {
        try await withMuseums { database async throws in
            var version = try await page(database).version
            let next = [try Self.house("a"), try Self.house("b", "Mill"), try Self.house("e")]
            try await database.add(next, replacesAll: true)
            #expect(try await delta(database, since: version) == ["b", "e", "-c"])
            #expect(try await delta(database, since: version, city: "Mir") == ["-d"])
            version = try await page(database, since: version).version
            try await database.add(next, replacesAll: true)
            #expect(try await delta(database, since: version) == [], "a load without changes changes nothing")

            try await database.handler.pictures.store(Self.picture, files: [], of: MuseumID(unchecked: "e"))
            #expect(try await delta(database, since: version) == ["e"])
            version = try await page(database, since: version).version
            let fact = MuseumFact(kind: .price, value: "free", source: "x", date: try #require(LocalDate("2026-11-20")))
            _ = try await FactStore(client: database.client).load(timeout: .seconds(60)) {
                OneFact(fact: FileFact(line: 2, museum: MuseumID(unchecked: "a"), kind: .price, fact: fact))
            }
            #expect(try await delta(database, since: version) == ["a"])
            #expect(try await page(database, since: version).items.first?.price?.value == "free")
        }
    }

    @Test func `A museum that changes while a bundle is read is in the next delta`() async throws {
        try await withMuseums { database async throws in
            let first = try await page(database, limit: 2)
            #expect(first.items.count == 2 && first.isWhole)
            let changed = try #require(first.items.last?.id.text)
            _ = try await EditorCalls.remove(EditorCalls.record(changed, in: database), in: database)
            let second = try await page(database, cursor: first.nextCursor, limit: 2)
            #expect(second.version == first.version && second.nextCursor == nil && second.isWhole)
            #expect(Set((first.items + second.items).map(\.id.text)).count == 3)
            #expect(try await delta(database, since: second.version) == ["-\(changed)"])
        }
    }

    @Test func `A version that the database does not know gives a whole bundle, and a foreign cursor is refused`()
        async throws
    {
        try await withMuseums { database async throws in
            for version in ["1", "99999999999999", "-5", "abc"] {
                let page = try await page(database, since: BundleVersion(unchecked: version))
                #expect(page.isWhole && page.items.count == 3)
            }
            let cursor = try #require(try await page(database, limit: 1).nextCursor)
            await #expect(throws: RPCError.self) { try await page(database, city: "Mir", cursor: cursor) }
        }
    }

    /// Makes all changes older by a time.
    private func age(_ database: MuseumDatabase, by milliseconds: Int64) async throws {
        let statements = [
            PreparedStatement("test.age.changes", "UPDATE museum_changes SET number = number - :age::bigint"),
            PreparedStatement("test.age.cities", "UPDATE museum_city_changes SET number = number - :age::bigint"),
        ]
        for statement in statements { _ = try await database.client.query(statement, ["age": milliseconds]) }
    }

    /// Counts the removed museums that are remembered; each has a row for every name of its city.
    private func goneMuseums(_ database: MuseumDatabase) async throws -> Int {
        let count = PreparedStatement(
            "test.gone",
            "SELECT count(DISTINCT museum_id) AS gone FROM museum_city_changes WHERE NOT is_present")
        return try await database.client.query(count).only.read("gone")
    }

    private func remove(_ id: String, in database: MuseumDatabase) async throws {
        _ = try await EditorCalls.remove(EditorCalls.record(id, in: database), in: database)
    }

    @Test func `After 400 days a version gives a whole bundle, and removed museums are forgotten`() async throws {
        try await withMuseums { database async throws in
            let store = BundleStore(client: database.client)
            let expired = try await page(database).version
            try await remove("a", in: database)
            try await age(database, by: BundleStore.lifetime)
            let known = try await store.latest(knowing: 0, deadline: .now + .seconds(30)).0
            #expect(try await store.removeExpired(deadline: .now + .seconds(30)) > 0)

            // The latest change stays, so that numbers go on, and whoever has seen it gets a delta.
            let version = BundleVersion(unchecked: "\(known)")
            #expect(try await page(database, since: version).version == version)
            #expect(try await delta(database, since: version) == [])
            #expect(try await goneMuseums(database) == 0)
            let aged = try #require(Int64(expired.text)) - BundleStore.lifetime
            let whole = try await page(database, since: BundleVersion(unchecked: "\(aged)"))
            #expect(whole.isWhole && whole.items.map(\.id.text).sorted() == ["b", "c"])

            try await remove("b", in: database)
            #expect(try await store.removeExpired(deadline: .now + .seconds(30)) == 1)
            #expect(try await goneMuseums(database) == 0, "no version before the removal is known any more")
        }
    }

    @Test func `A delta ends with an error if its version is forgotten between its pages`() async throws {
        try await withMuseums { database async throws in
            let version = try await page(database).version
            for id in ["a", "b"] { try await remove(id, in: database) }
            let first = try await page(database, since: version, limit: 1)
            #expect(first.removed.map(\.text) == ["a"])
            let cursor = try #require(first.nextCursor)
            let store = BundleStore(client: database.client, maximumChanges: 1)
            #expect(try await store.removeExpired(deadline: .now + .seconds(30)) > 0)
            let error = await #expect(throws: RPCError.self) {
                _ = try await page(database, since: version, cursor: cursor, limit: 1)
            }
            #expect(error?.code == .invalidParams)
            #expect(try await page(database, since: version).isWhole)
        }
    }

    @Test func `Of many changes the latest ones stay, and deltas from them are complete`() async throws {
        try await withMuseums { database async throws in
            try await remove("a", in: database)
            let version = try await page(database).version
            try await remove("b", in: database)
            let store = BundleStore(client: database.client, maximumChanges: 2)
            #expect(try await store.removeExpired(deadline: .now + .seconds(30)) > 0)
            #expect(try await store.removeExpired(deadline: .now + .seconds(30)) == 0)
            #expect(try await delta(database, since: version) == ["-b"])
            #expect(try await goneMuseums(database) == 1)
        }
    }

    @Test func `A page of long texts is shorter, so that its answer stays within its limit`() async throws {
        let text = LocalizedText(english: String(repeating: "ы", count: 4_000))
        let museums = try (0..<60).map {
            try museum("m\($0)", LocalizedText(english: "House"), description: text)
        }
        try await MuseumDatabase.with(museums) { database async throws in
            var ids: Set<String> = []
            var cursor: Cursor?
            repeat {
                let page = try await page(database, cursor: cursor, limit: 100)
                #expect(page.items.count <= 32 && !page.items.isEmpty)
                ids.formUnion(page.items.map(\.id.text))
                cursor = page.nextCursor
            } while cursor != nil
            #expect(ids.count == 60)
        }
    }
}

/// A source of one fact.
private struct OneFact: FactSource {
    let fact: FileFact
    var refusals: [SourceLineRefusal] = []
    private var isRead = false

    init(fact: FileFact) { self.fact = fact }

    mutating func next(_ count: Int) throws -> [FileFact]? {
        defer { isRead = true }
        return isRead ? nil : [fact]
    }
}
