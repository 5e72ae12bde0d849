import Foundation
import MuseumsContract
import Testing
import Values

@testable import MuseumsService

@Suite struct FactTests {
    private static func load(_ csv: String, into database: MuseumDatabase) async throws -> FactSummary {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        try Data(csv.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await FactStore(client: database.client).load(timeout: .seconds(60)) { try FactFile(file.path) }
    }

    @Test func `Facts are shown with their sources, and removed by an empty value`() async throws {
        let one = try museum("a", LocalizedText(english: "House"))
        try await MuseumDatabase.with([one]) { database async throws in
            let summary = try await Self.load(
                """
                museum,fact,value,source,date
                a,opening_hours,Tu-Su 10:00-18:00,https://example.org/a,2026-11-20
                a,phone,+375 17 327-71-63,https://example.org/a,2026-11-20
                a,wheelchair,limited,A visit,2026-11-21
                a,price,12.50 BYN,A visit,2026-11-21
                """, into: database)
            #expect(summary == FactSummary(written: 4))
            let shown = try await database.get("a")
            #expect(shown.hours?.statement.source == "https://example.org/a")
            #expect(shown.hours?.timeZone.text == "Europe/Minsk" && shown.hours?.days.count == 7)
            #expect(shown.price?.value == "12.50 BYN" && shown.price?.source == "A visit")
            #expect(shown.telephone?.value == "+375 17 327-71-63" && shown.wheelchair?.date == LocalDate("2026-11-21"))
            let removed = try await Self.load("museum,fact,value,source,date\na,phone,,,\n", into: database)
            #expect(removed == FactSummary(removed: 1))
            #expect(try await database.get("a", in: .russian).telephone == nil)
        }
    }

    @Test func `Facts that are not understood are skipped with their lines`() async throws {
        try await MuseumDatabase.with([museum("a", LocalizedText(english: "House"))]) { database async throws in
            let summary = try await Self.load(
                """
                museum,fact,value,source,date
                a,opening_hours,by appointment,x,2026-11-20
                a,phone,12345,x,2026-11-20
                a,wheelchair,maybe,x,2026-11-20
                a,time_zone,Mars/Base,x,2026-11-20
                a,price,5,x,2026-11-20
                a,price,12.5 BYN,x,2026-11-20
                a,colour,red,x,2026-11-20
                a,wheelchair,yes,,2026-11-20
                a,wheelchair,yes,x,yesterday
                nowhere,wheelchair,yes,x,2026-11-20
                a,wheelchair,yes,x,2026-11-20
                """, into: database)
            #expect(summary.refusals.map(\.line) == Array(2...11) && summary.written == 1)
            #expect(try await database.get("a").hours == nil)
        }
    }

    @Test func `Hours in a country with several zones need a stated zone`() async throws {
        try await MuseumDatabase.with([museum("a", LocalizedText(english: "House"), country: "US")]) {
            database async throws in
            let header = "museum,fact,value,source,date\n"
            _ = try await Self.load(header + "a,opening_hours,10:00-18:00,x,2026-11-20\n", into: database)
            #expect(try await database.get("a").hours == nil)
            _ = try await Self.load(header + "a,time_zone,America/Chicago,x,2026-11-20\n", into: database)
            #expect(try await database.get("a", in: .russian).hours?.timeZone.text == "America/Chicago")
        }
    }

    @Test func `Lists and maps show the museums that are open now, and facets count them`() async throws {
        let museums = try ["a", "b", "c"].map { try museum($0, LocalizedText(english: "House \($0)")) }
        // A Friday, noon in Minsk.
        let noon = try #require(Instant("2026-11-27T09:00:00Z"))
        try await MuseumDatabase.with(museums, wallClock: { noon }) { database async throws in
            _ = try await Self.load(
                """
                museum,fact,value,source,date
                a,opening_hours,Fr 10:00-18:00,x,2026-11-20
                b,opening_hours,10:00-18:00; Fr off,x,2026-11-20
                """, into: database)
            for query in [nil, "house", "ouse", "huose"] {
                let list = try await database.search(query, isOpen: true, facets: [.openNow, .category])
                #expect(list.items.map(\.id.text) == ["a"], "\(query ?? "")")
                #expect(list.facets?.openNow == 1 && list.facets?.categories?.first?.count == 1)
                #expect(try await database.map(.world, zoom: 3, query: query, isOpen: true).total == 1)
                #expect(try await database.search(query, facets: [.openNow]).facets?.openNow == 1)
            }
            #expect(try await database.search(city: "Minsk", category: .general, isOpen: true).total == 1)
            #expect(try await database.search(near: .at(53, 27), isOpen: true).items.count == 1)
            #expect(try await database.get("b").hours?.status.isOpen == false)
        }
    }
}
