import NIOCore
import Values

/// The `Date` field (RFC 9110 §5.6.7), formatted once per second.
struct DateField {
    private var second: Int64 = .min
    private var field = ByteBuffer()

    /// Returns the field with its line break.
    mutating func field(at now: Instant) -> ByteBuffer {
        let second = now.milliseconds / 1000
        if second != self.second {
            self.second = second
            field = ByteBuffer(string: "Date: \(Self.text(Instant(milliseconds: second * 1000)))\r\n")
        }
        return field
    }

    /// Returns a time such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ instant: Instant) -> String {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // The text is `1994-11-06T08:49:37Z`; the first of January 1970 was a Thursday.
        let text = Array(instant.description)
        func part(_ range: Range<Int>) -> String { String(text[range]) }
        let day = Int(instant.milliseconds / 86_400_000 % 7)
        let month = Int(part(5..<7)) ?? 1
        return
            "\(days[(day + 7) % 7]), \(part(8..<10)) \(months[(month + 11) % 12]) \(part(0..<4)) \(part(11..<19)) GMT"
    }
}
