/// Scans the digits and separators of dates and times.
package struct DigitScanner {
    private var rest: Substring.UTF8View

    package init(_ text: String) { rest = text[...].utf8 }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    package mutating func digits(_ count: Int) -> Int64? {
        guard rest.count >= count else { return nil }
        var value: Int64 = 0
        for byte in rest.prefix(count) {
            guard byte >= 48, byte <= 57 else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        rest.removeFirst(count)
        return value
    }

    /// Scans a date written as `YYYY-MM-DD`; returns `nil` if it is malformed or does not exist.
    package mutating func date() -> CivilDate? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Scans 1 to 18 fractional digits and returns them as milliseconds.
    package mutating func fraction() -> Int64? {
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
