import MuseumsContract
import Postgres
import Testing
import Values

@testable import MuseumsService

/// Tests each step of a search by words alone, with the example of `docs/museums.md`: a search for `garden`.
@Suite struct RankingStepTests {
    /// A search for the first `limit` museums that ranks fewer than `ranked`.
    private struct Search {
        var text = "garden"
        /// The spellings of corrected words, in place of `text`.
        var corrected: [[String]]?
        var ranked = 1_000
        var limit = 10
        var after = SearchKey.start
        var filter = SearchFilter()
        var scope = MuseumListRequest.Scope.everything
        var near: Location?
    }

    /// Runs a step with those that it reads; returns the values of its rows, separated by spaces.
    private static func run(
        _ step: String, _ columns: [String] = ["band", "id"], of search: Search = Search(),
        in database: MuseumDatabase
    ) async throws -> [String] {
        let order = SearchOrder(near: search.near)
        let request = MuseumListRequest(
            scope: search.scope, filter: search.filter, order: order, after: search.after, limit: search.limit,
            isCounted: true)
        let query = try search.corrected.map { SearchQuery(spellings: $0) } ?? #require(SearchQuery(search.text))
        let store = MuseumStore(client: database.client, limits: MuseumStore.Limits(ranked: search.ranked))
        let sql: OrderSQL = search.near == nil ? .importance : .nearest(north: ":north", east: ":east")
        let texts = columns.map { "coalesce(\($0)::text, 'unknown')" }.joined(separator: ", ")
        let statement = PreparedStatement(
            "test.step", "\(RankingSteps(order: sql).all.clause) SELECT concat_ws(' ', \(texts)) AS row FROM \(step)")
        let parameters = store.parameters(of: query, request)
        return try await database.client.query(statement, parameters).map { try $0.read("row") }
    }

    private static func records() throws -> [MuseumRecord] {
        func record(
            _ id: String, _ name: String, _ city: String, popularity: Int, description: String? = nil, at east: Double
        ) throws -> MuseumRecord {
            try museum(
                id, LocalizedText(english: name), city: LocalizedText(english: city), category: .general,
                country: "XX", popularity: popularity, description: LocalizedText(english: description),
                at: (0, east))
        }
        return [
            try record("garden", "Garden", "Oslo", popularity: 10, at: 1),
            try record("rose", "Rose Garden", "Bonn", popularity: 50, at: 2),
            try record("tea", "Tea Garden House", "Riga", popularity: 40, at: 3),
            try record("toys", "Toy Museum", "Garden City", popularity: 60, at: 4),
            try record("manor", "Manor", "Kyiv", popularity: 70, description: "A house with a garden", at: 5),
            try record("mill", "Water Mill", "Kyiv", popularity: 90, at: 6),
        ]
    }

    /// Sets the number of museums that have each word like `pattern` in a name or city.
    private static func setMuseums(_ count: Int, of pattern: String, in database: MuseumDatabase) async throws {
        let update = PreparedStatement(
            "test.update", "UPDATE museum_vocabulary SET museums = :count::integer WHERE word LIKE :pattern")
        _ = try await database.client.query(update, ["count": count, "pattern": pattern])
    }

    private static func with(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        try await MuseumDatabase.with(records(), body)
    }

