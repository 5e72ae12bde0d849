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
    func page(_ params: Museums.Search.Params, _ context: CallContext) async throws -> Page<Museums.Card> {
        let limit = (params.limit ?? .standard).value
        let filter = SearchFilter(city: params.city, country: params.countryCode, category: params.category)
        let order = SearchOrder(near: params.near)
        let typed = params.query.flatMap { $0.text.isEmpty ? nil : $0 }
        let query = typed.flatMap { SearchQuery($0.text) }
        // The extra museum shows whether a further page follows.
        var request = MuseumListRequest(filter: filter, order: order, limit: limit + 1)
        let list = SearchKey.list(query, filter, order)
        if let after = try list.start(params.cursor, read: SearchKey.init(texts:)) { request.after = after }
        let found = try await museums(query, isListing: typed == nil, request, context.deadline)
        return list.page(found, limit: limit, place: \.key.texts) { $0.card(in: context.language, near: params.near) }
    }

    /// Returns the museums of a page.
    ///
    /// - Parameter isListing: true if the caller sent no text; a text without letters and digits matches nothing.
    private func museums(
        _ query: SearchQuery?, isListing: Bool, _ request: MuseumListRequest, _ deadline: ContinuousClock.Instant
    ) async throws -> [FoundMuseum] {
        if let query { return try await passes(query, request, deadline).run() }
        guard isListing else { return [] }
        metrics.browses.add()
        return try await store.museums(request, deadline: deadline).museums
    }

    /// Implements `museums.suggest`.
    func suggestions(
        _ params: Museums.Suggest.Params, _ context: CallContext
    ) async throws -> Museums.Suggest.Result {
        guard let query = SearchQuery(params.prefix.text) else { return Museums.Suggest.Result(items: []) }
        let request = MuseumListRequest(scope: .names, limit: Self.suggestions)
        let found = try await passes(query, request, context.deadline).run()
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
        let language = name.bestLanguage(for: language)
        return Museums.Card(
            id: id, name: name[language] ?? "", city: city[language] ?? "", countryCode: country, category: category,
            location: location, picture: picture?.view,
            distance: near.map { Int($0.metres(to: location).rounded()) }, language: language)
    }

    fileprivate func suggestion(in language: Language) -> Museums.Suggest.Suggestion {
        let language = name.bestLanguage(for: language)
        return Museums.Suggest.Suggestion(
            id: id, name: name[language] ?? "", city: city[language] ?? "", language: language)
    }
}
