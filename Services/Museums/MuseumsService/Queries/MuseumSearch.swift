import Contract
import MuseumsContract
import RPC
import ServiceRuntime
import Values

/// Finds museums by words, place and category, and suggests names.
struct MuseumSearch: Sendable {
    /// The maximum number of names suggested.
    static let suggestions = 10

    let store: MuseumStore
    let metrics: MuseumsMetrics
    /// The number of matches below which a search also looks within words and for corrected words.
    ///
    /// The setting `search.few`.
    var fewMatches = 5

    /// Implements `museums.search`.
    func page(_ params: Museums.Search.Params, _ context: CallContext) async throws -> Museums.Search.Result {
        let limit = (params.limit ?? .standard).value
        let filter = SearchFilter(
            city: params.city, country: params.countryCode, category: params.category, box: params.bbox)
        let order = SearchOrder(near: params.near)
        let text = TypedText(params.query)
        // The extra museum shows whether a further page follows.
        var request = MuseumListRequest(
            filter: filter, order: order, limit: limit + 1, isCounted: params.cursor == nil)
        let list = SearchKey.list(text.query, filter, order)
        if let after = try list.start(params.cursor, read: SearchKey.init(texts:)) { request.after = after }
        let found = try await museums(text, request, context.deadline)
        let page = list.page(found.museums, limit: limit, place: \.key.texts) {
            $0.card(in: context.language, near: params.near)
        }
        return Museums.Search.Result(
            items: page.items, nextCursor: page.nextCursor, total: found.total?.count,
            isTotalExact: found.total?.isExact)
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
                ? MatchTotal(exactly: found.museums.count) : MatchTotal(found.matches, limit: store.limits.ranked))
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
    /// Returns the museum as shown in a list.
    ///
    /// - Parameter near: the point that distances are measured from.
    fileprivate func card(in language: Language, near: Location?) -> Museums.Card {
        let best = name.bestLanguage(for: language)
        return Museums.Card(
            id: id, name: name[best] ?? "", city: city[best] ?? "", countryCode: country,
            country: country.name?[language], category: category,
            categoryName: CategoryNames.name(of: category)[language], location: location, picture: picture?.view,
            distance: near.map { Int($0.metres(to: location).rounded()) }, language: best)
    }

    fileprivate func suggestion(in language: Language) -> Museums.Suggest.Suggestion {
        let language = name.bestLanguage(for: language)
        return Museums.Suggest.Suggestion(
            id: id, name: name[language] ?? "", city: city[language] ?? "", language: language)
    }
}
