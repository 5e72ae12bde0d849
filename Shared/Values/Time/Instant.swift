/// A point in time with millisecond precision; RFC 3339 in UTC on the wire, such as `2026-11-21T06:40:00.125Z`.
public struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The range with four-digit years: 0000-01-01 to 9999-12-31.
    public static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the instant `seconds` later; clamped to ``range``.
    public func advanced(bySeconds seconds: Int64) -> Instant {
        let (moved, overflow) = milliseconds.addingReportingOverflow(seconds &* 1000)
        if overflow { return Instant(milliseconds: seconds < 0 ? Self.range.lowerBound : Self.range.upperBound) }
        return Instant(milliseconds: min(max(moved, Self.range.lowerBound), Self.range.upperBound))
    }

    /// The instant in RFC 3339 form, in UTC; milliseconds are omitted if zero.
    public var description: String {
        let clamped = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
        let (days, rest) = clamped.dividedFloor(by: 86_400_000)
        let (seconds, milliseconds) = rest.quotientAndRemainder(dividingBy: 1000)
        return DigitWriter.text(ofLength: 24) { text in
            text.put(CivilDate(daysSince1970: days))
            text.put("T")
            text.put(secondOfDay: seconds)
            if milliseconds != 0 {
                text.put(".")
                text.put(milliseconds, digits: 3)
            }
            text.put("Z")
        }
    }

    /// Parses RFC 3339 with any offset; returns `nil` for anything else.
    ///
    /// Digits beyond milliseconds are cut off. A leap second becomes the second after it.
    public init?(_ text: String) {
        var scan = DigitScanner(text)
        guard let date = scan.date(), scan.take("T") || scan.take("t"), let hour = scan.digits(2), scan.take(":"),
            let minute = scan.digits(2), scan.take(":"), let second = scan.digits(2),
            hour < 24, minute < 60, second < 61
        else { return nil }
        var fraction: Int64 = 0
        if scan.take(".") {
            guard let digits = scan.fraction() else { return nil }
            fraction = digits
        }
        var offset: Int64 = 0
        if !(scan.take("Z") || scan.take("z")) {
            let sign: Int64
            if scan.take("+") { sign = 1 } else if scan.take("-") { sign = -1 } else { return nil }
            guard let hours = scan.digits(2), scan.take(":"), let minutes = scan.digits(2), hours < 24, minutes < 60
            else { return nil }
            offset = sign * (hours * 3600 + minutes * 60)
        }
        guard scan.isAtEnd else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        milliseconds = seconds * 1000 + fraction
        guard Self.range.contains(milliseconds) else { return nil }
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let instant = Instant(text) else {
            throw DecodingError(.instant, at: decoder.codingPath)
        }
        self = instant
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Instant: CustomStringConvertible {}
