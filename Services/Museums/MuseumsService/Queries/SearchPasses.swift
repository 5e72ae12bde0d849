import Postgres
import ServiceRuntime

/// The passes of a search by words, run until a page is full.
///
/// The first pass looks for the words; if they match few museums, a second one looks within words, and a third one for
/// corrected words. The matches of a pass, and whether another one follows, depend on the search alone, never on the
/// page, so that pages fit together. Each pass has separate bands, and omits museums that earlier ones find.
struct SearchPasses {
    let store: MuseumStore
    let metrics: MuseumsMetrics
    let fewMatches: Int
    let query: SearchQuery
    let request: MuseumListRequest
    let deadline: ContinuousClock.Instant

    /// Finds the museums of the page.
    func run() async throws(PostgresError) -> [FoundMuseum] {
        let start = request.after
        var page = SearchPage(capacity: request.limit)
        // A search counts at most as many matches as it ranks, so a higher threshold would never be reached.
        let few = min(fewMatches, store.limits.ranked)
        if start.band < SearchKey.Band.containing.rawValue {
            metrics.wordPasses.add()
            let found = try await store.museums(matching: query, request, deadline: deadline)
            page.append(found.museums)
            let isLast = found.matches >= few || start.band == SearchKey.Band.anywhere.rawValue
            if page.isFull || isLast { return page.museums }
        }
        if start.band < SearchKey.Band.corrected.rawValue {
            metrics.containingPasses.add()
            let rest = request.moved(after: start, limit: page.room)
            if let found = try await store.museums(containing: query, rest, deadline: deadline) {
                page.append(found.museums)
                if page.isFull || found.matches >= few { return page.museums }
            }
        }
        metrics.correctedPasses.add()
        try await addCorrected(to: &page)
        return page.museums
    }

    private func addCorrected(to page: inout SearchPage) async throws(PostgresError) {
        guard let corrected = try await store.correction(of: query, deadline: deadline) else { return }
        // All earlier matches are on this page if it is the first one.
        let known = request.after == .start ? Set(page.museums.map(\.key.id)) : try await idsFoundAsTyped()
        let base = SearchKey.Band.corrected.rawValue
        var key = request.after
        if key.band < base { key = .start } else { key.band -= base }
        let rest = request.moved(after: key, limit: page.room + known.count)
        let found = try await store.museums(matching: corrected, rest, deadline: deadline)
        page.append(found.museums, bandsFrom: base, leavingOut: known)
    }

    /// Returns the ids of the few museums that match the query as typed.
    private func idsFoundAsTyped() async throws(PostgresError) -> Set<String> {
        let typed = MuseumListRequest(scope: request.scope, filter: request.filter, limit: fewMatches)
        let words = try await store.museums(matching: query, typed, deadline: deadline).museums
        let within = try await store.museums(containing: query, typed, deadline: deadline)?.museums ?? []
        return Set((words + within).map(\.key.id))
    }
}

/// A page, filled by the passes of a search.
private struct SearchPage {
    private let capacity: Int
    private(set) var museums: [FoundMuseum] = []

    init(capacity: Int) { self.capacity = capacity }

    /// The number of museums still missing.
    var room: Int { capacity - museums.count }
    var isFull: Bool { room <= 0 }

    /// Adds the museums of a pass while there is room.
    ///
    /// - Parameters:
    ///   - base: the first band of the pass.
    ///   - known: the ids of museums found by earlier passes.
    mutating func append(_ found: [FoundMuseum], bandsFrom base: Int = 0, leavingOut known: Set<String> = []) {
        for var museum in found where !known.contains(museum.key.id) {
            if isFull { return }
            museum.key.band += base
            museums.append(museum)
        }
    }
}
