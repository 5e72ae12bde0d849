import MuseumsContract
import Postgres
import Values

/// Reads museums from PostgreSQL.
struct MuseumStore: Sendable {
    /// Limits on the work of a search.
    struct Limits: Sendable {
        /// The maximum number of matches ranked by where the words were found, and of matches counted: the setting
        /// `search.ranked`.
        var ranked = 1_000
        /// The maximum number of museums counted by their properties.
        var counted = 20_000

        /// Returns the number of matches below which further passes follow.
        ///
        /// A search counts at most as many matches as it ranks, so a higher threshold would never be reached.
        func threshold(_ few: Int) -> Int { min(few, ranked) }
    }

    let client: PostgresClient
    var limits = Limits()
    let vocabulary: VocabularyStore
    let corrections = CorrectionTurns()

    init(client: PostgresClient, limits: Limits = Limits()) {
        self.client = client
        self.limits = limits
        vocabulary = VocabularyStore(client: client)
    }

    /// Finds museums by words, in the order of ``SearchKey``.
    func museums(
        matching query: SearchQuery, _ request: MuseumListRequest, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> FoundMuseums {
        let statement = SearchStatements.words(request.order, isBoxed: request.filter.area != nil)
        return try FoundMuseums(
            await client.query(statement, parameters(of: query, request), deadline: deadline))
    }

    /// Returns the parameters of ``RankingSteps``.
    func parameters(of query: SearchQuery, _ request: MuseumListRequest) -> NamedParameters {
        let key = request.after
        let fullWords = query.words.dropLast()
        // Each page ranks as the first one did, even if the number of matches has changed since.
        let ranked =
            switch key.band {
            case SearchKey.Band.placed.rawValue, SearchKey.Band.described.rawValue: Int(Int32.max)
            case SearchKey.Band.anywhere.rawValue: 0
            default: limits.ranked
            }
        return request.parameters(after: key) + [
            "head": query.head, "last": query.last, "weights": request.scope.rawValue,
            "exact": request.order.exactName(of: query), "whole": request.order.wholeName(of: query), "ranked": ranked,
            "after_band": key.band,
            "full_words": fullWords.flatMap { $0 },
            "full_beginnings": fullWords.flatMap { $0.map(WordForms.beginning) },
            "full_places": fullWords.indices.flatMap { place in fullWords[place].map { _ in place } },
            "last_word": query.spelling.last ?? "", "last_words": query.words.last ?? [],
        ]
    }

    /// Finds museums whose names contain the query's words inside others; returns `nil` if the words are too short.
    func museums(
        containing query: SearchQuery, _ request: MuseumListRequest, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> FoundMuseums? {
        guard let parts = query.parts else { return nil }
        let order = request.order
        let start = request.after.band == SearchKey.Band.containing.rawValue ? request.after : .start
        return try FoundMuseums(
            await client.query(
                SearchStatements.containing(order, isBoxed: request.filter.area != nil),
                request.parameters(after: start) + [
                    "head": query.head, "last": query.last, "weights": request.scope.rawValue,
                    "parts": parts.parts, "patterns": parts.patterns, "ranked": limits.ranked,
                ], deadline: deadline))
    }

    /// Returns true if the query is a museum's name of several words, with any filter, so that it has no other meaning.
    ///
    /// One word may be a name by chance: beside a museum called “Kremlin” people look for others.
    func isName(_ query: SearchQuery, deadline: ContinuousClock.Instant?) async throws(PostgresError) -> Bool {
        guard query.words.count > 1 else { return false }
        return try await client.query(SearchStatements.isName, ["whole": query.wholeName], deadline: deadline)
            .only.read("is_name")
    }

    /// Counts the museums of `ids` that match a query's words.
    func matches(
        of query: SearchQuery, among ids: Set<String>, scope: MuseumListRequest.Scope,
        deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> Int {
        try await client.query(
            SearchStatements.matchesAmong,
            ["ids": ids.sorted(), "head": query.head, "last": query.last, "weights": scope.rawValue],
            deadline: deadline
        ).only.read("matches")
    }

    /// Counts the museums of each subject that has any.
    func categories(deadline: ContinuousClock.Instant?) async throws(PostgresError) -> [MuseumCategory: Int] {
        var counts: [MuseumCategory: Int] = [:]
        for row in try await client.query(BrowseStatements.categories, [:], deadline: deadline) {
            counts[try MuseumCategory(row), default: 0] += try row.read("museums")
        }
        return counts
    }

    /// Lists museums without search words, the most popular or the nearest first.
    func museums(
        _ request: MuseumListRequest, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> FoundMuseums {
        let filter = request.filter
        let statements = request.order == .importance ? BrowseStatements.byImportance : .nearest
        let statement =
            switch (filter.area, filter.city, filter.country, filter.category) {
            case (_?, nil, _, _): statements.boxed
            case (_?, _?, _, _): statements.boxedAndFiltered
            case (nil, _?, _, _): statements.filtered
            case (nil, nil, nil, nil): statements.all
            case (nil, nil, _?, nil): statements.country
            case (nil, nil, nil, _?): statements.category
            case (nil, nil, _?, _?): statements.countryAndCategory
            }
        return try FoundMuseums(
            await client.query(
                statement,
                request.parameters(after: request.after) + [
                    "country": filter.country, "category": filter.category?.rawValue, "ranked": limits.ranked,
                ], deadline: deadline))
    }

    /// Corrects the query; returns `nil` if there is nothing to correct it to.
    ///
    /// - Parameter isUnmatched: true if the query as typed has found no museum.
    func correction(
        of query: SearchQuery, isUnmatched: Bool, deadline: ContinuousClock.Instant?
    ) async throws -> SearchQuery? {
        let corrector = try await vocabulary.corrector(for: query, deadline: deadline)
        return try await corrections.run(until: deadline) { corrector.correction(of: query, isUnmatched: isUnmatched) }
    }

    /// Reads the details of a museum; returns `nil` if the id is unknown.
    func museum(
        _ id: MuseumID, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> MuseumDetails? {
        let row = try await client.query(MuseumDetailsRow.statement, ["id": id], deadline: deadline).first
        guard let museum = try row.map(MuseumDetails.init) else { return nil }
        return try await FactStore(client: client).complete([museum], deadline: deadline).first
    }
}

extension MuseumListRequest {
    /// Returns the parameters that all lists and searches have.
    fileprivate func parameters(after key: SearchKey) -> NamedParameters {
        [
            "limit": limit, "filter": filter.lexemes, "after_place": order.parameter(of: key), "after_id": key.id,
            "north": order.origin?.latitude, "east": order.origin?.longitude, "is_counted": isCounted,
        ] + BoxSQL.parameters(filter)
    }
}

extension SearchStatements {
    fileprivate static func words(_ order: SearchOrder, isBoxed: Bool) -> PreparedStatement {
        switch (order, isBoxed) {
        case (.importance, false): words
        case (.importance, true): wordsInBox
        case (.nearest, false): wordsNear
        case (.nearest, true): wordsNearInBox
        }
    }

    fileprivate static func containing(_ order: SearchOrder, isBoxed: Bool) -> PreparedStatement {
        switch (order, isBoxed) {
        case (.importance, false): containing
        case (.importance, true): containingInBox
        case (.nearest, false): containingNear
        case (.nearest, true): containingNearInBox
        }
    }
}

extension SearchOrder {
    /// Returns the lexemes that match museums by their names as a whole, or by how they begin.
    ///
    /// In the order by distance, the lexeme matches no museum, since the nearest one called just “Museum” may be a
    /// continent away.
    fileprivate func exactName(of query: SearchQuery) -> String {
        self == .importance ? query.exactName : SearchFacet.name.lexeme("")
    }

    /// Returns the lexemes that match museums by their names as a whole; see ``exactName(of:)``.
    fileprivate func wholeName(of query: SearchQuery) -> String {
        self == .importance ? query.wholeName : SearchFacet.name.lexeme("")
    }

    /// Returns the place of a key in the type that statements in this order expect.
    fileprivate func parameter(of key: SearchKey) -> any PostgresEncodable {
        self == .importance ? Int(key.place) : key.place
    }
}
