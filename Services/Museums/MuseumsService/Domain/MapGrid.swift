import MuseumsContract
import Platform
import Values

/// A grid of whole steps over the square of the Web Mercator projection, which web maps use.
///
/// A cell of level L is a square of 2^(30 - L) steps; level 0 is the whole world. Both coordinates are stored with each
/// museum, so that shifting their bits yields its cell.
enum MapGrid {
    /// The binary logarithm of the number of steps to a side.
    static let bits = 30
    private static let steps = Double(1 << bits)
    /// The latitude up to which the projection is square; places beyond it belong to the outermost cells.
    private static let lastLatitude = 85.051_128_779_806_6

    /// Returns the steps from the antimeridian eastwards, 0 ..< 2^30.
    static func x(of longitude: Double) -> Int {
        clamped((longitude + 180) / 360)
    }

    /// Returns the steps from the north southwards, 0 ..< 2^30.
    static func y(of latitude: Double) -> Int {
        let bounded = min(max(latitude, -lastLatitude), lastLatitude) * .pi / 180
        return clamped(0.5 - log(tan(.pi / 4 + bounded / 2)) / (2 * .pi))
    }

    private static func clamped(_ part: Double) -> Int {
        Int(min(max(part * steps, 0), steps - 1))
    }
}

/// A plan for counting the museums in a rectangle of the map, cell by cell.
///
/// For coarser levels, the database stores the count of each cell. Cells wholly inside the rectangle are read from
/// there; only the museums of cells that its edges cut are counted one by one. A rectangle across the antimeridian has
/// two parts.
struct MapPlan: Equatable, Sendable {
    /// The finest level for which the database stores counts.
    static let finestStored = 12
    /// The number of levels between a map tile and a cell.
    ///
    /// The side of a cell is a quarter of a tile's: 64 of its 256 pixels.
    private static let levelsBelowTile = 2

    /// A range of cells or steps; an empty range is 1…0, as SQL's `BETWEEN` expects.
    struct Span: Equatable, Sendable {
        var first: Int
        var last: Int
        static let empty = Span(first: 1, last: 0)
        var count: Int { max(0, last - first + 1) }
    }

    /// A rectangle that does not cross the antimeridian.
    struct Part: Equatable, Sendable {
        var west: Double
        var south: Double
        var east: Double
        var north: Double
        /// The columns and rows of the cells wholly inside.
        var insideColumns = Span.empty
        var insideRows = Span.empty
        /// The columns of cells to count museum by museum, in steps.
        var columns = [Span.empty, Span.empty]
        /// The rows of cells to count museum by museum, in steps; they extend over `rowColumns`.
        var rows = [Span.empty, Span.empty]
        var rowColumns = Span.empty
    }

    /// The level of the cells.
    let level: Int
    let parts: [Part]

    /// The number of bits by which steps are shifted to become cells.
    var shift: Int { MapGrid.bits - level }

    /// Plans an answer of at most `maximumItems` cells even if museums are everywhere, at the zoom's level or a coarser
    /// one; fewer than 16 count as 16.
    init(_ box: BoundingBox, zoom: Zoom, maximumItems: Int) {
        let boxes = Part.parts(of: box)
        var level = Self.level(of: zoom)
        while level > 1, boxes.reduce(0, { $0 + $1.steps.cells(level: level) }) > max(16, maximumItems) { level -= 1 }
        self.init(boxes, level: level)
    }

    private init(_ boxes: [Part], level: Int) {
        self.level = level
        parts = boxes.map { Self.counted($0, level: level) }
    }

    /// Returns the level of the cells that a map of this zoom shows.
    static func level(of zoom: Zoom) -> Int { zoom.value + levelsBelowTile }

    /// Returns the lowest zoom whose cells separate the corners of a rectangle; `nil` if none does.
    static func opening(_ bounds: MapCell.Bounds) -> Zoom? {
        let different =
            (MapGrid.x(of: bounds.west) ^ MapGrid.x(of: bounds.east))
            | (MapGrid.y(of: bounds.south) ^ MapGrid.y(of: bounds.north))
        guard different > 0 else { return nil }
        // The first bit that differs belongs to the coarsest level at which the cells do.
        let level = MapGrid.bits - (Int.bitWidth - 1 - different.leadingZeroBitCount)
        return Zoom(max(Zoom.range.lowerBound, level - levelsBelowTile))
    }

