import Platform

extension Location {
    /// The Earth's mean radius in metres.
    public static let earthRadius = 6_371_008.8

    /// Returns the distance to another place in metres, by the haversine formula.
    ///
    /// The Earth is not quite a sphere, so distances are accurate to half a percent.
    public func metres(to other: Location) -> Double {
        let latitudes = (Self.radians(latitude.value), Self.radians(other.latitude.value))
        let halfLatitude = sin((latitudes.1 - latitudes.0) / 2)
        let halfLongitude = sin(Self.radians(other.longitude.value - longitude.value) / 2)
        let square =
            halfLatitude * halfLatitude + cos(latitudes.0) * cos(latitudes.1) * halfLongitude * halfLongitude
        // Rounding may push the value above 1 for antipodes.
        return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
