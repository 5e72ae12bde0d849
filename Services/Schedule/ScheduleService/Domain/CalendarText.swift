import Values

/// The lines of a calendar in the format of RFC 5545.
struct CalendarText {
    /// The maximum length of a line in bytes, without its end (§3.1).
    private static let longest = 75

    private(set) var bytes: [UInt8] = []

    /// Appends a property whose value needs no escape.
    mutating func add(_ name: String, _ value: String) { append("\(name):\(value)") }

    /// Appends a property with a text (§3.3.11); none for an empty one.
    mutating func add(_ name: String, text: String) {
        guard !text.isEmpty else { return }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",":
                escaped.append("\\")
                escaped.unicodeScalars.append(scalar)
            case "\n": escaped.append("\\n")
            // Other control characters are not allowed.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: escaped.append(" ")
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        append("\(name):\(escaped)")
    }

    /// Appends a line, folded between characters: continuations begin with a space.
    private mutating func append(_ line: String) {
        var length = 0
        for scalar in line.unicodeScalars {
            let encoded = Array(String(scalar).utf8)
            if length + encoded.count > Self.longest {
                bytes += Array("\r\n ".utf8)
                length = 1
            }
            bytes += encoded
            length += encoded.count
        }
        bytes += Array("\r\n".utf8)
    }
}

/// Dates and times in the format of RFC 5545.
enum CalendarTime {
    /// Writes a day, such as `20260901`.
    static func date(_ date: LocalDate) -> String { date.description.filter { $0 != "-" } }

    /// Writes a local time, such as `20260901T090000`; minutes after midnight may go beyond the day.
    static func local(_ day: LocalDate, minute: Int) -> String {
        let date = date(day.advanced(byDays: minute / 1_440))
        return "\(date)T\(digits(minute % 1_440 / 60))\(digits(minute % 60))00"
    }

    /// Writes an instant in UTC, such as `20260901T060000Z`.
    static func utc(_ instant: Instant) -> String {
        let seconds = instant.milliseconds / 1_000
        let day = LocalDate(daysSince1970: Int(seconds / 86_400))
        let second = Int(seconds % 86_400)
        return "\(local(day, minute: second / 60).dropLast(2))\(digits(second % 60))Z"
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
