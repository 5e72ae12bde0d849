/// A point in time with millisecond precision; RFC 3339 in UTC on the wire, such as `2026-11-21T06:40:00.125Z`.
public struct Instant: Hashable, Comparable, Sendable, SchemaValue {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The range that has a four-digit year: 0000-01-01 to 9999-12-31.
    public static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The instant that lies `seconds` later; clamped to ``range``.
    public func advanced(bySeconds seconds: Int64) -> Instant {
        let (moved, overflow) = milliseconds.addingReportingOverflow(seconds &* 1000)
        if overflow { return Instant(milliseconds: seconds < 0 ? Self.range.lowerBound : Self.range.upperBound) }
        return Instant(milliseconds: min(max(moved, Self.range.lowerBound), Self.range.upperBound))
    }

    /// The RFC 3339 form in UTC, with milliseconds only where they are not zero.
    public var description: String {
        let clamped = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
        let (days, rest) = clamped.dividedFloor(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        let seconds = rest / 1000
        var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        text += "T\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        if rest % 1000 != 0 { text += ".\(padded(rest % 1000, 3))" }
        return text + "Z"
    }

    /// Reads RFC 3339 with any offset; `nil` for anything else.
    ///
    /// Fractional digits beyond milliseconds are cut off. A leap second is read as the second after it.
    public init?(_ text: String) {
        var scan = DigitScanner(text)
        guard let year = scan.digits(4), scan.take("-"), let month = scan.digits(2), scan.take("-"),
            let day = scan.digits(2), scan.take("T") || scan.take("t"), let hour = scan.digits(2), scan.take(":"),
            let minute = scan.digits(2), scan.take(":"), let second = scan.digits(2),
            hour < 24, minute < 60, second < 61,
            let days = CivilDate(year: year, month: month, day: day)?.daysSince1970
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
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        milliseconds = seconds * 1000 + fraction
        guard Self.range.contains(milliseconds) else { return nil }
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let instant = Instant(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "must be an RFC 3339 instant"))
        }
        self = instant
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    public static var schema: JSONNode {
        ["type": "string", "format": "date-time", "description": "RFC 3339, UTC"]
    }
    public static var example: Instant { Instant(milliseconds: 1_795_243_200_000) }
}

extension Instant: CustomStringConvertible {}

/// A date of the proleptic Gregorian calendar, by Howard Hinnant's day-count algorithms.
struct CivilDate {
    var year: Int64
    var month: Int64
    var day: Int64

    init?(year: Int64, month: Int64, day: Int64) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[Int(month) - 1] else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    init(daysSince1970: Int64) {
        let shifted = daysSince1970 + 719_468
        let (era, dayOfEra) = shifted.dividedFloor(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.dividedFloor(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension Int64 {
    fileprivate func dividedFloor(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
}

private struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits(_ count: Int) -> Int64? {
        guard rest.count >= count else { return nil }
        var value: Int64 = 0
        for byte in rest.prefix(count) {
            guard byte >= 48, byte <= 57 else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        rest.removeFirst(count)
        return value
    }

    /// The milliseconds that a run of 1 to 18 fractional digits stands for.
    mutating func fraction() -> Int64? {
        var value: Int64 = 0
        var count = 0
        while let byte = rest.first, byte >= 48, byte <= 57 {
            guard count < 18 else { return nil }
            if count < 3 { value = value * 10 + Int64(byte - 48) }
            count += 1
            rest.removeFirst()
        }
        guard count > 0 else { return nil }
        while count < 3 {
            value *= 10
            count += 1
        }
        return value
    }
}
