import MuseumsContract
import Testing
import Values

@testable import MuseumsService

@Suite struct MapPlanTests {
    @Test func `The grid covers the world and keeps the order of places`() {
        let last = (1 << MapGrid.bits) - 1
        #expect(MapGrid.x(of: -180) == 0 && MapGrid.x(of: 180) == last && MapGrid.x(of: 0) == 1 << 29)
        #expect(MapGrid.y(of: 90) == 0 && MapGrid.y(of: -90) == last && MapGrid.y(of: 0) == 1 << 29)
        let longitudes = stride(from: -180.0, through: 180, by: 0.37).map(MapGrid.x)
        #expect(longitudes == longitudes.sorted())
        let latitudes = stride(from: -90.0, through: 90, by: 0.37).map(MapGrid.y)
        #expect(latitudes == latitudes.sorted(by: >))
    }

    /// Returns the number of times that a plan counts a place, as part of a whole cell or individually.
    private func counts(_ longitude: Double, _ latitude: Double, _ plan: MapPlan) -> Int {
        let (x, y) = (MapGrid.x(of: longitude), MapGrid.y(of: latitude))
        func holds(_ span: MapPlan.Span, _ value: Int) -> Bool { span.first <= value && value <= span.last }
        return plan.parts.reduce(0) { sum, part in
            let isInside =
                holds(part.insideColumns, x >> plan.shift) && holds(part.insideRows, y >> plan.shift)
            let isInBox =
                (part.west...part.east).contains(longitude) && (part.south...part.north).contains(latitude)
            let edges =
                part.columns.filter { holds($0, x) }.count
                + part.rows.filter { holds($0, y) && holds(part.rowColumns, x) }.count
            return sum + (isInside ? 1 : 0) + (isInBox ? edges : 0)
        }
    }

    @Test func `Every place in the rectangle is counted once, and no other`() throws {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<400 {
            let west = Double.random(in: -180...180, using: &generator)
            let east =
                Bool.random(using: &generator)
                ? Double.random(in: -180...180, using: &generator)
                : min(180, west + Double.random(in: 0...2, using: &generator))
            let latitudes = [
                Double.random(in: -90...90, using: &generator), Double.random(in: -90...90, using: &generator),
            ].sorted()
            let zoom = Zoom(unchecked: Int.random(in: 0...20, using: &generator))
            let plan = MapPlan(
                try BoundingBox.of(west, latitudes[0], east, latitudes[1]), zoom: zoom, maximumItems: 500)
            for _ in 0..<60 {
                var longitude = Double.random(in: -180...180, using: &generator)
                var latitude = Double.random(in: -90...90, using: &generator)
                // Often near an edge, or on it.
                if Bool.random(using: &generator) {
                    longitude = [west, east].randomElement(using: &generator) ?? west
                    longitude += [0, 1e-9, -1e-9, 0.01].randomElement(using: &generator) ?? 0
                    longitude = min(max(longitude, -180), 180)
                }
                if Bool.random(using: &generator) { latitude = latitudes.randomElement(using: &generator) ?? latitude }
                let isInLongitudes =
                    west <= east ? (west...east).contains(longitude) : longitude >= west || longitude <= east
                let isIn = isInLongitudes && (latitudes[0]...latitudes[1]).contains(latitude)
                #expect(
                    counts(longitude, latitude, plan) == (isIn ? 1 : 0),
                    "\(longitude) \(latitude) in \(west) \(latitudes) \(east), \(zoom)")
            }
        }
    }

    @Test func `The whole world is read from stored cells`() throws {
        let plan = MapPlan(try BoundingBox.of(-180, -90, 180, 90), zoom: Zoom(unchecked: 0), maximumItems: 500)
        #expect(plan.level == 2 && plan.parts.count == 1)
        #expect(plan.parts[0].insideColumns == MapPlan.Span(first: 0, last: 3))
        #expect(plan.parts[0].columns == [.empty, .empty] && plan.parts[0].rows == [.empty, .empty])
    }

    @Test(arguments: [16, 100, 500, 5_000]) func `Cells grow until there are few enough`(maximumItems: Int) throws {
        for zoom in 0...20 {
            for edges in [(-180.0, -90.0, 180.0, 90.0), (27, 53, 28, 54), (170, -10, -170, 10), (5, 5, 4, 6)] {
                let plan = MapPlan(
                    try BoundingBox.of(edges.0, edges.1, edges.2, edges.3), zoom: Zoom(unchecked: zoom),
                    maximumItems: maximumItems
                )
                let cells = plan.parts.reduce(0) { $0 + $1.steps.cells(level: plan.level) }
                #expect(cells <= maximumItems && plan.level <= zoom + 2 && plan.level >= 1)
            }
        }
    }

    @Test func `A plan becomes finer only as far as its cells stay within the limit`() throws {
        let box = try BoundingBox.of(23, 51, 33, 57)
        let zoom = Zoom(unchecked: 18)
        let plan = MapPlan(box, zoom: zoom, maximumItems: 500)
        func level(cells: Int, museums: Int, after plan: MapPlan) -> Int? {
            plan.finer(box, zoom: zoom, maximumItems: 500, cells: cells, museums: museums)?.level
        }
        #expect(plan.level < 12)
        #expect(level(cells: 52, museums: 135, after: plan) == 20, "all museums fit")
        #expect(level(cells: 52, museums: 5_000, after: plan) == plan.level + 1)
        #expect(level(cells: 200, museums: 5_000, after: plan) == nil)
        #expect(level(cells: 1, museums: 5_000, after: plan) == min(12, plan.level + 4))
        #expect(level(cells: 0, museums: 0, after: plan) == nil)
        let finest = MapPlan(try .of(27, 53, 27.001, 53.001), zoom: zoom, maximumItems: 500)
        #expect(finest.finer(box, zoom: zoom, maximumItems: 500, cells: 1, museums: 9) == nil)
    }

    @Test func `A rectangle opens at the zoom that separates its corners`() {
        func opening(_ east: Double) -> Int? {
            MapPlan.opening(MapCell.Bounds(west: 0, south: 10, east: east, north: 10))?.value
        }
        #expect(opening(0) == nil)
        #expect(opening(100) == 0)
        #expect(opening(0.0000001) == nil, "closer than a cell of the closest zoom")
        #expect(opening(0.0002) == 19)
    }
}
