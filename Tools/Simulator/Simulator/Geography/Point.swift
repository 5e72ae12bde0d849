#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A point on Earth, in degrees.
struct Point: Sendable, Hashable {
    var latitude: Double
    var longitude: Double

    /// Parses coordinates; returns `nil` unless both are numbers in range.
    init?(latitude: String?, longitude: String?) {
        guard let latitude = latitude.flatMap(Double.init), let longitude = longitude.flatMap(Double.init),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Returns the distance along the great circle, in kilometres.
    func distance(to other: Point) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let chord = north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 12_742 * asin(min(1, chord.squareRoot()))
    }

    /// Returns the nearest point of a grid with a spacing of `step` degrees.
    func snapped(to step: Double) -> Point {
        Point(latitude: (latitude / step).rounded() * step, longitude: (longitude / step).rounded() * step)
    }
}

extension Double {
    /// Returns the number rounded to `digits` decimals.
    func rounded(digits: Int) -> Double {
        let factor = pow(10, Double(digits))
        return (self * factor).rounded() / factor
    }
}
