import Values

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
        Location.metres(from: (latitude, longitude), to: (other.latitude, other.longitude)) / 1_000
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
