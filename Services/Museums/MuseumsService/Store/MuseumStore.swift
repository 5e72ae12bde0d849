import MuseumsContract
import Postgres
import Values

/// The museums in PostgreSQL.
struct MuseumStore: Sendable {
    /// How much work a search may make; see the settings of the same names.
    struct Limits: Sendable {
        /// Museums that are ranked by where their words were found.
        var ranked = 1_000
        /// Known words that are compared with a misspelt one.
        var likelyWords = 60
    }

    let client: PostgresClient
    var limits = Limits()
}

// MARK: Searching

extension MuseumStore {
    /// Which of a museum's words count.
    enum Scope: String, Sendable {
        case everything = ""
        case names = "AB"
    }

    /// Museums found by words, in the order of ``SearchKey``.
    func museums(
        by query: SearchQuery, _ scope: Scope, _ filter: SearchFilter, _ order: SearchOrder, after key: SearchKey,
        limit: Int, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> PostgresRows {
        // A page goes on as the one before began, however many museums there are by now.
        let ranked =
            switch key.band {
            case SearchKey.Band.placed.rawValue, SearchKey.Band.described.rawValue: Int(Int32.max)
            case SearchKey.Band.anywhere.rawValue: 0
            default: limits.ranked
            }
        return try await client.query(
            order == .importance ? SearchStatements.words : SearchStatements.wordsNear,
            [
                query.head, query.last, scope.rawValue, filter.lexemes, order.exactName(of: query), limit, ranked,
                key.band,
                order.parameter(of: key), key.id, Array(query.spelling.dropLast()), query.spelling.last ?? "",
            ] + order.parameters, deadline: deadline)
    }

    /// Museums that hold the query's words within others; none if they are too short to look for.
    func museums(
        containing query: SearchQuery, _ scope: Scope, _ filter: SearchFilter, _ order: SearchOrder,
        after key: SearchKey, limit: Int, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> PostgresRows? {
        guard let patterns = query.patterns else { return nil }
        let start = key.band == SearchKey.Band.containing.rawValue ? key : .start
        return try await client.query(
            order == .importance ? SearchStatements.containing : SearchStatements.containingNear,
            [
                query.head, query.last, scope.rawValue, filter.lexemes, patterns.longest, patterns.second,
                patterns.others, limit, limits.ranked, order.parameter(of: start), start.id,
            ] + order.parameters, deadline: deadline)
    }

    /// The query as it was probably meant; `nil` if the catalogue knows its words, or none that are like them.
    func correction(
        of query: SearchQuery, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> SearchQuery? {
        let typed = query.spelling
        var candidates = typed.map { _ in [Spelling.Known]() }
        let rows = try await client.query(
            SearchStatements.wordsLike, [typed, limits.likelyWords, typed.map(Spelling.sound(of:))],
            deadline: deadline)
        for row in rows {
            let place = try row.decode(Int.self, at: 0) - 1
            guard candidates.indices.contains(place) else { continue }
            let likeness: Spelling.Likeness =
                if try row.isNull(at: 3) { .letters } else {
                    try row.decode(Bool.self, at: 3) ? .sound : .beginningOfSound
                }
            candidates[place].append(
                Spelling.Known(
                    word: try row.decode(at: 1), museums: try row.decode(Int.self, at: 2), likeness: likeness))
        }
        let spellings = typed.indices.map { place in
            Spelling.alternatives(
                for: typed[place], among: candidates[place], isUnfinished: place == typed.count - 1)
        }
        let corrected = SearchQuery(spellings: spellings)
        return corrected == query ? nil : corrected
    }

    /// Museums without words to look for: the most popular first, or the nearest.
    func museums(
        _ filter: SearchFilter, _ order: SearchOrder, after key: SearchKey, limit: Int,
        deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> PostgresRows {
        let statements = order == .importance ? BrowseStatements.byImportance : .nearest
        let place: [any PostgresEncodable] = [limit, order.parameter(of: key), key.id] + order.parameters
        if filter.city != nil {
            return try await client.query(statements.filtered, place + [filter.lexemes], deadline: deadline)
        }
        switch (filter.country, filter.category) {
        case (nil, nil):
            return try await client.query(statements.all, place, deadline: deadline)
        case (let country?, nil):
            return try await client.query(statements.country, place + [country.text], deadline: deadline)
        case (nil, let category?):
            return try await client.query(statements.category, place + [category.rawValue], deadline: deadline)
        case (let country?, let category?):
            return try await client.query(
                statements.countryAndCategory, place + [country.text, category.rawValue], deadline: deadline)
        }
    }
}

extension SearchOrder {
    /// What statements need to know of it, behind everything that they are told in any order.
    fileprivate var parameters: [any PostgresEncodable] {
        origin.map { [$0.latitude.value, $0.longitude.value] } ?? []
    }

    /// What museums whose whole name was typed are told by.
    ///
    /// By distance none are: of what is called “Museum” and no more, the nearest may be a continent away.
    fileprivate func exactName(of query: SearchQuery) -> String {
        self == .importance ? query.exactName : SearchFacet.name.lexeme("")
    }

    /// The place of a key.
    fileprivate func parameter(of key: SearchKey) -> any PostgresEncodable {
        self == .importance ? Int(key.place) : key.place
    }
}

// MARK: One museum

extension MuseumStore {
    private static let museum = PreparedStatement(
        "museums.get",
        """
        SELECT id, country, category, latitude, longitude, website, founded, name_en, name_ru, name_be,
            city_en, city_ru, city_be, address_en, address_ru, address_be,
            description_en, description_ru, description_be, \(PictureColumns.all)
        FROM museums \(PictureColumns.join) WHERE id = $1
        """)

    /// The row of ``DetailsRow`` of a museum; `nil` if there is none of that id.
    func museum(
        _ id: MuseumID, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> DetailsRow? {
        try await client.query(Self.museum, [id.text], deadline: deadline).first.map(DetailsRow.init)
    }
}
