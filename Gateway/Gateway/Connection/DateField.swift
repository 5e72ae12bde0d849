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
            field = ByteBuffer(string: "Date: \(InternetDate.http(Instant(milliseconds: second * 1000)))\r\n")
        }
        return field
    }
}
