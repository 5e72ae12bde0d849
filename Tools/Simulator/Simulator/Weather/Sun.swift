import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The times of sunrise and sunset, accurate to about ten minutes.
struct Sun {
    /// The time of sunrise; `nil`, like ``set``, in the polar day and the polar night.
    var rise: Instant?
    var set: Instant?
    /// The hours of daylight: 0 in the polar night, 24 in the polar day.
    var hours: Double

    /// Computes the times of a day.
    ///
    /// - Parameter date: the local date.
    init(_ point: Point, date: LocalDate) {
        let declination = Self.declination(onDay: date.dayOfYear)
        let latitude = point.latitude * .pi / 180
        let cosine = (-0.0145 - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))
        guard (-1...1).contains(cosine) else {
            hours = cosine > 1 ? 0 : 24
            return
        }
        hours = 24 * acos(cosine) / .pi
        let midnight = Int64(date.daysSince1970) * 86_400_000
        let noon = 12 - point.longitude / 15
        rise = Instant(milliseconds: midnight + Int64((noon - hours / 2) * 60) * 60_000)
        set = Instant(milliseconds: midnight + Int64((noon + hours / 2) * 60) * 60_000)
    }

    /// Returns true if it is daylight at an instant.
    static func isUp(_ point: Point, at instant: Instant) -> Bool {
        let solar = Double(instant.milliseconds) / 3_600_000 + point.longitude / 15
        let date = LocalDate(daysSince1970: Int((solar / 24).rounded(.down)))
        let angle = (solar - (solar / 24).rounded(.down) * 24 - 12) * .pi / 12
        let latitude = point.latitude * .pi / 180
        let declination = declination(onDay: date.dayOfYear)
        return sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(angle) > -0.0145
    }

    private static func declination(onDay day: Int) -> Double { -0.4091 * cos(2 * .pi * Double(day + 9) / 365.25) }
}

extension LocalDate {
    /// The day of the year, counted from 0 on 1 January.
    var dayOfYear: Int { daysSince1970 - (LocalDate(year: year, month: 1, day: 1)?.daysSince1970 ?? daysSince1970) }
}
