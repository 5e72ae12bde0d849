extension ZoneRule {
    /// Parses a POSIX `TZ` string with the extensions of RFC 9636; returns `nil` if it is malformed.
    ///
    /// The form is `std offset [dst [offset] [,start[/time],end[/time]]]`. A name has three or more letters or stands
    /// between `<` and `>`, an offset counts west of UTC, and a time ranges over ±167 hours.
    init?(_ text: ArraySlice<UInt8>) {
        var scan = Scanner(rest: text)
        guard let name = scan.name(), let west = scan.time(hours: 24) else { return nil }
        standard = ZoneTable.LocalType(offset: -west, abbreviation: name)
        guard !scan.isAtEnd else { return }

        guard let name = scan.name() else { return nil }
        var type = ZoneTable.LocalType(offset: standard.offset + 3600, abbreviation: name)
        if !scan.isAtEnd, !scan.isAtComma {
            guard let west = scan.time(hours: 24) else { return nil }
            type.offset = -west
        }
        if scan.isAtEnd {
            daylight = Daylight(type: type, start: Self.usualStart, end: Self.usualEnd)
            return
        }
        guard scan.take(","), let start = scan.change(), scan.take(","), let end = scan.change(), scan.isAtEnd else {
            return nil
        }
        daylight = Daylight(type: type, start: start, end: end)
    }

    /// The start for a string without dates: POSIX leaves it to the system, and systems use the rule of the USA.
    private static let usualStart = Change(day: .ofMonth(month: 3, week: 2, weekday: 0), time: 7200)
    private static let usualEnd = Change(day: .ofMonth(month: 11, week: 1, weekday: 0), time: 7200)

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        var isAtEnd: Bool { rest.isEmpty }
        var isAtComma: Bool { rest.first == UInt8(ascii: ",") }

        mutating func take(_ mark: Unicode.Scalar) -> Bool {
            guard let byte = rest.first, UInt32(byte) == mark.value else { return false }
            rest.removeFirst()
            return true
        }

        mutating func name() -> String? {
            let isQuoted = take("<")
            let name = rest.prefix { isQuoted ? TZif.isOfAbbreviation($0) : TZif.isLetter($0) }
            guard (3...TZif.longestAbbreviation).contains(name.count) else { return nil }
            rest = rest.dropFirst(name.count)
            guard !isQuoted || take(">") else { return nil }
            return String(decoding: name, as: UTF8.self)
        }

        /// Reads a number of one to three digits; returns `nil` if it is out of range.
        mutating func number(_ range: ClosedRange<Int64>) -> Int64? {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let value = digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            return range.contains(value) ? value : nil
        }

        /// Reads `[+|-]hh[:mm[:ss]]` as seconds.
        mutating func time(hours limit: Int64) -> Int64? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard let hours = number(0...limit) else { return nil }
            var seconds = hours * 3600
            if take(":") {
                guard let minutes = number(0...59) else { return nil }
                seconds += minutes * 60
                if take(":") {
                    guard let rest = number(0...59) else { return nil }
                    seconds += rest
                }
            }
            return isNegative ? -seconds : seconds
        }

        mutating func change() -> Change? {
            guard let day = day() else { return nil }
            guard take("/") else { return Change(day: day, time: 7200) }
            return time(hours: 167).map { Change(day: day, time: $0) }
        }

        private mutating func day() -> Day? {
            if take("J") { return number(1...365).map { .withoutLeapDay($0) } }
            if take("M") {
                guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                    let weekday = number(0...6)
                else { return nil }
                return .ofMonth(month: Int(month), week: week, weekday: weekday)
            }
            return number(0...365).map { .fromZero($0) }
        }
    }
}
