import Contract
import Database
import Logging
import MuseumsContract
import Postgres
import RPC
import Resilience
import ServiceRuntime
import TestSupport
import Testing
import Values
import Wire

@testable import MuseumsService

/// The service's methods over a database of their own.
struct MuseumDatabase: Sendable {
    private static let template = DatabaseTemplate("museums", migrations: MuseumMigrations.all)

    let client: PostgresClient
    let handler: MuseumsHandler
    let changes: ChangePublisher<MuseumChange>

    var catalogue: CatalogueStore { CatalogueStore(client: client, timeout: .seconds(60)) }
    var pictures: PictureStore { PictureStore(client: client, timeout: .seconds(60)) }

    /// Runs `body` over a database that holds the given museums.
    static func with(
        _ museums: [MuseumRecord] = [], ranked: Int = 1_000, few: Int = 5, poolSize: Int = 2,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        wallClock: @escaping @Sendable () -> Instant = SystemClock.now,
        _ body: @Sendable (MuseumDatabase) async throws -> Void
    ) async throws {
        try await PostgresCluster.withClient(like: template) {
            $0.poolSize = poolSize
            $0.sessionParameters = MuseumsConfiguration.sessionParameters
        } _: { client in
            let store = MuseumStore(client: client, limits: MuseumStore.Limits(ranked: ranked))
            let metrics = MuseumsMetrics(Metrics())
            let answers = ExpiringCache<MuseumAnswerKey, [UInt8]>(
                maximumBytes: 1 << 20, lifetime: .seconds(5), now: now)
            let open = OpenMuseums(store: FactStore(client: client), now: wallClock)
            let changes = ChangePublisher<MuseumChange>(client: client, logger: Logger(label: "test"))
            let edits = EditStore(client: client, changes: changes)
            let handler = MuseumsHandler(
                search: MuseumSearch(store: store, metrics: metrics, open: open, fewMatches: few),
                lookup: MuseumLookup(store: store, answers: MuseumAnswers(answers), metrics: metrics, now: wallClock),
                map: MuseumMap(store: MapStore(client: client), museums: store, open: open, fewMatches: few),
                categories: CategoryList(store: store), pictures: PictureFileStore(client: client),
                bundle: MuseumBundle(store: BundleStore(client: client), now: wallClock),
                marks: AccountMarks(store: MarkStore(client: client, limit: 3, changes: changes)),
                editing: MuseumEditing(store: edits, now: wallClock),
                history: EditHistory(
                    store: edits, names: { ids, _ in Dictionary(uniqueKeysWithValues: ids.map { ($0, "Ada") }) }),
                pictureEditing: PictureEditing(
                    uploads: UploadStore(client: client), editing: MuseumEditing(store: edits)),
                hints: HintLog(epoch: "test"))
            let database = MuseumDatabase(client: client, handler: handler, changes: changes)
            if !museums.isEmpty { try await database.add(museums) }
            try await body(database)
        }
    }

    /// Adds museums, as an import does.
    @discardableResult
    func add(
        _ museums: [MuseumRecord], as source: String = "test", replacesAll: Bool = false
    ) async throws -> LoadSummary {
        try await catalogue.load(source, replacesAll: replacesAll) { RecordSource(museums) }.summary
    }

    /// Inserts `count` generated museums of a country `XX` by SQL, which is faster than a load: one in three has
    /// `museum` in its name, one in a hundred `garden`.
    func addMany(_ count: Int) async throws {
        let statement = PreparedStatement(
            "test.addMany",
            """
            INSERT INTO museums (id, source, digest, category, country, latitude, longitude, map_x, map_y, popularity,
                name_en, city_en, names, cities, title, document)
            SELECT 'xx-' || to_char(n, 'FM000000'), 'many', n, 'general', 'XX', 40 + n % 100 * 0.01, -80 + n % 77 * 0.1,
                300000000 + n, 400000000 + n, 1 + n % 3, name, 'City ' || n % 200, name, 'city ' || n % 200,
                museum_lexemes(name) || array_to_tsvector(facets),
                setweight(museum_lexemes(name), 'A') || setweight(museum_lexemes('city ' || n % 200 || ' history'), 'C')
                    || array_to_tsvector(facets)
            FROM generate_series(1, :count::integer) AS n,
                LATERAL (SELECT 'house ' || n || CASE WHEN n % 3 = 0 THEN ' museum' ELSE '' END
                    || CASE WHEN n % 100 = 0 THEN ' garden' ELSE '' END AS name) AS names,
                LATERAL (SELECT ARRAY['=country:XX', '=category:general', '=city:city ' || n % 200, '=name:' || name]
                    AS facets) AS all_facets
            """)
        _ = try await client.query(statement, ["count": count])
        _ = try await client.query(PreparedStatement("test.analyze", "ANALYZE museums"))
    }

