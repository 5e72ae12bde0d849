import AuthContract
import Values

/// The dates of birth that are possible on a day.
struct BirthDateRange: Sendable {
    let earliest: LocalDate
    let latest: LocalDate

    /// Creates the range for an instant: from 120 years before its day in UTC to the day on which somebody of the
    /// minimum age was born.
    ///
    /// - Parameter minimumAge: in years, 0 to 120.
    init(at now: Instant, minimumAge: Int) {
        let today = LocalDate(daysSince1970: Int(now.milliseconds / Self.millisecondsOfDay))
        earliest = today.advanced(byDays: -Self.daysOf120Years)
        let year = today.year - minimumAge
        // On 29 February the year of birth may have no such day; the day before counts.
        latest =
            LocalDate(year: year, month: today.month, day: today.day)
            ?? LocalDate(year: year, month: today.month, day: today.day - 1) ?? today
    }

    /// Returns the fault of a date outside the range; `nil` for a possible date of birth.
    func fault(in birthDate: BirthDate) -> ValueFault? {
        guard let date = LocalDate(birthDate.text) else { return .date }
        return (earliest...latest).contains(date) ? nil : .dates(from: earliest, to: latest)
    }

    private static let millisecondsOfDay: Int64 = 86_400_000
    /// 120 years of 365.25 days.
    private static let daysOf120Years = 43_830
}

extension ValueFault {
    /// The date lies outside its range.
    fileprivate static func dates(from earliest: LocalDate, to latest: LocalDate) -> ValueFault {
        ValueFault(
            "date-range", limits: [("earliest", .text("\(earliest)")), ("latest", .text("\(latest)"))],
            UserText(
                "must be from \(earliest) to \(latest)", ru: "допустимы даты с \(earliest) по \(latest)",
                be: "дапушчальныя даты з \(earliest) па \(latest)"))
    }
}
