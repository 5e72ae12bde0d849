import Contracts
import Postgres
import RPC
import Resilience
import ServiceRuntime
import Wire

/// The use cases: search, suggestions, the map, one museum.
///
/// Answers are written as JSON straight from the rows.
struct MuseumsService: Sendable {
    /// What answers are limited by; see the settings of the same names.
    struct Limits: Sendable {
        /// With fewer matches than this, a search also looks in the middle of words, and then for words as they may
        /// have been meant.
        var fewMatches = 5
        /// Points and clusters of a map.
        var mapItems = 500
    }

    /// How many names are suggested.
    static let suggestions = 10

    let store: MuseumStore
    let answers: ExpiringCache<MuseumAnswerKey, [UInt8]>
    let metrics: MuseumsMetrics
    var limits = Limits()

    // MARK: Searching

    /// Answers `museums.search`.
    func search(
        _ params: Museums.Search.Params, language: Language, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        let limit = (params.limit ?? .standard).value
        let filter = SearchFilter(city: params.city, country: params.country, category: params.category)
        let order = SearchOrder(near: params.near)
        let typed = params.query.flatMap { $0.text.isEmpty ? nil : $0 }
        let query = typed.flatMap { SearchQuery($0.text) }
        var start = SearchKey.start
        if let cursor = params.cursor {
            guard let place = SearchCursor(cursor, for: query, filter, order) else { throw Self.foreignCursor }
            start = place.key
        }

        var page = SearchPage(room: limit + 1)
        if let query {
            try await find(query, .everything, filter, order, from: start, into: &page, deadline: deadline)
        } else if typed == nil {
            metrics.browses.add()
            try page.append(
                await store.museums(filter, order, after: start, limit: page.room, deadline: deadline), bandsFrom: 0)
        }

        var writer = JSONWriter(reservingCapacity: 256 + 320 * limit)
        writer.beginObject()
        writer.key("items")
        writer.beginArray()
        for item in page.items.prefix(limit) {
            try item.row.writeCard(into: &writer, language: language, near: params.near)
        }
        writer.endArray()
        if page.items.count > limit {
            writer.key("nextCursor")
            writer.string(SearchCursor(after: page.items[limit - 1].key).encoded(for: query, filter, order).text)
        }
        writer.endObject()
        return writer.bytes
    }

    private static let foreignCursor = RPCError(
        .invalidParams, faults: [RPCError.FieldFault(pointer: "/cursor", detail: "is not a cursor of this search")])

