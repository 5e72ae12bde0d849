import Contract
import Database
import Foundation
import MuseumsContract
import RPC
import Testing
import Values

@testable import MuseumsService

@Suite struct FactEditingTests {
    /// Late in the evening of 29 November in UTC, and 30 November in Minsk.
    private static let late = Instant("2026-11-29T22:30:00Z")

    private static func withMuseums(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let late = try #require(late)
        let museums = [
            try museum("a", LocalizedText(english: "House of Weaving"), at: (53.9, 27.5)),
            try museum("b", LocalizedText(english: "House of Books"), country: "US"),
        ]
        try await MuseumDatabase.with(museums, wallClock: { late }, body)
    }

    /// Sets facts of a museum whose texts stay as they are.
    @discardableResult
    private static func set(
        _ facts: Museums.FactValues?, of record: Museums.Record, in database: MuseumDatabase
    ) async throws -> Museums.Record {
        try await EditorCalls.put(
            Museums.Put.Params(
                id: record.id, version: record.version, category: #require(record.category.known),
                countryCode: record.countryCode, location: record.location, translations: record.translations,
                aliases: record.aliases, facts: facts), in: database)
    }

    private static func load(_ lines: String, into database: MuseumDatabase) async throws -> FactSummary {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        try Data("museum,fact,value,source,date\n\(lines)\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await FactStore(client: database.client).load(timeout: .seconds(60)) { try FactFile(file.path) }
    }

    private static func value(_ text: String) -> FactValue { FactValue(unchecked: text) }

    @Test func `An editor sets facts, whose source names no person, and the texts keep their source`() async throws {
        try await Self.withMuseums { database async throws in
            _ = try await Self.load("a,price,free,A visit,2026-11-20", into: database)
            let old = try await EditorCalls.record("a", in: database)
            let set = try await Self.set(
                Museums.FactValues(
                    openingHours: Self.value("Mo-Su 10:00-18:00"), telephone: Self.value("+375 17 327-71-63"),
                    wheelchair: Self.value("limited"), price: Self.value("free")), of: old, in: database)
            #expect(set.source == "test" && set.version != old.version)
            let date = try #require(LocalDate("2026-11-30"), "the day in Minsk")
            #expect(set.facts?.telephone == Museums.Fact(value: "+375 17 327-71-63", source: "editors", date: date))
            #expect(set.facts?.price?.source == "A visit", "a fact with the same value keeps its source")
            let shown = try await database.get("a")
            #expect(shown.hours?.statement.source == "the editors of this catalogue")
            #expect(shown.hours?.days.count == 7 && shown.wheelchair?.value == "limited")
            #expect(try await database.get("a", in: .russian).telephone?.source == "редакторы каталога")
            #expect(database.changes.waiting == [.museum(old.id)])
            let made = try await EditorCalls.put(
                Museums.Put.Params(
                    id: MuseumID(unchecked: "d"), category: .castle, countryCode: CountryCode(unchecked: "US"),
                    location: .at(40, -90), translations: old.translations,
                    facts: Museums.FactValues(timeZone: Self.value("America/Chicago"))), in: database)
            #expect(made.facts?.timeZone?.date == LocalDate("2026-11-29"), "the day in Chicago")
        }
    }

    @Test func `An absent fact stays as it is, and an empty text removes it`() async throws {
        try await Self.withMuseums { database async throws in
            _ = try await Self.load("a,price,free,A visit,2026-11-20\na,wheelchair,yes,x,2026-11-20", into: database)
            let old = try await EditorCalls.record("a", in: database)
            let set = try await Self.set(Museums.FactValues(price: Self.value("")), of: old, in: database)
            #expect(set.facts?.price == nil && set.facts?.wheelchair == old.facts?.wheelchair)
            let same = try await Self.set(nil, of: set, in: database)
            #expect(same.facts == set.facts && same.source == "editors")
        }
    }

    @Test func `Facts that are not understood are refused by name, and nothing changes`() async throws {
        try await Self.withMuseums { database async throws in
            let old = try await EditorCalls.record("a", in: database)
            let error = await #expect(throws: RPCError.self) {
                try await Self.set(
                    Museums.FactValues(
                        openingHours: Self.value("by appointment"), telephone: Self.value("12345"),
                        wheelchair: Self.value("maybe"), price: Self.value("5"), timeZone: Self.value("Mars/Base")),
                    of: old, in: database)
            }
            #expect(
                error?.faults.map(\.pointer) == [
                    "/facts/openingHours", "/facts/telephone", "/facts/wheelchair", "/facts/price", "/facts/timeZone",
                ])
            #expect(error?.faults.last?.detail.english.hasPrefix("Time zone must be") == true)
            #expect(try await EditorCalls.record("a", in: database) == old)
        }
    }

    @Test func `A fact that changed in the meantime is a conflict, whoever changed it`() async throws {
        try await Self.withMuseums { database async throws in
            let old = try await EditorCalls.record("a", in: database)
            _ = try await Self.load("a,price,free,A visit,2026-11-20", into: database)
            let change = Museums.FactValues(price: Self.value("5.00 BYN"))
            #expect(
                await EditorCalls.reason { try await Self.set(change, of: old, in: database) } == "museum-changed")
            let read = try await EditorCalls.record("a", in: database)
            try await Self.set(change, of: read, in: database)
            #expect(
                await EditorCalls.reason { try await Self.set(change, of: read, in: database) } == "museum-changed")
        }
    }

    @Test func `Files leave alone the facts that an editor set or removed, and report them`() async throws {
        try await Self.withMuseums { database async throws in
            let files = """
                a,price,free,x,2026-11-20
                a,wheelchair,yes,x,2026-11-20
                a,phone,+375 17 327-71-63,x,2026-11-20
                """
            _ = try await Self.load(files, into: database)
            let old = try await EditorCalls.record("a", in: database)
            let set = try await Self.set(
                Museums.FactValues(wheelchair: Self.value("no"), price: Self.value("")), of: old, in: database)
            let summary = try await Self.load(files, into: database)
            #expect(
                summary
                    == FactSummary(
                        unchanged: 1,
                        refusals: [2, 3].map { SourceLineRefusal(line: $0, reason: FactSummary.edited) }))
            #expect(try await EditorCalls.record("a", in: database) == set)
            // An undo brings back the facts of the file, which follow files again.
            try await EditorCalls.revert(set, before: 1, in: database)
            #expect(try await Self.load(files, into: database) == FactSummary(unchanged: 3))
            let forged = try await Self.load("b,price,free,editors,2026-11-20", into: database)
            #expect(forged.refusals.map(\.line) == [2])
        }
    }

    @Test func `The history has the facts before and after a change, and an undo leaves others alone`() async throws {
        try await Self.withMuseums { database async throws in
            _ = try await Self.load("a,price,free,A visit,2026-11-20", into: database)
            let old = try await EditorCalls.record("a", in: database)
            let set = try await Self.set(
                Museums.FactValues(wheelchair: Self.value("no"), price: Self.value("5.00 BYN")), of: old, in: database)
            let shown = try await EditorCalls.edit("a", 1, in: database)
            #expect(shown.before?.facts == old.facts && shown.after == set && shown.edit.kind == .changed)
            _ = try await Self.load("a,phone,+375 17 327-71-63,x,2026-11-20", into: database)
            let read = try await EditorCalls.record("a", in: database)
            let back = try await EditorCalls.revert(read, before: 1, in: database)
            #expect(back.facts?.price == old.facts?.price && back.facts?.wheelchair == nil)
            #expect(back.facts?.telephone != nil && back.source == "test")
            let removed = try await EditorCalls.remove(back, in: database)
            #expect(removed.facts == back.facts)
            #expect(try await EditorCalls.restore(removed, in: database).facts == back.facts)
        }
    }

    @Test func `The delta of a bundle has the museums whose facts an editor changed`() async throws {
        try await Self.withMuseums { database async throws in
            func bundle(since: BundleVersion?) async throws -> Museums.Bundle.Result {
                try await database.handler.bundle.page(
                    .init(
                        city: CityName(unchecked: "Minsk"), countryCode: CountryCode(unchecked: "BY"), since: since),
                    database.context(.english))
            }
            let whole = try await bundle(since: nil)
            let old = try await EditorCalls.record("a", in: database)
            try await Self.set(Museums.FactValues(wheelchair: Self.value("yes")), of: old, in: database)
            let delta = try await bundle(since: whole.version)
            #expect(!delta.isWhole && delta.items.map(\.wheelchair?.value) == ["yes"])
        }
    }
}
