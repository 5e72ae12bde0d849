import MuseumsContract
import Values

/// A cell of the map with at least one museum.
struct MapCell: Equatable, Sendable {
    /// The museum of a cell that contains no other.
    struct SingleMuseum: Equatable, Sendable {
        var id: MuseumID
        var category: MuseumCategory
        var name: LocalizedText
    }

    /// The smallest rectangle around the museums of a cell, in degrees.
    struct Bounds: Equatable, Sendable {
        var west: Double
        var south: Double
        var east: Double
        var north: Double
    }

    /// The number of museums in the cell.
    var museums: Int
    /// The mean of the museums' coordinates, which lies within the bounds.
    var middle: Location
    var bounds: Bounds
    /// The museum of a cell with only one; `nil` for other cells.
    var single: SingleMuseum?

    init(museums: Int, latitude: Double, longitude: Double, bounds: Bounds, single: SingleMuseum?) {
        self.museums = museums
        // Rounding may put the mean outside the bounds.
        middle = Location(
            latitude: Latitude(unchecked: min(max(latitude, bounds.south), bounds.north)),
            longitude: Longitude(unchecked: min(max(longitude, bounds.west), bounds.east)))
        self.bounds = bounds
        self.single = single
    }
}