    /// Answers `museums.suggest`.
    func suggest(
        _ params: Museums.Suggest.Params, language: Language, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        var page = SearchPage(room: Self.suggestions)
        if let query = SearchQuery(params.prefix.text) {
            try await find(
                query, .names, SearchFilter(), .importance, from: .start, into: &page, deadline: deadline)
        }
        var writer = JSONWriter(reservingCapacity: 2048)
        writer.beginObject()
        writer.key("items")
        writer.beginArray()
        for item in page.items { try item.row.writeSuggestion(into: &writer, language: language) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// Looks for words; where they match few museums, also within words, and then for words as they were probably
    /// meant.
    ///
    /// What a pass finds, and whether there is a further one, depends on the search alone, never on the page, so that
    /// pages fit together: a pass has a band of its own and leaves out what the passes before it find.
    private func find(
        _ query: SearchQuery, _ scope: MuseumStore.Scope, _ filter: SearchFilter, _ order: SearchOrder,
        from start: SearchKey, into page: inout SearchPage, deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        // More than are ranked are never few; they are not counted on all pages.
        let few = min(limits.fewMatches, store.limits.ranked)
        if start.band < SearchKey.Band.containing.rawValue {
            metrics.wordPasses.add()
            let rows = try await store.museums(
                by: query, scope, filter, order, after: start, limit: page.room, deadline: deadline)
            try page.append(rows, bandsFrom: 0)
            let matches = try rows.matches
            if page.isFull || matches >= few || start.band == SearchKey.Band.anywhere.rawValue { return }
        }
        if start.band < SearchKey.Band.corrected.rawValue {
            metrics.containingPasses.add()
            let rows = try await store.museums(
                containing: query, scope, filter, order, after: start, limit: page.room, deadline: deadline)
            if let rows {
                try page.append(rows, bandsFrom: 0)
                let matches = try rows.matches
                if page.isFull || matches >= few { return }
            }
        }
        metrics.correctedPasses.add()
        guard let corrected = try await store.correction(of: query, deadline: deadline) else { return }
        // From the start, all that was found before is on this page.
        let known =
            start == .start
            ? Set(page.items.map(\.key.id)) : try await idsFound(by: query, scope, filter, deadline: deadline)
        let base = SearchKey.Band.corrected.rawValue
        let key =
            start.band < base
            ? SearchKey.start : SearchKey(band: start.band - base, place: start.place, id: start.id)
        let rows = try await store.museums(
            by: corrected, scope, filter, order, after: key, limit: page.room + known.count, deadline: deadline)
        try page.append(rows, bandsFrom: base, leavingOut: known)
    }

    /// The few museums that the query finds as it was typed.
    private func idsFound(
        by query: SearchQuery, _ scope: MuseumStore.Scope, _ filter: SearchFilter, deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> Set<String> {
        var known: Set<String> = []
        let words = try await store.museums(
            by: query, scope, filter, .importance, after: .start, limit: limits.fewMatches, deadline: deadline)
        for row in words { known.insert(try CardRow(row).id) }
        let containing = try await store.museums(
            containing: query, scope, filter, .importance, after: .start, limit: limits.fewMatches, deadline: deadline)
        for row in containing.map(Array.init) ?? [] { known.insert(try CardRow(row).id) }
        return known
    }

    // MARK: One museum

    /// Answers `museums.get`.
    func get(
        _ params: Museums.Get.Params, language: Language, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        let key = MuseumAnswerKey(id: params.id.text, language: language)
        if let answer = answers.value(for: key) {
            metrics.cacheHits.add()
            return answer
        }
        metrics.cacheMisses.add()
        guard let row = try await store.museum(params.id, deadline: deadline) else { throw RPCError(.notFound) }
        var writer = JSONWriter(reservingCapacity: 2048)
        try row.write(into: &writer, language: language)
        answers.insert(writer.bytes, for: key)
        return writer.bytes
    }

    // MARK: The map

    /// Answers `museums.map`.
    func map(
        _ params: Museums.Map.Params, language: Language, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        let plan = MapPlan(params.bbox, zoom: params.zoom, maximumItems: limits.mapItems)
        var cells: [MapRow] = []
        for part in plan.parts {
            cells += try await store.cells(of: part, in: plan, deadline: deadline).map(MapRow.init)
        }
        var total = 0
        var writer = JSONWriter(reservingCapacity: 256 + 160 * cells.count)
        writer.beginObject()
        writer.key("points")
        writer.beginArray()
        for cell in cells where try cell.museums == 1 {
            try cell.writePoint(into: &writer, language: language)
        }
        writer.endArray()
        writer.key("clusters")
        writer.beginArray()
        for cell in cells {
            let museums = try cell.museums
            total += museums
            if museums > 1 { try cell.writeCluster(into: &writer) }
        }
        writer.endArray()
        writer.key("total")
        writer.integer(total)
        writer.endObject()
        return writer.bytes
    }
}

/// The rows of a page as the passes of a search find them.
struct SearchPage {
    /// A row, and where it stands in the order of the whole search.
    struct Item {
        var row: CardRow
        var key: SearchKey
    }

    private let capacity: Int
    private(set) var items: [Item] = []

    init(room: Int) { capacity = room }

    /// How many rows are still wanted.
    var room: Int { capacity - items.count }
    var isFull: Bool { room <= 0 }

    /// Adds the rows of a pass, as far as there is room.
    mutating func append(
        _ rows: PostgresRows, bandsFrom base: Int, leavingOut known: Set<String> = []
    ) throws(PostgresError) {
        for row in rows {
            if isFull { return }
            let card = CardRow(row)
            var key = try card.key
            if known.contains(key.id) { continue }
            key.band += base
            items.append(Item(row: card, key: key))
        }
    }
}

extension PostgresRows {
    /// How many museums a pass found in all, as far as it counted; 0 if it gives no row.
    fileprivate var matches: Int {
        get throws(PostgresError) { try first.map { (row) throws(PostgresError) in try CardRow(row).matches } ?? 0 }
    }
}
