import Platform

extension Location {
    /// The Earth's mean radius in metres.
    public static let earthRadius = 6_371_008.8

    /// Returns the distance to another place in metres, by the haversine formula.
    ///
    /// The Earth is not quite a sphere, so distances are accurate to half a percent.
    public func metres(to other: Location) -> Double {
        Self.metres(
            from: (latitude.value, longitude.value), to: (other.latitude.value, other.longitude.value))
    }

    /// Returns the distance between two points in degrees, in metres, by the haversine formula.
    public static func metres(
        from first: (latitude: Double, longitude: Double), to second: (latitude: Double, longitude: Double)
    ) -> Double {
        let latitudes = (radians(first.latitude), radians(second.latitude))
        let halfLatitude = sin((latitudes.1 - latitudes.0) / 2)
        let halfLongitude = sin(radians(second.longitude - first.longitude) / 2)
        let square =
            halfLatitude * halfLatitude + cos(latitudes.0) * cos(latitudes.1) * halfLongitude * halfLongitude
        // Rounding may push the value above 1 for antipodes.
        return 2 * earthRadius * asin(min(1, square.squareRoot()))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