    @Test func `The query has the words, the texts to search and the whole name, each with the filter`() async throws {
        try await Self.with { database async throws in
            let columns = ["words", "wanted", "exact", "whole"]
            var search = Search(text: "rose gardens", scope: .names)
            #expect(
                try await Self.run("query", columns, of: search, in: database) == [
                    "'rose' & ( 'gardens':* | 'garden' ) 'rose':AB & ( 'gardens':*AB | 'garden':AB ) "
                        + "'=name:rose gardens' | '=name:rose gardens':* '=name:rose gardens'"
                ])
            search = Search(filter: SearchFilter(category: .art))
            #expect(
                try await Self.run("query", columns, of: search, in: database) == [
                    "( 'garden':* | 'garden' ) & '=category:art' ( 'garden':* | 'garden' ) & '=category:art' "
                        + "'=name:garden' & '=category:art' '=name:garden'"
                ])
        }
    }

    @Test(arguments: [
        ("garden", "4"), ("gard", "4"), ("water garden", "1"), ("garden water", "1"), ("ga", "4"),
        ("nothing", "0"), ("nothing garden", "0"), ("gardens gard", "4"), ("of garden", "4"),
        ("all garden", "4"), ("all ga", "4"), ("all g", "unknown"), ("tea g", "1"), ("gardenя garden", "0"),
    ])
    func `The estimate is the number of museums with the rarest word`(text: String, museums: String) async throws {
        try await Self.with { database async throws in
            let search = Search(text: text)
            #expect(try await Self.run("estimate", ["museums"], of: search, in: database) == [museums])
        }
    }

    @Test func `The estimate is unknown if a thousand words continue the last one`() async throws {
        try await Self.with { database async throws in
            let insert = PreparedStatement(
                "test.insert",
                """
                INSERT INTO museum_vocabulary (word, museums)
                SELECT 'xy' || number, 1 FROM generate_series(1, :words::integer) AS number
                """)
            _ = try await database.client.query(insert, ["words": 999])
            #expect(try await Self.run("estimate", ["museums"], of: Search(text: "xy"), in: database) == ["999"])
            _ = try await database.client.query(
                PreparedStatement("test.more", "INSERT INTO museum_vocabulary (word, museums) VALUES ('xyz', 1)"))
            #expect(try await Self.run("estimate", ["museums"], of: Search(text: "xy"), in: database) == ["unknown"])
        }
    }

    @Test func `The estimate of a corrected word is that of all its spellings`() async throws {
        try await Self.with { database async throws in
            for (spellings, museums) in [
                ([["rise", "rose"]], "1"), ([["garden", "rose"]], "5"), ([["xx", "garden"]], "4"),
                ([["rise", "rose"], ["garden"]], "1"), ([["rose", "garden"], ["garden", "rose"]], "5"),
                ([["rose", "garden"], ["water", "rose"], ["garden"]], "2"),
            ] {
                let search = Search(corrected: spellings)
                #expect(try await Self.run("estimate", ["museums"], of: search, in: database) == [museums])
            }
        }
    }

    @Test(arguments: [
        ("rose garden", "true 'rose'"), ("rose gard", "true 'rose'"), ("water garden", "true 'water'"),
        ("nothing garden", "true 'noth'"), ("garden rose", "false"), ("garden", "false"), ("the garden", "false"),
        ("of garden", "false"), ("h ga", "true 'h'"), ("st ga", "true 'st'"), ("a ga", "false"),
    ])
    func `The index is not asked for a last word that many more museums have than the others`(
        text: String, probe: String
    ) async throws {
        try await Self.with { database async throws in
            try await Self.setMuseums(45, of: "garden%", in: database)
            let columns = ["is_shorter", "CASE WHEN is_shorter THEN words::text ELSE '' END"]
            #expect(
                try await Self.run("probe", columns, of: Search(text: text), in: database)
                    == [probe == "false" ? "false " : probe])
        }
    }

    @Test(arguments: [("rose garden", "true"), ("house garden", "false")])
    func `The others are counted in all texts, of which the vocabulary knows names and cities only`(
        text: String, isShorter: String
    ) async throws {
        try await Self.with { database async throws in
            // Both words are in one name; a description has “house”, too.
            try await Self.setMuseums(20, of: "garden", in: database)
            let search = Search(text: text)
            #expect(try await Self.run("first_words", ["affordable"], of: search, in: database) == ["2"])
            #expect(try await Self.run("probe", ["is_shorter"], of: search, in: database) == [isShorter])
        }
    }

    @Test(arguments: [
        (Search(text: "rose house garden"), "'rose' & 'hous' 5 true"), (Search(), " 0 false"),
        (Search(text: "of garden"), " 0 false"), (Search(text: "manor tea garden"), "'manor' & 'tea' 5 true"),
        (Search(text: "garden house"), "'garden' 0 false"),
        (Search(text: "rose garden", filter: SearchFilter(category: .art)), "'rose' & '=category:art' 5 true"),
    ])
    private func `The first words have the filter, and cost nothing to compare if the last one is as rare`(
        search: Search, row: String
    ) async throws {
        try await Self.with { database async throws in
            try await Self.setMuseums(45, of: "garden", in: database)
            let columns = ["words", "affordable", "have_few_names"]
            #expect(try await Self.run("first_words", columns, of: search, in: database) == [row])
        }
    }

    @Test(arguments: [("rose garden", "0 false"), ("tea house garden", "5 false")])
    func `Several first words may each be twice as common, since fewer museums have all of them`(
        text: String, row: String
    ) async throws {
        try await Self.with { database async throws in
            try await Self.setMuseums(8, of: "%", in: database)
            try await Self.setMuseums(45, of: "garden", in: database)
            let columns = ["affordable", "have_few_names"]
            #expect(try await Self.run("first_words", columns, of: Search(text: text), in: database) == [row])
        }
    }

    @Test func `The walk takes names with common words in their order, except whole names`() async throws {
        try await Self.with { database async throws in
            var search = Search(ranked: 4, limit: 5)
            #expect(try await Self.run("walk", of: search, in: database) == ["1 rose", "1 tea"])
            search.limit = 1
            #expect(try await Self.run("walk", of: search, in: database) == ["1 rose"])
            search.after = SearchKey(band: 1, place: 50, id: "rose")
            #expect(try await Self.run("walk", of: search, in: database) == ["1 tea"])
            search = Search(ranked: 5)
            #expect(try await Self.run("walk", of: search, in: database) == [], "the word is not common")
            search = Search(ranked: 4, near: .at(0, 3))
            #expect(try await Self.run("walk", ["id"], of: search, in: database) == ["tea", "rose", "garden"])
        }
    }

    @Test func `Far more matches than the limit are expected by a sample, and not counted`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.addMany(3_000)
            let insert = PreparedStatement(
                "test.insert", "INSERT INTO museum_vocabulary (word, museums) VALUES ('museum', 1000), ('house', 3000)")
            _ = try await database.client.query(insert)
            let raise = PreparedStatement(
                "test.raise", "UPDATE museums SET popularity = 50 WHERE id IN ('xx-000003', 'xx-000006')")
            _ = try await database.client.query(raise)
            let search = Search(text: "house museum", ranked: 100, limit: 2)
            let expected = try await Self.run("expected", ["matches"], of: search, in: database)
            // One in three of 3,000 names has both words.
            #expect((800.0...1_200).contains(try #require(Double(expected[0]))), "\(expected)")
            #expect(try await Self.run("counted", ["matches"], of: search, in: database) == ["100"])
            // That is not far more than the limit.
            let close = Search(text: "house museum", ranked: 900, limit: 2)
            #expect(try await Self.run("expected", ["matches"], of: close, in: database) == ["0"])
            #expect(try await Self.run("counted", ["matches"], of: close, in: database) == ["900"])
        }
    }

    @Test func `Matches are not collected if a sample has far too many and the last word is common`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.addMany(3_000)
            // More museums than a tenth of 1,000 have the first word, although few names are known to.
            let insert = PreparedStatement(
                "test.insert", "INSERT INTO museum_vocabulary (word, museums) VALUES ('museum', 1000), ('house', 50)")
            _ = try await database.client.query(insert)
            for (ranked, found, size) in [(100, 0, "100 false"), (900, 900, "900 false"), (1_100, 1_000, "1000 true")] {
                let search = Search(text: "house museum", ranked: ranked, limit: 2)
                #expect(try await Self.run("found", ["id"], of: search, in: database).count == found)
                #expect(try await Self.run("size", ["matches", "is_ranked"], of: search, in: database) == [size])
            }
        }
    }

    @Test func `A corrected word alone is not counted if one of its spellings is common`() async throws {
        try await Self.with { database async throws in
            try await Self.setMuseums(9, of: "garden", in: database)
            let search = Search(corrected: [["gardn", "garden"]], ranked: 9, limit: 2)
            #expect(try await Self.run("counted", ["matches"], of: search, in: database) == ["9"])
        }
    }

    @Test func `There is no walk for more than four words`() async throws {
        try await Self.with { database async throws in
            for (text, ids) in [("tea garden house tea", ["tea"]), ("tea garden house tea garden", [])] {
                let search = Search(text: text, ranked: 0, limit: 1)
                #expect(try await Self.run("walk", ["id"], of: search, in: database) == ids)
            }
        }
    }

    @Test func `The walk ends after fifty museums for each row`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.addMany(300)
            func assume(_ museums: Int) async throws {
                let insert = PreparedStatement(
                    "test.assume",
                    """
                    INSERT INTO museum_vocabulary (word, museums) VALUES ('garden', :museums::integer)
                    ON CONFLICT (word) DO UPDATE SET museums = excluded.museums
                    """)
                _ = try await database.client.query(insert, ["museums": museums])
            }
            let search = Search(text: "garden", ranked: 0, limit: 2)
            try await assume(6)
            // Of the hundred most important museums, one has the word.
            #expect(try await Self.run("walk", of: search, in: database) == ["1 xx-000200"])
            try await assume(5)
            #expect(try await Self.run("walk", of: search, in: database) == [], "fewer than one in fifty have it")
            try await assume(600)
            // A quarter of these are read instead.
            let further = try await Self.run("walk", of: search, in: database)
            #expect(further == ["1 xx-000200", "1 xx-000100"])
        }
    }

    @Test func `The index finds matches in all texts, or in names, unless the walk filled the page`() async throws {
        try await Self.with { database async throws in
            func found(_ search: Search) async throws -> Set<String> {
                try await Set(Self.run("found", ["id"], of: search, in: database))
            }
            #expect(try await found(Search()) == ["garden", "rose", "tea", "toys", "manor"])
            #expect(try await found(Search(scope: .names)) == ["garden", "rose", "tea"])
            #expect(try await found(Search(ranked: 3)).count == 3)
            #expect(try await found(Search(ranked: 4, limit: 2)) == [], "the walk fills the page")
        }
    }

    @Test func `Names with common words are found unless the walk filled the page, and may suffice`() async throws {
        try await Self.with { database async throws in
            func found(_ step: String, _ search: Search) async throws -> Set<String> {
                try await Set(Self.run(step, ["id"], of: search, in: database))
            }
            #expect(try await found("named", Search(ranked: 3)) == ["rose", "tea"])
            #expect(try await found("found", Search(ranked: 3)).count == 3, "too few names")
            #expect(try await found("named", Search(ranked: 2)) == ["rose", "tea"])
            #expect(try await found("found", Search(ranked: 2)) == [], "the names are too many to rank")
            #expect(try await found("named", Search(ranked: 4, limit: 2)) == [], "the walk fills the page")
            #expect(try await found("named", Search()) == [], "the word is not common")
            let second = Search(ranked: 2, after: SearchKey(band: 4, place: 30, id: "manor"))
            #expect(try await found("named", second) == [], "the page begins after all names")
        }
    }

    @Test func `Matches are counted up to the limit if the walk filled the page`() async throws {
        try await Self.with { database async throws in
            let general = SearchFilter(category: .general)
            for (search, matches) in [
                (Search(ranked: 4, limit: 2, filter: general), "4"),
                (Search(ranked: 3, limit: 1, filter: general), "3"),
                (Search(ranked: 4, filter: general), "0"), (Search(ranked: 4), "0"),
            ] {
                #expect(try await Self.run("counted", ["matches"], of: search, in: database) == [matches])
            }
        }
    }

    @Test func `A common word alone is not counted, since the vocabulary knows`() async throws {
        try await Self.with { database async throws in
            let update = PreparedStatement(
                "test.update", "UPDATE museum_vocabulary SET museums = 9 WHERE word = 'garden'")
            _ = try await database.client.query(update)
            for (search, matches) in [
                (Search(ranked: 9, limit: 2), "9"), (Search(text: "gard", ranked: 9, limit: 2), "9"),
                (Search(ranked: 9, limit: 2, filter: SearchFilter(category: .general)), "5"),
                (Search(ranked: 9, limit: 2, scope: .names), "3"),
            ] {
                #expect(try await Self.run("counted", ["matches"], of: search, in: database) == [matches])
            }
        }
    }

    @Test func `Matches are ranked if there are fewer than the limit`() async throws {
        try await Self.with { database async throws in
            for (search, size) in [
                (Search(), "5 true"), (Search(ranked: 6), "5 true"), (Search(ranked: 5), "5 false"),
                (Search(ranked: 4, limit: 2), "0 false"), (Search(ranked: 2), "2 false"),
            ] {
                #expect(try await Self.run("size", ["matches", "is_ranked"], of: search, in: database) == [size])
            }
        }
    }

    @Test func `Ranked matches come by the whole name, words of names, of cities, and of descriptions`() async throws {
        try await Self.with { database async throws in
            let bands = ["0 garden", "1 rose", "1 tea", "2 toys", "3 manor"]
            #expect(try await Self.run("ranked", of: Search(), in: database) == bands)
            var search = Search(limit: 2, after: SearchKey(band: 1, place: 50, id: "rose"))
            #expect(try await Self.run("ranked", of: search, in: database) == ["1 tea", "2 toys"])
            search = Search(ranked: 5)
            #expect(try await Self.run("ranked", of: search, in: database) == [])
            search = Search(near: .at(0, 3.1))
            #expect(
                try await Self.run("ranked", of: search, in: database)
                    == ["1 tea", "1 rose", "1 garden", "2 toys", "3 manor"])
        }
    }

    @Test func `Beyond the limit, whole names are found alone`() async throws {
        try await Self.with { database async throws in
            #expect(try await Self.run("whole_names", of: Search(ranked: 3), in: database) == ["0 garden"])
            #expect(try await Self.run("whole_names", of: Search(), in: database) == [])
            let search = Search(ranked: 3, after: SearchKey(band: 1, place: 50, id: "rose"))
            #expect(try await Self.run("whole_names", of: search, in: database) == [])
        }
    }

    @Test(arguments: [("ranked", 1_000), ("whole_names", 0)])
    func `Whole names come before those that begin like the query, and these before others`(
        step: String, ranked: Int
    ) async throws {
        let names = [("old", "The Old Mill", 90), ("new", "Old Mill Museum", 60), ("mill", "Old Mill", 10)]
        let museums = try names.map { id, name, popularity in
            try museum(id, LocalizedText(english: name), popularity: popularity)
        }
        try await MuseumDatabase.with(museums) { database async throws in
            var search = Search(text: "old mill", ranked: ranked)
            let columns = ["band", "place", "id"]
            let whole = try await Self.run(step, columns, of: search, in: database)
            let place = 90 - SearchKey.wholeNameAdvance
            let all = ["0 \(place) mill", "0 40 new", "1 10 old"]
            #expect(whole == (step == "ranked" ? all : Array(all.prefix(2))))
            search.after = SearchKey(band: 0, place: Double(place), id: "mill")
            #expect(try await Self.run(step, columns, of: search, in: database) == Array(whole.dropFirst()))
        }
    }

    @Test func `Beyond the limit, names come in their order, however rare their words are`() async throws {
        try await Self.with { database async throws in
            #expect(try await Self.run("names", of: Search(ranked: 3), in: database) == ["1 rose", "1 tea"])
            var search = Search(ranked: 3, after: SearchKey(band: 1, place: 50, id: "rose"))
            #expect(try await Self.run("names", of: search, in: database) == ["1 tea"])
            search = Search(ranked: 3, limit: 2)
            #expect(try await Self.run("names", of: search, in: database) == [], "the walk fills the page")
            #expect(try await Self.run("names", of: Search(), in: database) == [], "all are ranked")
        }
    }

    @Test func `Beyond the limit, all others follow in their order, at first the next ones`() async throws {
        try await Self.with { database async throws in
            for step in ["next_others", "others"] {
                #expect(try await Self.run(step, of: Search(ranked: 3), in: database) == ["4 manor", "4 toys"])
                var search = Search(ranked: 3, after: SearchKey(band: 4, place: 30, id: "manor"))
                #expect(try await Self.run(step, of: search, in: database) == ["4 toys"])
                search = Search(ranked: 3, scope: .names)
                #expect(try await Self.run(step, of: search, in: database) == [])
                #expect(try await Self.run(step, of: Search(), in: database) == [], "all are ranked")
            }
            let search = Search(text: "kyiv", ranked: 2, limit: 2)
            #expect(try await Self.run("next_others", of: search, in: database) == ["4 mill", "4 manor"])
            #expect(try await Self.run("others", of: search, in: database) == [], "the next ones fill the page")
        }
    }

    @Test func `The walk through others ends after fifty museums for each row`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.addMany(300)
            // `City 199` is not in a name, and in that of no museum among the hundred most important ones.
            let search = Search(text: "199 city", ranked: 1, limit: 1)
            #expect(try await Self.run("next_others", of: search, in: database) == [])
            #expect(try await Self.run("others", of: search, in: database) == ["4 xx-000199"])
        }
    }

    @Test func `The page has the first rows of all steps`() async throws {
        try await Self.with { database async throws in
            for (search, rows) in [
                (Search(limit: 3), ["0 garden", "1 rose", "1 tea"]),
                (Search(ranked: 4, limit: 2), ["0 garden", "1 rose"]),
                (Search(ranked: 3, limit: 4), ["0 garden", "1 rose", "1 tea", "4 manor"]),
                (Search(text: "kyiv", ranked: 2, limit: 2), ["4 mill", "4 manor"]),
            ] {
                #expect(try await Self.run("page", of: search, in: database) == rows)
            }
        }
    }
}
