import Platform
import Values

extension Location {
    /// The distance to another place in metres along the Earth's surface, by the haversine formula; right to half a
    /// percent.
    func metres(to other: Location) -> Double {
        let south = latitude.value * .pi / 180
        let north = other.latitude.value * .pi / 180
        let halfLatitude = sin((north - south) / 2)
        let halfLongitude = sin((other.longitude.value - longitude.value) * .pi / 360)
        let square = halfLatitude * halfLatitude + cos(south) * cos(north) * halfLongitude * halfLongitude
        // Rounding may carry the square of antipodes beyond 1.
        return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
    }
}