    // MARK: Calls

    func context(_ language: Language, account: Identifier? = nil) -> CallContext {
        var generator = SplitMix64(seed: 1)
        return CallContext(
            principal: account.map { Principal(sub: $0.text, sid: "s", roles: []) },
            deadline: .now + .seconds(60), locale: language.rawValue, trace: TraceContext.root(using: &generator))
    }

    /// Searches and returns one page.
    func search(
        _ query: String? = nil, city: String? = nil, country: String? = nil, category: MuseumCategory? = nil,
        near: Location? = nil, radius: Int? = nil, inside box: BoundingBox? = nil, isOpen: Bool? = nil,
        facets: [MuseumFacet]? = nil,
        cursor: Cursor? = nil, limit: Int? = nil,
        in language: Language = .english
    ) async throws -> Museums.Search.Result {
        let params = Museums.Search.Params(
            query: query.flatMap(SearchText.init), city: city.flatMap(CityName.init),
            countryCode: country.flatMap(CountryCode.init), category: category, near: near,
            radius: radius.map(SearchRadius.init(unchecked:)), bbox: box, isOpen: isOpen, facets: facets,
            cursor: cursor,
            limit: limit.flatMap(PageLimit.init))
        return try await handler.search.page(params, context(language))
    }

    /// Searches and returns the ids of the first page.
    func ids(
        _ query: String? = nil, city: String? = nil, country: String? = nil, category: MuseumCategory? = nil,
        limit: Int? = nil
    ) async throws -> [String] {
        try await search(query, city: city, country: country, category: category, limit: limit).items.map(\.id.text)
    }

    /// Searches and returns the ids of consecutive pages.
    func allIDs(
        _ query: String? = nil, city: String? = nil, country: String? = nil, category: MuseumCategory? = nil,
        near: Location? = nil, radius: Int? = nil, inside box: BoundingBox? = nil, limit: Int, pages most: Int = .max,
        betweenPages: (Int) async throws -> Void = { _ in }
    ) async throws -> [String] {
        var ids: [String] = []
        var cursor: Cursor?
        var pages = 0
        repeat {
            let page = try await search(
                query, city: city, country: country, category: category, near: near, radius: radius,
                inside: box, cursor: cursor, limit: limit)
            ids += page.items.map(\.id.text)
            cursor = page.nextCursor
            pages += 1
            try await betweenPages(pages)
        } while cursor != nil && pages < most
        return ids
    }

    func suggestions(_ prefix: String, in language: Language = .english) async throws -> [Museums.Suggest.Suggestion] {
        let params = Museums.Suggest.Params(prefix: SearchText(unchecked: prefix))
        return try await handler.search.suggestions(params, context(language)).items
    }

    func get(_ id: String, in language: Language = .english) async throws -> Museums.Get.Result {
        let params = Museums.Get.Params(id: MuseumID(unchecked: id))
        let bytes = try await handler.lookup.details(params, context(language))
        return try JSONCoding.decode(Museums.Get.Result.self, from: bytes)
    }

    func map(
        _ box: BoundingBox, zoom: Int, query: String? = nil, city: String? = nil, country: String? = nil,
        category: MuseumCategory? = nil, near: Location? = nil, radius: Int? = nil, isOpen: Bool? = nil
    ) async throws -> Museums.Map.Result {
        let params = Museums.Map.Params(
            query: query.flatMap(SearchText.init), city: city.flatMap(CityName.init),
            countryCode: country.flatMap(CountryCode.init), category: category, near: near,
            radius: radius.map(SearchRadius.init(unchecked:)), isOpen: isOpen, bbox: box, zoom: Zoom(unchecked: zoom))
        return try await handler.map.items(params, context(.english))
    }
}

extension BoundingBox {
    /// Creates a rectangle from degrees.
    static func of(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> BoundingBox {
        try #require(
            BoundingBox(
                west: Longitude(unchecked: west), south: Latitude(unchecked: south), east: Longitude(unchecked: east),
                north: Latitude(unchecked: north)))
    }

    func holds(_ place: Location) -> Bool {
        let (west, east, longitude) = (west.value, east.value, place.longitude.value)
        let isBetween = west <= east ? (west...east).contains(longitude) : longitude >= west || longitude <= east
        return isBetween && (south.value...north.value).contains(place.latitude.value)
    }
}

extension Location {
    static func at(_ latitude: Double, _ longitude: Double) -> Location {
        Location(latitude: Latitude(unchecked: latitude), longitude: Longitude(unchecked: longitude))
    }
}
