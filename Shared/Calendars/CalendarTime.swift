public import Values

/// Dates and times in the format of RFC 5545.
public enum CalendarTime {
    /// Writes a day, such as `20260901`.
    public static func date(_ date: LocalDate) -> String { date.description.filter { $0 != "-" } }

    /// Writes a local time, such as `20260901T090000`; minutes after midnight may go beyond the day.
    public static func local(_ day: LocalDate, minute: Int) -> String {
        let date = date(day.advanced(byDays: minute / 1_440))
        return "\(date)T\(digits(minute % 1_440 / 60))\(digits(minute % 60))00"
    }

    /// Writes an instant in UTC, such as `20260901T060000Z`.
    public static func utc(_ instant: Instant) -> String {
        let seconds = instant.milliseconds / 1_000
        let day = LocalDate(daysSince1970: Int(seconds / 86_400))
        let second = Int(seconds % 86_400)
        return "\(local(day, minute: second / 60).dropLast(2))\(digits(second % 60))Z"
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
