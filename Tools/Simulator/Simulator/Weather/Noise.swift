#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A field of numbers from 0 to 1 that varies smoothly across the Earth and over time.
struct Noise: Sendable {
    var seed: UInt64
    /// The field's number; different fields are independent.
    var field: Int
    /// The distance over which values change, in degrees.
    var degrees: Double
    var hours: Double

    func value(_ point: Point, hour: Double) -> Double {
        let x = point.longitude / degrees
        let y = point.latitude / degrees
        let z = hour / hours
        let (x0, y0, z0) = (floor(x), floor(y), floor(z))
        let (fx, fy, fz) = (smooth(x - x0), smooth(y - y0), smooth(z - z0))
        var sum = 0.0
        for corner in 0..<8 {
            let (dx, dy, dz) = (corner & 1, corner >> 1 & 1, corner >> 2)
            let weight = (dx == 1 ? fx : 1 - fx) * (dy == 1 ? fy : 1 - fy) * (dz == 1 ? fz : 1 - fz)
            var random = SeededRandom(seed, field, Int(x0) + dx, Int(y0) + dy, Int(z0) + dz)
            sum += weight * random.unit()
        }
        return sum
    }

    private func smooth(_ part: Double) -> Double { part * part * (3 - 2 * part) }
}
