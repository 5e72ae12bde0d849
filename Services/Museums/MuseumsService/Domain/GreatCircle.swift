import Platform
import Values

/// Distances on a sphere of the Earth's mean radius.
enum GreatCircle {
    /// The Earth's mean radius in metres.
    ///
    /// The Earth is not quite a sphere, so distances are accurate to half a percent.
    static let earthRadius = 6_371_008.8

    /// Returns the distance in whole metres, by the haversine formula.
    static func metres(from start: Location, to end: Location) -> Int {
        let latitudes = (radians(start.latitude.value), radians(end.latitude.value))
        let halfLatitude = sin((latitudes.1 - latitudes.0) / 2)
        let halfLongitude = sin(radians(end.longitude.value - start.longitude.value) / 2)
        let square =
            halfLatitude * halfLatitude + cos(latitudes.0) * cos(latitudes.1) * halfLongitude * halfLongitude
        // Rounding may push the squared term of antipodes above 1.
        return Int((2 * earthRadius * asin(min(1, square.squareRoot()))).rounded())
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
