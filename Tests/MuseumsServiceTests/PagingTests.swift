import Contract
import MuseumsContract
import RPC
import Testing
import Values

@testable import MuseumsService

@Suite struct PagingTests {
    /// Makes museums for each way of finding them: by name, by city, by description, within words, misspelt.
    static func mixed(_ count: Int, seed: UInt64) throws -> [MuseumRecord] {
        var generator = SplitMix64(seed: seed)
        let words = ["castle", "garden", "bridge", "castleton", "newcastle", "harbour", "mill", "park"]
        return try (0..<count).map { number in
            func some() -> String { words.randomElement(using: &generator) ?? "mill" }
            return try museum(
                "m-\(number)",
                LocalizedText(
                    english: Int.random(in: 0...9, using: &generator) == 0 ? some() : "\(some()) \(number) \(some())"),
                city: LocalizedText(english: some()),
                category: MuseumCategory.allCases.randomElement(using: &generator) ?? .art,
                country: Bool.random(using: &generator) ? "BY" : "US",
                popularity: Int.random(in: 1...4, using: &generator),
                description: LocalizedText(english: "\(some()) by the \(some())"))
        }
    }

    @Test(arguments: [(1_000, 5), (20, 5), (1_000, 500), (20, 500)])
    func `Pages of any size make the same list without gaps or repetitions`(ranked: Int, few: Int) async throws {
        let records = try Self.mixed(300, seed: 1)
        let name = records.lazy.compactMap { $0.name[.english] }.first { $0.contains(" ") }
        try await MuseumDatabase.with(records, ranked: ranked, few: few) { database in
            for query in [
                "castle", "cast", "garden castle", "astle", "castel", "habour", "park mill", "bridge", name, nil,
            ] {
                for country in [nil, "BY"] {
                    let whole = try await database.allIDs(query, country: country, limit: 100)
                    #expect(Set(whole).count == whole.count, "\(query ?? "")")
                    for limit in [1, 7, 20] {
                        let pages = try await database.allIDs(query, country: country, limit: limit)
                        #expect(pages == whole, "\(query ?? "all") \(country ?? "") by \(limit)")
                    }
                }
            }
            #expect(try await database.allIDs(limit: 100).count == 300)
        }
    }

    @Test(arguments: [(1_000, 5), (20, 5), (1_000, 500), (20, 500)])
    func `The nearest come first on pages of any size`(ranked: Int, few: Int) async throws {
        // Many at one place and the others anywhere, so that many share a distance.
        var generator = SplitMix64(seed: 4)
        let records = try Self.mixed(300, seed: 1).enumerated().map { number, record in
            var record = record
            record.location = .at(
                number < 60 ? 53.9 : .random(in: -90...90, using: &generator),
                number < 60 ? 27.5 : .random(in: -180...180, using: &generator))
            return record
        }
        try await MuseumDatabase.with(records, ranked: ranked, few: few) { database in
            for place in [Location.at(53.9, 27.5), .at(-18, 179.99), .at(89.9, 0)] {
                for query in ["castle", "cast", "astle", "castel", "park mill", nil] {
                    for country in [nil, "BY"] {
                        let whole = try await database.allIDs(query, country: country, near: place, limit: 100)
                        #expect(try await Set(database.allIDs(query, country: country, limit: 100)) == Set(whole))
                        #expect(Set(whole).count == whole.count, "\(query ?? "")")
                        for limit in [7, 20] {
                            let pages = try await database.allIDs(query, country: country, near: place, limit: limit)
                            #expect(pages == whole, "\(query ?? "all") \(country ?? "") by \(limit)")
                        }
                        guard query == nil else { continue }
                        let wanted = records.filter { country == nil || $0.country.text == country }
                        #expect(whole == Self.nearest(wanted, to: place), "\(country ?? "")")
                    }
                }
            }
        }
    }

