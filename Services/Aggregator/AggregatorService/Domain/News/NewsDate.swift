import Values

/// Reads dates as feeds and news services write them.
enum NewsDate {
    /// Reads RFC 822 (`Thu, 08 Aug 2024 15:39:03 GMT`, with everything that feeds omit or abbreviate), ISO 8601 with
    /// any number of fractional digits, and `20261002T063000Z`; returns `nil` for other texts and for dates that do not
    /// exist.
    static func instant(_ text: String) -> Instant? {
        let trimmed = text.split(whereSeparator: \.isWhitespace)
        guard let first = trimmed.first, text.utf8.count <= 64 else { return nil }
        if first.utf8.prefix(4).count == 4, first.utf8.prefix(4).allSatisfy({ (48...57).contains($0) }) {
            return iso(trimmed)
        }
        return rfc822(trimmed.map(String.init))
    }

    // MARK: ISO 8601

    private static func iso(_ parts: [Substring]) -> Instant? {
        // "2026-10-02 06:30:00 +0300" is common, too.
        guard parts.count <= 3 else { return nil }
        var text = parts[0] + (parts.count > 1 && !parts[0].contains("T") ? "T" : "")
        for part in parts.dropFirst() { text += part }
        var scan = DigitScanner(String(text))
        guard let year = scan.number(4) else { return nil }
        let isCompact = !scan.take("-")
        guard let month = scan.number(2), isCompact || scan.take("-"), let day = scan.number(2),
            scan.take("T") || scan.take("t"), let hour = scan.number(2), isCompact || scan.take(":"),
            let minute = scan.number(2)
        else { return nil }
        var second = 0
        if isCompact || scan.take(":") {
            guard let seconds = scan.number(2) else { return nil }
            second = seconds
            if scan.take(".") || scan.take(",") { guard scan.skipDigits() > 0 else { return nil } }
        }
        // A time without a zone does not determine an instant.
        guard let offset = scan.offset(), scan.isAtEnd else { return nil }
        return instant((year, month, day), (hour, minute, second), offset)
    }

    // MARK: RFC 822

    private static func rfc822(_ parts: [String]) -> Instant? {
        var parts = parts[...]
        // A weekday may precede the date, with or without a comma.
        if let first = parts.first, first.utf8.first.map({ !(48...57).contains($0) }) ?? false { parts.removeFirst() }
        guard parts.count >= 4, let day = digits(parts[parts.startIndex], 1...2),
            let month = month(parts[parts.startIndex + 1]),
            let year = year(parts[parts.startIndex + 2])
        else { return nil }
        let time = parts[parts.startIndex + 3].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard time.count == 2 || time.count == 3, let hour = digits(time[0], 1...2), let minute = digits(time[1], 2...2)
        else { return nil }
        var second = 0
        if time.count == 3 {
            guard let seconds = digits(time[2], 2...2) else { return nil }
            second = seconds
        }
        guard parts.count >= 5, let offset = zone(parts[parts.startIndex + 4]) else { return nil }
        return instant((year, month, day), (hour, minute, second), offset)
    }

    /// Reads a month, which may be written out.
    private static func month(_ text: String) -> Int? {
        let name = text.prefix(3).lowercased()
        return InternetDate.months.firstIndex { $0.lowercased() == name }.map { $0 + 1 }
    }

    /// Reads a year; two digits mean 1970 to 2069.
    private static func year(_ text: String) -> Int? {
        guard let number = digits(text, 2...4) else { return nil }
        switch text.utf8.count {
        case 2: return number < 70 ? 2000 + number : 1900 + number
        case 4: return number
        default: return nil
        }
    }

    /// Reads `GMT`, `+0300`, `EST` and the like, in seconds east of UTC.
    private static func zone(_ text: String) -> Int? {
        if let hours = namedZones[text.uppercased()] { return hours * 3_600 }
        var scan = DigitScanner(text)
        guard let offset = scan.offset(), scan.isAtEnd else { return nil }
        return offset
    }

    private static func digits(_ text: String, _ length: ClosedRange<Int>) -> Int? {
        guard length.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    private static let namedZones: [String: Int] = [
        "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
        "PST": -8, "PDT": -7, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "WET": 0, "WEST": 1,
    ]

    // MARK: Both

    private static func instant(
        _ day: (year: Int, month: Int, day: Int), _ time: (hour: Int, minute: Int, second: Int), _ offset: Int
    ) -> Instant? {
        guard let date = LocalDate(year: day.year, month: day.month, day: day.day), time.hour < 24, time.minute < 60,
            time.second < 61
        else { return nil }
        let secondOfDay = time.hour * 3_600 + time.minute * 60 + time.second
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64(secondOfDay - offset)
        let instant = Instant(milliseconds: seconds * 1_000)
        return Instant.range.contains(instant.milliseconds) ? instant : nil
    }
}

extension DigitScanner {
    fileprivate mutating func number(_ count: Int) -> Int? { digits(count).map(Int.init) }

    /// Skips any number of digits; returns that number.
    fileprivate mutating func skipDigits() -> Int {
        var count = 0
        while digits(1) != nil { count += 1 }
        return count
    }

    /// Reads `Z`, `+03:00`, `+0300` or `+03`, in seconds.
    fileprivate mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let sign: Int
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = number(2), hours <= 18 else { return nil }
        _ = take(":")
        if isAtEnd { return sign * hours * 3_600 }
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
