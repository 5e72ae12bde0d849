import Contract

/// The lines of a calendar in the format of RFC 5545.
public struct CalendarText: Sendable {
    /// The maximum length of a line in bytes, without its end (§3.1).
    private static let longest = 75

    /// The size in bytes from which a calendar is full, so that the last event still fits into a ``RawResult``.
    private static let full = 650 * 1_024

    public private(set) var bytes: [UInt8] = []

    /// True if further events have to be left out.
    public var isFull: Bool { bytes.count >= Self.full }

    /// Begins a calendar, which programs read again every hour.
    ///
    /// - Parameters:
    ///   - product: the part of Vokol that writes it, in English.
    ///   - name: the name that programs show.
    public init(product: String, name: String) {
        add("BEGIN", "VCALENDAR")
        add("VERSION", "2.0")
        add("PRODID", "-//Vokol//\(product)//EN")
        add("CALSCALE", "GREGORIAN")
        add("NAME", text: name)
        add("X-WR-CALNAME", text: name)
        add("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
        add("X-PUBLISHED-TTL", "PT1H")
    }

    /// Appends a property whose value needs no escape.
    public mutating func add(_ name: String, _ value: String) { append("\(name):\(value)") }

    /// Appends a property with a text (§3.3.11); none for an empty one.
    public mutating func add(_ name: String, text: String) {
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
