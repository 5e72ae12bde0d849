/// A calendar day without time or zone; `YYYY-MM-DD` on the wire, such as `2026-11-21`.
///
/// Its span of time depends on the time zone: see ``Zone``.
public struct LocalDate: Hashable, Comparable, Sendable, Codable {
    /// Days since 1970-01-01, negative before it; always in ``range``.
    public let daysSince1970: Int

    /// The range with four-digit years: 0000-01-01 to 9999-12-31.
    public static let range: ClosedRange<Int> = -719_528...2_932_896

    /// Creates the day that is a number of days after 1970-01-01, clamped to ``range``.
    public init(daysSince1970: Int) {
        self.daysSince1970 = min(max(daysSince1970, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Creates a day of the proleptic Gregorian calendar; returns `nil` if it does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day)) else { return nil }
        self.init(daysSince1970: Int(date.daysSince1970))
    }

    /// Parses `YYYY-MM-DD`; returns `nil` for anything else and for days that do not exist.
    public init?(_ text: String) {
        var scan = DigitScanner(text)
        guard let date = scan.date(), scan.isAtEnd else { return nil }
        self.init(daysSince1970: Int(date.daysSince1970))
    }

    /// The year, 0 to 9999.
    public var year: Int { Int(civil.year) }

    /// The month, 1 to 12.
    public var month: Int { Int(civil.month) }

    /// The day of the month, 1 to 31.
    public var day: Int { Int(civil.day) }

    /// The day of the week by ISO 8601, from 1 for Monday to 7 for Sunday.
    public var weekday: Int {
        // Day 0 was a Thursday.
        Int(Int64(daysSince1970 + 3).dividedFloor(by: 7).remainder) + 1
    }

    /// Returns the day `days` later; clamped to ``range``.
    public func advanced(byDays days: Int) -> LocalDate {
        let (moved, overflow) = daysSince1970.addingReportingOverflow(days)
        return LocalDate(daysSince1970: overflow ? (days < 0 ? .min : .max) : moved)
    }

    public static func < (left: LocalDate, right: LocalDate) -> Bool { left.daysSince1970 < right.daysSince1970 }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let date = LocalDate(text) else {
            throw DecodingError(.date, at: decoder.codingPath)
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private var civil: CivilDate { CivilDate(daysSince1970: Int64(daysSince1970)) }
}

extension LocalDate: CustomStringConvertible {
    /// The day as `YYYY-MM-DD`.
    public var description: String { civil.description }
}
