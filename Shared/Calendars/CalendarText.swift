/// The lines of a calendar in the format of RFC 5545.
public struct CalendarText: Sendable {
    /// The maximum length of a line in bytes, without its end (§3.1).
    private static let longest = 75

    public private(set) var bytes: [UInt8] = []

    public init() {}

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
