import Contract
import MuseumsContract
import Postgres
import RPC
import ServiceRuntime
import Values

/// Finds museums by words, place and category, and suggests names.
struct MuseumSearch: Sendable {
    /// The maximum number of names suggested.
    static let suggestions = 10

    let store: MuseumStore
    let metrics: MuseumsMetrics
    let open: OpenMuseums
    /// The number of matches below which a search also looks within words and for corrected words.
    ///
    /// The setting `search.few`.
    var fewMatches = 5

    /// Implements `museums.search`.
    func page(_ params: Museums.Search.Params, _ context: CallContext) async throws -> Museums.Search.Result {
        if params.radius != nil, params.near == nil {
            throw RPCError(.together(with: "near"), at: "/radius", field: SearchRadius.fieldName)
        }
        let limit = (params.limit ?? .standard).value
        let filter = SearchFilter(
            city: params.city, country: params.countryCode, category: params.category, box: params.bbox,
            circle: SearchCircle(near: params.near, radius: params.radius),
            openMuseums: params.isOpen == true ? try await open.ids(deadline: context.deadline) : nil)
        let order = SearchOrder(near: params.near)
        let text = TypedText(params.query)
        // The extra museum shows whether a further page follows.
        var request = MuseumListRequest(
            filter: filter, order: order, limit: limit + 1, isCounted: params.cursor == nil)
        let list = SearchKey.list(text.query, filter, order)
        if let after = try list.start(params.cursor, read: SearchKey.init(texts:)) { request.after = after }
        let found = try await museums(text, request, context.deadline)
        let cards = CardWriter(query: text.query, corrected: found.corrected, near: params.near, context.language)
        let page = list.page(found.museums, limit: limit, place: \.key.texts, item: cards.card)
        return Museums.Search.Result(
            items: page.items, nextCursor: page.nextCursor, total: found.total?.count,
            isTotalExact: found.total?.isExact, facets: try await facets(of: found, params, context),
            didYouMean: request.isCounted ? cards.correction(found) : nil)
    }

    /// Returns the counts of the first page, if the caller asks for any.
    private func facets(
        of found: MuseumPage, _ params: Museums.Search.Params, _ context: CallContext
    ) async throws(PostgresError) -> Museums.Facets? {
        guard let facets = params.facets, found.total != nil else { return nil }
        guard let selection = found.selection else { return FacetCounting.none(by: Set(facets)) }
        let ids = facets.contains(.openNow) ? try await open.ids(deadline: context.deadline) : []
        let counting = FacetCounting(store: FacetStore(client: store.client, most: store.limits.counted), open: ids)
        return try await counting.facets(
            of: selection, by: Set(facets), in: context.language, deadline: context.deadline)
    }

    /// Returns the museums of a page, and the total if the request asks for it.
    private func museums(
        _ text: TypedText, _ request: MuseumListRequest, _ deadline: ContinuousClock.Instant
    ) async throws -> MuseumPage {
        switch text {
        case .words(let query): return try await passes(query, request, deadline).run()
        case .unsearchable: return MuseumPage(total: request.isCounted ? MatchTotal(exactly: 0) : nil)
        case .missing: break
        }
        metrics.browses.add()
        let found = try await store.museums(request, deadline: deadline)
        guard request.isCounted else { return MuseumPage(museums: found.museums) }
        let isWhole = found.museums.count < request.limit
        return MuseumPage(
            museums: found.museums,
            total: isWhole
                ? MatchTotal(exactly: found.museums.count) : MatchTotal(found.matches, limit: store.limits.ranked),
            selection: .filtered(request.filter))
    }

    /// Implements `museums.suggest`.
    func suggestions(
        _ params: Museums.Suggest.Params, _ context: CallContext
    ) async throws -> Museums.Suggest.Result {
        guard let query = SearchQuery(params.prefix.text) else { return Museums.Suggest.Result(items: []) }
        let request = MuseumListRequest(scope: .names, limit: Self.suggestions)
        let found = try await passes(query, request, context.deadline).run().museums
        return Museums.Suggest.Result(items: found.map { $0.suggestion(in: context.language) })
    }

    private func passes(
        _ query: SearchQuery, _ request: MuseumListRequest, _ deadline: ContinuousClock.Instant
    ) -> SearchPasses {
        SearchPasses(
            store: store, metrics: metrics, fewMatches: fewMatches, query: query, request: request, deadline: deadline)
    }
}

extension FoundMuseum {
    fileprivate func suggestion(in language: Language) -> Museums.Suggest.Suggestion {
        let language = name.bestLanguage(for: language)
        return Museums.Suggest.Suggestion(
            id: id, name: name[language] ?? "", city: city[language] ?? "", language: language)
    }
}