    @Test(arguments: [(1_000, 5), (20, 5), (1_000, 500), (20, 500)])
    func `Pages of a rectangle make the same list, and the first one counts it`(ranked: Int, few: Int) async throws {
        var generator = SplitMix64(seed: 5)
        let records = try Self.mixed(300, seed: 6).map { record in
            var record = record
            record.location = .at(.random(in: -60...60, using: &generator), .random(in: -180...180, using: &generator))
            return record
        }
        let boxes = try [nil, BoundingBox.of(-100, -50, 120, 55), .of(150, -60, -120, 60), .of(10, 10, 30, 20)]
        try await MuseumDatabase.with(records, ranked: ranked, few: few) { database in
            for box in boxes {
                for near in [nil, Location.at(10, 170)] {
                    for query in ["castle", "cast", "astle", "castel", "habour", "park mill", "!", nil] {
                        let whole = try await database.allIDs(query, near: near, inside: box, limit: 100)
                        #expect(Set(whole).count == whole.count, "\(query ?? "")")
                        let inside = records.filter { box?.holds($0.location) ?? true }.map(\.id.text)
                        #expect(Set(inside).isSuperset(of: whole))
                        if query == nil { #expect(whole.count == inside.count) }
                        for limit in [1, 7, 20] {
                            let pages = try await database.allIDs(query, near: near, inside: box, limit: limit)
                            #expect(pages == whole, "\(query ?? "all") by \(limit)")
                            let first = try await database.search(query, near: near, inside: box, limit: limit)
                            Self.check(first, total: whole.count, ranked: ranked)
                            guard let cursor = first.nextCursor else { continue }
                            let second = try await database.search(
                                query, near: near, inside: box, cursor: cursor, limit: limit)
                            #expect(second.total == nil && second.isTotalExact == nil)
                        }
                    }
                }
            }
        }
    }

    /// Checks the total of a first page, which counts up to `ranked` museums, or all that are on the page.
    private static func check(_ page: Museums.Search.Result, total: Int, ranked: Int) {
        if page.isTotalExact == true {
            #expect(page.total == total)
        } else {
            #expect(page.isTotalExact == false && page.total == ranked && total >= ranked)
        }
    }

    @Test func `A total counts filtered museums up to its limit, and says when there may be more`() async throws {
        try await MuseumDatabase.with(ranked: 100) { database in
            try await database.addMany(600)
            for (query, city, total, isExact) in [
                (nil, nil, 100, false), ("museum", nil, 100, false), ("garden", nil, 6, true), (nil, "City 7", 3, true),
                ("museum", "City 7", 1, true), ("nothing", nil, 0, true),
            ] as [(String?, String?, Int, Bool)] {
                let page = try await database.search(query, city: city, country: "XX", category: .general, limit: 2)
                #expect(page.total == total && page.isTotalExact == isExact, "\(query ?? "") \(city ?? "")")
            }
        }
    }

    @Test func `A cursor belongs to its rectangle`() async throws {
        try await MuseumDatabase.with(Self.mixed(60, seed: 7)) { database in
            let world = try BoundingBox.of(-180, -90, 180, 90)
            let cursor = try await database.search(inside: world, limit: 5).nextCursor
            for box in [nil, try BoundingBox.of(-180, -90, 180, 89)] {
                let error = await #expect(throws: RPCError.self) {
                    try await database.search(inside: box, cursor: cursor, limit: 5)
                }
                #expect(error?.faults.map(\.pointer) == ["/cursor"])
            }
            #expect(try await database.search(inside: world, cursor: cursor, limit: 5).items.count == 5)
        }
    }

    /// Returns the expected order, found by brute force; equal distances are ordered by id.
    private static func nearest(_ museums: [MuseumRecord], to place: Location) -> [String] {
        let all = museums.map { (metres: Int(place.metres(to: $0.location).rounded()), id: $0.id.text) }
        return all.sorted { ($0.metres, $0.id) < ($1.metres, $1.id) }.map(\.id)
    }

    @Test func `Imports between pages neither skip nor repeat other museums`() async throws {
        let before = try Self.mixed(200, seed: 2)
        let coming = try Self.mixed(400, seed: 3).map { record in
            var record = record
            record.id = MuseumID(unchecked: "new-\(record.id.text)")
            return record
        }
        // While paging, the imports raise the matches above the limit of ranked ones.
        try await MuseumDatabase.with(before, ranked: 150) { database in
            for (number, query) in ["castle", "mill", nil].enumerated() {
                let expected = try await database.allIDs(query, limit: 100).filter { $0.hasPrefix("m-") }
                let ids = try await database.allIDs(query, limit: 9) { page in
                    let batch = coming.dropFirst(number * 130 + page * 12).prefix(12)
                    if page < 10 { try await database.add(Array(batch), as: "coming-\(number)-\(page)") }
                }
                #expect(ids.filter { $0.hasPrefix("m-") } == expected)
                #expect(Set(ids).count == ids.count)
            }
        }
    }

    @Test func `Museums with common words are found in order of importance`() async throws {
        try await MuseumDatabase.with { database in
            try await database.addMany(3_000)
            // Every third museum has the word in its name: the first page needs no index.
            let page = try await database.search("museum", limit: 5).items.map(\.id.text)
            let all = try await database.allIDs("museum", limit: 100)
            #expect(page.count == 5 && page == Array(all.prefix(5)))
            #expect(all.count == 1_000 && Set(all).count == 1_000)
            // Every museum has the word through its category.
            let anywhere = try await database.allIDs("history", limit: 100)
            #expect(anywhere.count == 3_000 && Set(anywhere).count == 3_000)
            #expect(try await database.allIDs("garden", limit: 7).count == 30)
        }
    }
}
