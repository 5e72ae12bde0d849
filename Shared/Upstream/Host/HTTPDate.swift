import Values

/// A date in HTTP's formats.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses any of the three forms of RFC 9110, 5.6.7; returns `nil` for anything else.
    ///
    /// They are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. The
    /// day of the week is ignored; a two-digit year means the year nearest to `now`, at most 50 years ahead.
    static func instant(_ text: String, now: Instant) -> Instant? {
        guard text.utf8.count <= 40 else { return nil }
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT":
            let year = words[3].utf8.count == 2 ? fullYear(words[3], now: now) : words[3]
            return instant(year: year, month: words[2], day: words[1], time: words[4])
        case 5: return instant(year: words[4], month: words[1], day: words[2], time: words[3])
        default: return nil
        }
    }

    private static func instant(year: String?, month: String, day: String, time: String) -> Instant? {
        guard let year, let index = months.firstIndex(of: month) else { return nil }
        let day = day.utf8.count == 1 ? "0" + day : day
        return Instant("\(year)-\(index < 9 ? "0" : "")\(index + 1)-\(day)T\(time)Z")
    }

    private static func fullYear(_ text: String, now: Instant) -> String? {
        guard let lastTwo = Int(text), let thisYear = Int(now.description.prefix(4)) else { return nil }
        let sameCentury = thisYear - thisYear % 100 + lastTwo
        return "\(sameCentury > thisYear + 50 ? sameCentury - 100 : sameCentury)"
    }
}

/// The pause requested by a `Retry-After` header.
enum RetryAfter {
    /// The longest pause that is respected.
    static let longest: Duration = .seconds(600)
    /// The pause used for zero and for dates in the past, so that no third party is called in a tight loop.
    static let shortest: Duration = .seconds(1)

    /// Reads seconds or a date; returns `nil` for anything else.
    static func duration(_ text: String, now: Instant) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            return min(max(.seconds(Int64(text) ?? .max / 2), shortest), longest)
        }
        guard let date = HTTPDate.instant(text, now: now) else { return nil }
        return min(max(.milliseconds(date.milliseconds - now.milliseconds), shortest), longest)
    }
}
