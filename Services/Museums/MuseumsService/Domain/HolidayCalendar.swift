import Values

/// The public holidays of a country.
struct HolidayCalendar: Equatable, Sendable {
    /// The holidays on the same day each year, as 100 × month + day.
    private let fixed: Set<Int>
    /// The holidays by their number of days after Orthodox Easter.
    private let afterOrthodoxEaster: Set<Int>

    /// Returns the calendar of a country; `nil` if it is not known.
    static func of(_ country: CountryCode) -> HolidayCalendar? { calendars[country.text] }

    func contains(_ date: LocalDate) -> Bool {
        if fixed.contains(date.month * 100 + date.day) { return true }
        guard !afterOrthodoxEaster.isEmpty, let easter = Self.orthodoxEaster(of: date.year) else { return false }
        return afterOrthodoxEaster.contains(date.daysSince1970 - easter.daysSince1970)
    }

    private static let calendars: [String: HolidayCalendar] = [
        // The non-working holidays of Belarus: New Year, both Christmases, Women's Day, Radunitsa (on the ninth day of
        // Easter), Labour Day, Victory Day, Independence Day and the day of the October Revolution.
        "BY": HolidayCalendar(
            fixed: [101, 102, 107, 308, 501, 509, 703, 1107, 1225], afterOrthodoxEaster: [9])
    ]

    /// Returns Orthodox Easter in the Gregorian calendar, by the rule of Meeus for the Julian one; `nil` outside 1900
    /// to 2099, in which the calendars are 13 days apart.
    static func orthodoxEaster(of year: Int) -> LocalDate? {
        guard (1900...2099).contains(year) else { return nil }
        let moon = (19 * (year % 19) + 15) % 30
        let week = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
        let day = moon + week + 114
        return LocalDate(year: year, month: day / 31, day: day % 31 + 1)?.advanced(byDays: 13)
    }
}
