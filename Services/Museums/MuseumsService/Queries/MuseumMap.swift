import MuseumsContract
import Postgres
import RPC
import Resilience
import Values

/// Returns the museums of a rectangle as points and clusters.
struct MuseumMap: Sendable {
    let store: MapStore
    /// Corrects the words of a search, as a list does.
    let museums: MuseumStore
    /// The maximum number of points and clusters in an answer: the setting `map.items`.
    var maximumItems = 500
    /// As for ``MuseumSearch``.
    var fewMatches = 5

    /// Implements `museums.map`.
    func items(_ params: Museums.Map.Params, _ context: CallContext) async throws -> Museums.Map.Result {
        let plan = MapPlan(params.bbox, zoom: params.zoom, maximumItems: maximumItems)
        let cells = try await cells(of: params, in: plan, deadline: context.deadline)
        return Museums.Map.Result(
            points: cells.compactMap { $0.point(in: context.language) },
            clusters: cells.compactMap(\.cluster), total: cells.museums)
    }

    private func cells(
        of params: Museums.Map.Params, in plan: MapPlan, deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> [MapCell] {
        switch (TypedText(params.query), params.category) {
        case (.unsearchable, _): return []
        case (.missing, nil): return try await store.cells(of: nil, in: plan, deadline: deadline)
        case (.missing, let category?):
            return try await store.cells(of: .category(category), in: plan, deadline: deadline)
        case (.words(let query), let category):
            var selection = MapSelection.Words(query, SearchFilter(category: category))
            return try await cells(of: &selection, in: plan, deadline: deadline)
        }
    }

    /// Finds the museums that a list with the same words, subject and rectangle shows, by the passes of
    /// ``SearchPasses``.
    private func cells(
        of selection: inout MapSelection.Words, in plan: MapPlan, deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> [MapCell] {
        CallWork.current?.add(cost: selection.query.extraCost)
        let enough = museums.limits.threshold(fewMatches)
        var cells = try await store.cells(of: .words(selection), in: plan, deadline: deadline)
        let matches = cells.museums
        if matches >= enough { return cells }
        selection.isWithinWords = selection.query.patterns != nil
        if selection.isWithinWords {
            cells = try await store.cells(of: .words(selection), in: plan, deadline: deadline)
            if cells.museums - matches >= enough { return cells }
        }
        CallWork.current?.add(cost: SearchPasses.correctionCost)
        selection.corrected = try await museums.correction(
            of: selection.query, isUnmatched: cells.museums == 0, deadline: deadline)
        guard selection.corrected != nil else { return cells }
        return try await store.cells(of: .words(selection), in: plan, deadline: deadline)
    }
}

extension [MapCell] {
    /// The number of museums in all cells.
    fileprivate var museums: Int { reduce(0) { $0 + $1.museums } }
}

extension MapCell {
    /// Returns the museum of a cell with one museum, or `nil` for other cells.
    fileprivate func point(in language: Language) -> Museums.Map.Point? {
        guard museums == 1, let single else { return nil }
        let best = single.name.bestLanguage(for: language)
        return Museums.Map.Point(
            id: single.id, name: single.name[best] ?? "", category: single.category,
            categoryName: CategoryNames.name(of: single.category)[language], location: middle, language: best)
    }

    /// The cluster of a cell with several museums; `nil` for other cells.
    fileprivate var cluster: Museums.Map.Cluster? {
        guard museums > 1 else { return nil }
        let box = BoundingBox(
            west: Longitude(unchecked: bounds.west), south: Latitude(unchecked: bounds.south),
            east: Longitude(unchecked: bounds.east), north: Latitude(unchecked: bounds.north))
        return box.map { Museums.Map.Cluster(location: middle, count: museums, bbox: $0) }
    }
}