    /// Returns a finer plan that still yields at most `maximumItems` cells, now that the museums are known; `nil` if
    /// there is none.
    ///
    /// - Parameters:
    ///   - cells: the number of cells with museums in this plan.
    ///   - museums: the number of museums in them.
    func finer(_ box: BoundingBox, zoom: Zoom, maximumItems: Int, cells: Int, museums: Int) -> MapPlan? {
        let wanted = Self.level(of: zoom)
        guard level < wanted, cells > 0 else { return nil }
        if museums <= maximumItems { return MapPlan(Part.parts(of: box), level: wanted) }
        // Beyond the finest stored level, every museum of the rectangle would be read.
        let finest = level < Self.finestStored ? min(wanted, Self.finestStored) : wanted
        var (next, most) = (level, cells)
        // Each cell divides into four.
        while next < finest, most * 4 <= maximumItems { (next, most) = (next + 1, most * 4) }
        return next > level ? MapPlan(Part.parts(of: box), level: next) : nil
    }

    private static func counted(_ box: Part, level: Int) -> Part {
        let shift = MapGrid.bits - level
        let steps = box.steps
        // The cell after the one at the western edge lies wholly inside, and so on; at the ends of the world the edge's
        // own cell is whole, too.
        let isWhole = (
            west: box.west <= -180, east: box.east >= 180, north: box.north >= 90, south: box.south <= -90
        )
        var part = box
        part.insideColumns = Span(
            first: (steps.west >> shift) + (isWhole.west ? 0 : 1), last: (steps.east >> shift) - (isWhole.east ? 0 : 1))
        part.insideRows = Span(
            first: (steps.north >> shift) + (isWhole.north ? 0 : 1),
            last: (steps.south >> shift) - (isWhole.south ? 0 : 1))
        guard level <= finestStored, part.insideColumns.count > 0, part.insideRows.count > 0 else {
            (part.insideColumns, part.insideRows) = (.empty, .empty)
            part.columns[0] = Span(first: steps.west, last: steps.east)
            return part
        }
        func span(ofCell cell: Int) -> Span { Span(first: cell << shift, last: ((cell + 1) << shift) - 1) }
        if !isWhole.west { part.columns[0] = span(ofCell: steps.west >> shift) }
        if !isWhole.east { part.columns[1] = span(ofCell: steps.east >> shift) }
        if !isWhole.north { part.rows[0] = span(ofCell: steps.north >> shift) }
        if !isWhole.south { part.rows[1] = span(ofCell: steps.south >> shift) }
        part.rowColumns = Span(
            first: span(ofCell: part.insideColumns.first).first, last: span(ofCell: part.insideColumns.last).last)
        return part
    }
}

extension MapPlan.Part {
    /// Returns the parts of a rectangle: two if it crosses the antimeridian.
    static func parts(of box: BoundingBox) -> [MapPlan.Part] {
        let (west, east) = (box.west.value, box.east.value)
        let halves: [(west: Double, east: Double)] = west > east ? [(west, 180), (-180, east)] : [(west, east)]
        return halves.map { MapPlan.Part(west: $0.west, south: box.south.value, east: $0.east, north: box.north.value) }
    }

    /// The edges of a part, in steps of the grid.
    struct Steps {
        var west: Int
        var south: Int
        var east: Int
        var north: Int

        /// Returns the number of cells of a level that the rectangle touches.
        func cells(level: Int) -> Int {
            let shift = MapGrid.bits - level
            return ((east >> shift) - (west >> shift) + 1) * ((south >> shift) - (north >> shift) + 1)
        }
    }

    var steps: Steps {
        Steps(
            west: MapGrid.x(of: west), south: MapGrid.y(of: south), east: MapGrid.x(of: east),
            north: MapGrid.y(of: north))
    }
}
