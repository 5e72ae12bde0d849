import MuseumsContract
import RPC
import Values

/// Returns the museums of a rectangle as points and clusters.
struct MuseumMap: Sendable {
    let store: MapStore
    /// The maximum number of points and clusters in an answer: the setting `map.items`.
    var maximumItems = 500

    /// Implements `museums.map`.
    func items(_ params: Museums.Map.Params, _ context: CallContext) async throws -> Museums.Map.Result {
        let plan = MapPlan(params.bbox, zoom: params.zoom, maximumItems: maximumItems)
        var cells: [MapCell] = []
        for part in plan.parts { cells += try await store.cells(of: part, in: plan, deadline: context.deadline) }
        return Museums.Map.Result(
            points: cells.compactMap { $0.point(in: context.language) },
            clusters: cells.compactMap(\.cluster), total: cells.reduce(0) { $0 + $1.museums })
    }
}

extension MapCell {
    /// Returns the museum of a cell with one museum, or `nil` for other cells.
    fileprivate func point(in language: Language) -> Museums.Map.Point? {
        guard museums == 1, let single else { return nil }
        let language = single.name.bestLanguage(for: language)
        return Museums.Map.Point(
            id: single.id, name: single.name[language] ?? "", category: single.category, location: middle,
            language: language)
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
