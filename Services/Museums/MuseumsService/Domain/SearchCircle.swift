import MuseumsContract
import Platform
import Values

/// A circle on the ground.
struct SearchCircle: Equatable, Sendable {
    var middle: Location
    /// Metres.
    var radius: Int

    /// Creates the circle of a search; `nil` without a radius.
    init?(near: Location?, radius: SearchRadius?) {
        guard let near, let radius else { return nil }
        self.init(middle: near, radius: radius.value)
    }

    init(middle: Location, radius: Int) {
        self.middle = middle
        self.radius = radius
    }

    /// The radius as a straight line through the unit sphere, by which the database measures.
    var chord: Double { 2 * sin(angle / 2) }

    /// A rectangle of the map that contains the circle.
    var box: BoundingBox {
        let (latitude, longitude) = (middle.latitude.value, middle.longitude.value)
        // The margin covers rounding; museums in it lie outside the circle.
        let height = angle * 180 / .pi + Self.margin
        let (south, north) = (max(latitude - height, -90), min(latitude + height, 90))
        var (west, east) = (-180.0, 180.0)
        // A circle around a pole has all longitudes.
        if north < 90, south > -90 {
            let width = asin(min(1, sin(angle) / cos(latitude * .pi / 180))) * 180 / .pi + Self.margin
            if width < 180 {
                west = longitude - width < -180 ? longitude - width + 360 : longitude - width
                east = longitude + width > 180 ? longitude + width - 360 : longitude + width
            }
        }
        return BoundingBox(
            west: Longitude(unchecked: west), south: Latitude(unchecked: south), east: Longitude(unchecked: east),
            north: Latitude(unchecked: north)) ?? .world
    }

    private var angle: Double { Double(radius) / Location.earthRadius }
    /// Degrees.
    private static let margin = 1e-6
}

extension BoundingBox {
    /// The whole map.
    static let world =
        BoundingBox(
            west: Longitude(unchecked: -180), south: Latitude(unchecked: -90), east: Longitude(unchecked: 180),
            north: Latitude(unchecked: 90)) ?? .example
}
