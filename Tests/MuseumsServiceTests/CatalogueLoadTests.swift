import MuseumsContract
import Postgres
import Testing
import Values

@testable import MuseumsService

@Suite struct CatalogueLoadTests {
    private func named(_ ids: [String], _ name: String = "House") throws -> [MuseumRecord] {
        try ids.map { try museum($0, LocalizedText(english: "\(name) \($0)")) }
    }

    @Test func `A second load changes nothing`() async throws {
        try await MuseumDatabase.with { database async throws in
            let museums = try named(["a", "b", "c"])
            #expect(try await database.add(museums) == LoadSummary(added: 3))
            #expect(try await database.add(museums) == LoadSummary(unchanged: 3))
        }
    }

    @Test func `Only changed museums are written`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.add(named(["a", "b"]))
            let second = try named(["a"]) + named(["b"], "Mill") + named(["c"])
            #expect(try await database.add(second) == LoadSummary(added: 1, changed: 1, unchanged: 1))
            #expect(try await database.ids("mill") == ["b"])
            #expect(try await database.ids("house") == ["a", "c"], "the old words are gone")
            #expect(try await database.add(named(["a"])) == LoadSummary(unchanged: 1))
            #expect(try await database.allIDs(limit: 10) == ["a", "b", "c"], "an import takes nothing away")
        }
    }

    @Test func `Museums that leave the catalogue are removed`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.add(named(["x"]), as: "other")
            try await database.add(named(["a", "b"]), as: "catalogue", replacesAll: true)
            let summary = try await database.add(named(["b"]), as: "catalogue", replacesAll: true)
            #expect(summary == LoadSummary(unchanged: 1, removed: 1))
            #expect(try await database.allIDs(limit: 10) == ["b", "x"])
            let world = try #require(
                BoundingBox(
                    west: Longitude(unchecked: -180), south: Latitude(unchecked: -90), east: Longitude(unchecked: 180),
                    north: Latitude(unchecked: 90)))
            #expect(try await database.map(world, zoom: 0).total == 2, "the map knows")
        }
    }

    @Test func `Museums of another source stay unchanged`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.add(named(["a"]), as: "catalogue")
            let summary = try await database.add(named(["a"], "Other") + named(["b"]), as: "file")
            #expect(summary.added == 1 && summary.foreign == [LoadSummary.Note(line: 1, text: "a")])
            #expect(try await database.get("a").name == "House a")
        }
    }

    @Test func `Lines with the same id get different ids`() async throws {
        let same = try named(["a"])
        let others = try named(["a"], "Mill") + named(["a"], "Barn")
        // The last line has the id that the second line is given.
        let museums = try same + others + same + named(["a-2"], "Late")
        try await MuseumDatabase.with { database async throws in
            var expected = LoadSummary(added: 3)
            expected.repeated = [LoadSummary.Note(line: 4, text: "1")]
            expected.renamed = [LoadSummary.Note(line: 2, text: "a-2"), LoadSummary.Note(line: 3, text: "a-3")]
            expected.taken = [LoadSummary.Note(line: 5, text: "a-2")]
            #expect(try await database.add(museums) == expected)
            (expected.added, expected.unchanged) = (0, 3)
            #expect(try await database.add(museums) == expected)
            #expect(try await database.get("a-2").name == "Mill a")
        }
    }

    @Test func `A failing source loads nothing`() async throws {
        struct Broken: MuseumSource {
            struct Failure: Error {}
            var report = SourceReport()
            var source: RecordSource
            mutating func next() throws -> [NumberedMuseum]? {
                guard let museums = source.next() else { throw Failure() }
                return museums
            }
        }
        try await MuseumDatabase.with { database async throws in
            let museums = try named(["a", "b"])
            await #expect(throws: Broken.Failure.self) {
                try await database.catalogue.load("broken", replacesAll: false) {
                    Broken(source: RecordSource(museums))
                }
            }
            #expect(try await database.allIDs(limit: 10) == [])
            #expect(try await database.add(museums).added == 2, "and the next load is not in its way")
        }
    }

    @Test func `Several replicas load the catalogue once`() async throws {
        let catalogue = BundledCatalogue()
        try await MuseumDatabase.with(poolSize: 4) { database async throws in
            let summaries = try await withThrowingTaskGroup(of: LoadSummary?.self) { group in
                for _ in 0..<3 {
                    group.addTask { try await catalogue.load(into: database.catalogue) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(try summaries.compactMap { $0 } == [LoadSummary(added: catalogue.museums().count)])
        }
    }
}
