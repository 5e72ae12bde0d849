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
    let open: OpenMuseums
    /// The maximum number of points and clusters in an answer: the setting `map.items`.
    var maximumItems = 500
    /// The threshold of ``MuseumSearch/fewMatches``.
    var fewMatches = 5

    /// The maximum number of times that a map is counted again with smaller cells.
    private static let refinements = 3

    /// Implements `museums.map`.
    func items(_ params: Museums.Map.Params, _ context: CallContext) async throws -> Museums.Map.Result {
        if (params.radius == nil) != (params.near == nil) {
            throw params.near == nil
                ? RPCError(.together(with: "near"), at: "/radius", field: SearchRadius.fieldName)
                : RPCError(.together(with: "radius"), at: "/near")
        }
        let filter = SearchFilter(
            city: params.city, country: params.countryCode, category: params.category,
            circle: SearchCircle(near: params.near, radius: params.radius),
            openMuseums: params.isOpen == true ? try await open.ids(deadline: context.deadline) : nil)
        let cells = try await cells(of: params, filter, deadline: context.deadline)
        return Museums.Map.Result(
            points: cells.compactMap { $0.point(in: context.language) },
            clusters: cells.compactMap(\.cluster), total: cells.museums)
    }

    private func cells(
        of params: Museums.Map.Params, _ filter: SearchFilter, deadline: ContinuousClock.Instant
    ) async throws -> [MapCell] {
        var plan = MapPlan(params.bbox, zoom: params.zoom, maximumItems: maximumItems)
        var selection = MuseumSelection.filtered(filter)
        var cells: [MapCell]
        switch TypedText(params.query) {
        case .unsearchable: return []
        case .missing: cells = try await store.cells(of: selection, in: plan, deadline: deadline)
        case .words(let query):
            var words = MuseumSelection.Words(query, filter)
            cells = try await self.cells(of: &words, in: plan, deadline: deadline)
            selection = .words(words)
        }
        // The first plan expects museums everywhere; where there are fewer, cells may be smaller.
        for _ in 0..<Self.refinements {
            guard
                let finer = plan.finer(
                    params.bbox, zoom: params.zoom, maximumItems: maximumItems, cells: cells.count,
                    museums: cells.museums)
            else { break }
            CallWork.current?.add(cost: 1)
            plan = finer
            cells = try await store.cells(of: selection, in: plan, deadline: deadline)
        }
        return cells
    }

    /// Finds the museums that a list with the same words and filters shows, by the passes of ``SearchPasses``.
    ///
    /// - Parameter selection: receives the passes that ran.
    private func cells(
        of selection: inout MuseumSelection.Words, in plan: MapPlan, deadline: ContinuousClock.Instant
    ) async throws -> [MapCell] {
        CallWork.current?.add(cost: selection.query.extraCost)
        let enough = museums.limits.threshold(fewMatches)
        var cells = try await store.cells(of: .words(selection), in: plan, deadline: deadline)
        let matches = cells.museums
        if matches >= enough { return cells }
        if matches > 0, try await museums.isName(selection.query, deadline: deadline) { return cells }
        selection.isWithinWords = selection.query.parts != nil
        if selection.isWithinWords {
            cells = try await store.cells(of: .words(selection), in: plan, deadline: deadline)
            if cells.museums - matches >= enough { return cells }
        }
        CallWork.current?.add(cost: selection.query.correctionCost)
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
        return box.map {
            Museums.Map.Cluster(location: middle, count: museums, bbox: $0, opensAt: MapPlan.opening(bounds))
        }
    }
}
