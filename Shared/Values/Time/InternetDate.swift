/// Dates as HTTP (RFC 9110 §5.6.7) and mail (RFC 5322 §3.3) write them, with English names and to the second.
public enum InternetDate {
    /// The abbreviated names of the months, from `Jan` to `Dec`.
    public static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// Returns a time for an HTTP field, such as `Sun, 06 Nov 1994 08:49:37 GMT`; feeds use this form, too.
    public static func http(_ instant: Instant) -> String { text(of: instant, zone: "GMT") }

    /// Returns a time for a mail header, such as `Sun, 06 Nov 1994 08:49:37 +0000`.
    public static func mail(_ instant: Instant) -> String { text(of: instant, zone: "+0000") }

    private static func text(of instant: Instant, zone: String) -> String {
        let clamped = min(max(instant.milliseconds, Instant.range.lowerBound), Instant.range.upperBound)
        let (days, rest) = clamped.dividedFloor(by: 86_400_000)
        let date = LocalDate(daysSince1970: Int(days))
        return DigitWriter.text(ofLength: 26 + zone.utf8.count) { text in
            text.put(text: weekdays[date.weekday - 1])
            text.put(text: ", ")
            text.put(Int64(date.day), digits: 2)
            text.put(" ")
            text.put(text: months[date.month - 1])
            text.put(" ")
            text.put(Int64(date.year), digits: 4)
            text.put(" ")
            text.put(secondOfDay: rest / 1000)
            text.put(" ")
            text.put(text: zone)
        }
    }

    /// Parses any of the three forms of RFC 9110 §5.6.7; returns `nil` for anything else.
    ///
    /// They are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. The
    /// day of the week is ignored; a two-digit year means the year nearest to `now`, at most 50 years ahead.
    public static func instant(http text: String, now: Instant) -> Instant? {
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
