import Postgres
import Resilience
import ServiceRuntime

/// The passes of a search by words, run until a page is full.
///
/// The first pass looks for the words; if they match few museums and are no museum's name, a second one looks within
/// words, and a third one for corrected words. The matches of a pass, and whether another one follows, depend on the
/// search alone, never on the page, so that pages fit together. Each pass has separate bands, and omits museums that
/// earlier ones find.
///
/// Many words and the pass for corrected words cost the caller extra.
struct SearchPasses {
    let store: MuseumStore
    let metrics: MuseumsMetrics
    let fewMatches: Int
    let query: SearchQuery
    let request: MuseumListRequest
    let deadline: ContinuousClock.Instant

    /// Finds the museums of the page, and the total if the request asks for it.
    func run() async throws -> MuseumPage {
        CallWork.current?.add(cost: query.extraCost)
        let enough = store.limits.threshold(fewMatches)
        // Twice as much room as enough makes a pass that fills a counted page the last one, so its total is complete.
        var page = SearchPage(capacity: request.isCounted ? max(request.limit, 2 * enough) : request.limit)
        let matches = try await fill(&page, until: enough)
        let museums = Array(page.museums.prefix(request.limit))
        guard request.isCounted else { return MuseumPage(museums: museums, corrected: page.corrected) }
        let total =
            page.isFull ? MatchTotal(matches, limit: store.limits.ranked) : MatchTotal(exactly: page.museums.count)
        var words = MuseumSelection.Words(query, request.filter)
        words.isWithinWords = page.isWithinWords
        words.corrected = page.corrected
        return MuseumPage(museums: museums, total: total, selection: .words(words), corrected: page.corrected)
    }

    /// Runs the passes until the page is full, or one has found `enough` matches.
    ///
    /// - Returns: the number of matches of the passes that ran, for a page that is full and counted.
    private func fill(_ page: inout SearchPage, until enough: Int) async throws -> Int {
        let start = request.after
        if start.band < SearchKey.Band.containing.rawValue {
            metrics.wordPasses.add()
            let first = request.moved(after: start, limit: page.room)
            let found = try await store.museums(matching: query, first, deadline: deadline)
            page.append(found.museums)
            let isLast = found.matches >= enough || start.band == SearchKey.Band.anywhere.rawValue
            if page.isFull || isLast { return found.matches }
            if found.matches > 0, try await store.isName(query, deadline: deadline) { return found.matches }
        }
        if start.band < SearchKey.Band.corrected.rawValue {
            metrics.containingPasses.add()
            let earlier = page.museums.count
            let rest = request.moved(after: start, limit: page.room)
            if let found = try await store.museums(containing: query, rest, deadline: deadline) {
                page.append(found.museums)
                page.isWithinWords = true
                if page.isFull || found.matches >= enough { return earlier + found.matches }
            }
        }
        metrics.correctedPasses.add()
        CallWork.current?.add(cost: query.correctionCost)
        return try await addCorrected(to: &page)
    }

    /// Adds the matches of corrected words.
    ///
    /// - Returns: the number of matches of all passes, for a page that is full and counted.
    private func addCorrected(to page: inout SearchPage) async throws -> Int {
        let earlier = page.museums.count
        // All earlier matches are on this page if it is the first one.
        let known = request.after == .start ? Set(page.museums.map(\.key.id)) : try await idsFoundAsTyped()
        guard
            let corrected = try await store.correction(of: query, isUnmatched: known.isEmpty, deadline: deadline)
        else { return earlier }
        page.corrected = corrected
        let base = SearchKey.Band.corrected.rawValue
        var key = request.after
        if key.band < base { key = .start } else { key.band -= base }
        let rest = request.moved(after: key, limit: page.room + known.count)
        let found = try await store.museums(matching: corrected, rest, deadline: deadline)
        page.append(found.museums, bandsFrom: base, leavingOut: known)
        guard request.isCounted, page.isFull, !known.isEmpty else { return found.matches }
        let repeated = try await store.matches(of: corrected, among: known, scope: request.scope, deadline: deadline)
        return earlier + found.matches - repeated
    }

    /// Returns the ids of the museums that match the query as typed, of which there are few.
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
    /// True after the pass within words.
    var isWithinWords = false
    /// The query of the pass for corrected words.
    var corrected: SearchQuery?

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
