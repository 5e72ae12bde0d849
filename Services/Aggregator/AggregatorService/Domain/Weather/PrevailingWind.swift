import Platform

/// The mean wind of several points.
struct PrevailingWind {
    /// The direction that the wind blows from, in degrees; `nil` if it is unknown, or no direction prevails.
    let direction: Int?

    /// Adds the winds as vectors, so that strong wind counts for more and north is between 350° and 10°.
    init(_ points: [ForecastSeries.Point]) {
        var (north, east) = (0.0, 0.0)
        for point in points {
            guard let degrees = point.windDirection, let speed = point.windSpeed else { continue }
            let angle = Double(degrees) * .pi / 180
            north += speed * cos(angle)
            east += speed * sin(angle)
        }
        // Below a tenth of a metre per second in sum, the angle is that of rounding errors.
        guard north * north + east * east > 0.01 else {
            direction = nil
            return
        }
        let degrees = Int((atan2(east, north) * 180 / .pi).rounded())
        direction = (degrees + 360) % 360
    }
}
