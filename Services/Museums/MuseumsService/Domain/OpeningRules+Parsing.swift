extension OpeningRules {
    /// Parses opening hours; returns `nil` unless every part is understood, since a part left out may be the one that
    /// says that the museum is closed.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        var rules: [Rule] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            var scanner = OpeningScanner(part)
            if scanner.isAtEnd {
                // Many statements end with a semicolon.
                guard part.endIndex == text.endIndex, !rules.isEmpty else { return nil }
                break
            }
            guard rules.count < Self.maximumRules, let rule = scanner.rule() else { return nil }
            rules.append(rule)
        }
        guard !rules.isEmpty else { return nil }
        self.rules = rules
    }
}

/// Reads one rule of opening hours.
private struct OpeningScanner {
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: Substring) {
        bytes = Array(text.utf8)
        skipSpaces()
    }

    var isAtEnd: Bool { place == bytes.count }

    /// Reads a rule up to the end; returns `nil` if anything is not understood.
    mutating func rule() -> OpeningRules.Rule? {
        var rule = OpeningRules.Rule()
        if take("24/7") {
            rule.spans = [OpeningRules.Span(start: 0, end: 1_440)]
            return isAtEnd ? rule : nil
        }
        var start = place
        if let first = season() {
            guard let seasons = list(first, { $0.season() }) else { return nil }
            rule.seasons = seasons
            _ = take(":")
        } else if place > start {
            return nil
        }
        start = place
        if let first = days() {
            guard let days = list(first, { $0.days() }) else { return nil }
            rule.weekdays = days.flatMap { $0 ?? [] }
            rule.isForHolidays = days.contains { $0 == nil }
            _ = take(":")
        } else if place > start {
            return nil
        }
        if take("off") || take("closed") { return isAtEnd ? rule : nil }
        guard let first = span(), let spans = list(first, { $0.span() }), isAtEnd else { return nil }
        rule.spans = spans
        return rule
    }

    /// Reads further elements after commas; `nil` if one is malformed, or there are too many.
    private mutating func list<Element>(
        _ first: Element, _ element: (inout OpeningScanner) -> Element?
    ) -> [Element]? {
        var all = [first]
        while take(",") {
            guard all.count < OpeningRules.maximumRanges, let next = element(&self) else { return nil }
            all.append(next)
        }
        return all
    }

    // MARK: Seasons

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    /// Reads `Apr`, `Apr-Oct`, `May 1`, `May 1-9` or `Dec 25-Jan 7`.
    private mutating func season() -> OpeningRules.Season? {
        guard let month = name(of: Self.months) else { return nil }
        guard let day = dayOfMonth(month) else {
            var last = month
            if take("-") {
                guard let next = name(of: Self.months) else { return nil }
                last = next
            }
            return OpeningRules.Season(first: month * 100 + 1, last: last * 100 + 31)
        }
        var (lastMonth, lastDay) = (month, day)
        if take("-") {
            let end = name(of: Self.months)
            lastMonth = end ?? month
            guard let next = dayOfMonth(lastMonth), end != nil || next >= day else { return nil }
            lastDay = next
        }
        return OpeningRules.Season(first: month * 100 + day, last: lastMonth * 100 + lastDay)
    }

    /// Reads a day of the month, but not the beginning of a time.
    private mutating func dayOfMonth(_ month: Int) -> Int? {
        let start = place
        guard let day = number(digits: 1...2), (1...Self.lengths[month - 1]).contains(day), !isNext(":") else {
            place = start
            return nil
        }
        return day
    }

    // MARK: Days

    private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// Reads `Mo`, `Mo-Fr`, `We[1,-1]` or `PH`; `.some(nil)` stands for public holidays.
    private mutating func days() -> [OpeningRules.WeekDay]?? {
        if take("PH") { return .some(nil) }
        guard let first = name(of: Self.weekdays) else { return nil }
        if take("[") {
            guard let occurrence = occurrence(), let all = list(occurrence, { $0.occurrence() }), take("]") else {
                return nil
            }
            return [OpeningRules.WeekDay(weekday: first, occurrences: all)]
        }
        guard take("-") else { return [OpeningRules.WeekDay(weekday: first)] }
        guard let last = name(of: Self.weekdays) else { return nil }
        let count = (last - first + 7) % 7
        return (0...count).map { OpeningRules.WeekDay(weekday: (first - 1 + $0) % 7 + 1) }
    }

    private mutating func occurrence() -> Int? {
        let isFromEnd = take("-")
        guard let number = number(digits: 1...1), (1...5).contains(number) else { return nil }
        return isFromEnd ? -number : number
    }

    // MARK: Times

    /// Reads `10:00-18:00`; an end before the start is on the next day.
    private mutating func span() -> OpeningRules.Span? {
        guard let start = time(maximum: 1_439), take("-"), let end = time(maximum: 2_880), start != end else {
            return nil
        }
        guard end < start else { return OpeningRules.Span(start: start, end: end) }
        return OpeningRules.Span(start: start, end: end + 1_440)
    }

    private mutating func time(maximum: Int) -> Int? {
        guard let hour = number(digits: 1...2), isNext(":") else { return nil }
        place += 1
        guard let minute = number(digits: 2...2), minute < 60, hour * 60 + minute <= maximum else { return nil }
        return hour * 60 + minute
    }

    // MARK: Bytes

    private func isNext(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    /// Skips a word or sign and the spaces after it, if it is next.
    private mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        let end = place + text.utf8.count
        // A word does not begin another one.
        if let last = text.utf8.last, Self.isLetter(last), end < bytes.count, Self.isLetter(bytes[end]) { return false }
        place = end
        skipSpaces()
        return true
    }

    /// Reads one of some names; returns its place from 1.
    private mutating func name(of names: [String]) -> Int? {
        names.indices.first { take(names[$0]) }.map { $0 + 1 }
    }

    private mutating func number(digits: ClosedRange<Int>) -> Int? {
        let found = bytes[place...].prefix { (48...57).contains($0) }
        guard digits.contains(found.count) else { return nil }
        place += found.count
        let value = found.reduce(0) { $0 * 10 + Int($1) - 48 }
        skipSpaces()
        return value
    }

    private mutating func skipSpaces() {
        while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
}
