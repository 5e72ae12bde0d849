import Contract
import Foundation
import MuseumsContract
import Synchronization
import Testing

@testable import MuseumsService

@Suite struct PictureTests {
    private static let header = "museum,url,width,height,author,licence"
    private static let first = "a,https://example.org/a.jpg,640,480,Jan Kowalski,CC BY-SA 4.0"

    private func withMuseums(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let museums = try ["a", "b", "c"].map { try museum($0, LocalizedText(english: "House \($0)")) }
        // Each reading of the clock is a minute later, so that no details stay cached.
        let start = ContinuousClock.now
        let looks = Atomic(0)
        try await MuseumDatabase.with(
            museums, now: { start + .seconds(60 * looks.add(1, ordering: .relaxed).newValue) }, body)
    }

    private func load(_ lines: [String], into database: MuseumDatabase) async throws -> PictureSummary {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        try Data(([Self.header] + lines).joined(separator: "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await database.pictures.load { try PictureFile(file.path) }
    }

    @Test func `A picture and its credits are on the card and in the details`() async throws {
        try await withMuseums { database async throws in
            let loaded = try await load([Self.first], into: database)
            #expect(loaded == PictureSummary(added: 1))
            let picture = Picture(
                url: "https://example.org/a.jpg", width: 640, height: 480, author: "Jan Kowalski",
                licence: "CC BY-SA 4.0")
            for query in [nil, "house", "ouse"] {
                let cards = try await database.search(query).items
                #expect(cards.map(\.picture) == [picture, nil, nil], "\(query ?? "all")")
            }
            let details = try await database.get("a")
            #expect(details.picture == picture)
            let without = try await database.get("b")
            #expect(without.picture == nil)
        }
    }

    @Test func `A second load changes nothing, another picture replaces, and an empty address removes one`()
        async throws
    {
        try await withMuseums { database async throws in
            let second = "b,https://example.org/b.jpg,640,480,A,PD"
            _ = try await load([Self.first, second], into: database)
            let same = try await load([Self.first, second], into: database)
            #expect(same == PictureSummary(unchanged: 2) && !same.changedAnything)
            let changes = try await load(
                ["a,https://example.org/other.jpg,640,480,Jan Kowalski,CC BY-SA 4.0", "b,,,,,", "c,,,,,"],
                into: database)
            #expect(changes == PictureSummary(added: 0, changed: 1, unchanged: 1, removed: 1))
            let cards = try await database.search().items
            #expect(cards.map(\.picture?.url) == ["https://example.org/other.jpg", nil, nil])
            // Changed texts keep the picture; a removed museum loses it.
            try await database.add([museum("a", LocalizedText(english: "Mill"))])
            let changed = try await database.get("a")
            #expect(changed.name == "Mill" && changed.picture != nil)
            try await database.add([museum("b", LocalizedText(english: "House b"))], replacesAll: true)
            try await database.add([museum("a", LocalizedText(english: "Mill"))])
            let back = try await database.get("a")
            #expect(back.picture == nil)
        }
    }

    @Test func `A file leaves alone the pictures that editors set or removed`() async throws {
        try await withMuseums { database async throws in
            let lines = ["b", "c"].map { "\($0),https://example.org/\($0).jpg,640,480,A,PD" }
            _ = try await load([Self.first] + lines, into: database)
            let edited = CreditedPicture(url: "upload:x", width: 9, height: 6, author: "Ada", licence: "CC0")
            try await EditorCalls.setPicture(edited, of: "a", in: database)
            try await EditorCalls.setPicture(nil, of: "b", in: database)
            let summary = try await load([Self.first, lines[0], "c,,,,,"], into: database)
            #expect(
                summary.warnings == [
                    "2: skipped: an editor set or removed the museum's picture",
                    "3: skipped: an editor set or removed the museum's picture",
                ])
            #expect(summary.removed == 1 && summary.added + summary.changed == 0)
            let removal = try await load(["a,,,,,"], into: database)
            #expect(removal.refusals.count == 1 && removal.removed == 0)
            #expect(try await database.search().items.map(\.picture?.author) == ["Ada", nil, nil])
            // A museum that comes back after its removal has the editor's picture.
            let removed = try await EditorCalls.remove(EditorCalls.record("a", in: database), in: database)
            _ = try await EditorCalls.restore(removed, in: database)
            #expect(try await load([Self.first], into: database).refusals.count == 1)
            #expect(try await database.get("a").picture?.author == "Ada")
        }
    }

    @Test func `The photographs are counted beside the museums`() async throws {
        try await withMuseums { database async throws in
            #expect(try await database.pictures.count() == PhotographCount(museums: 3, photographs: 0))
            _ = try await load([Self.first], into: database)
            let count = try await database.pictures.count()
            #expect(count.text == "museums: 3, with a photograph: 0, with a link to one: 1")
        }
    }

    @Test func `An invalid row is reported with its line, and the rest is loaded`() async throws {
        try await withMuseums { database async throws in
            let summary = try await load(
                [
                    "a,http://example.org/a.jpg,1,1,A,PD", "a,https://example.org/a b.jpg,1,1,A,PD",
                    "a,https://example.org/a.jpg,0,1,A,PD", "a,https://example.org/a.jpg,1,1,,PD",
                    "a,https://example.org/a.jpg,1,1,A,", "nowhere,https://example.org/a.jpg,1,1,A,PD", "A B,,,,,",
                    "a,b", Self.first, Self.first,
                ], into: database)
            #expect(
                summary.warnings == [
                    "2: skipped: url is not an https address in ASCII",
                    "3: skipped: url is not an https address in ASCII",
                    "4: skipped: width is not within 1 to 20000 pixels", "5: skipped: author is empty",
                    "6: skipped: licence is empty", "7: skipped: there is no museum nowhere",
                    "8: skipped: museum is not the id of a museum", "9: skipped: 2 fields instead of 6",
                    "11: skipped: line 10 has the picture of this museum",
                ])
            #expect(
                summary.totals
                    == "1 pictures added, 0 changed, 0 removed, 0 unchanged, 9 rows skipped")
            let other = #expect(throws: CSVTable.Fault.self) {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
                try Data("id,url\n".utf8).write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                _ = try PictureFile(file.path)
            }
            #expect(other?.description.contains("required are the columns museum,url,width") == true)
        }
    }
}
