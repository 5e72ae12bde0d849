/// Writes the digits and separators of dates and times.
struct DigitWriter {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    /// Makes a text of ASCII characters.
    ///
    /// - Parameter length: the maximum length of the text.
    static func text(ofLength length: Int, _ write: (inout DigitWriter) -> Void) -> String {
        // Interpolation takes ten times as long, and most answers contain several dates.
        String(unsafeUninitializedCapacity: length) { bytes in
            var writer = DigitWriter(bytes: bytes)
            write(&writer)
            return writer.count
        }
    }

    private init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func put(_ character: Unicode.Scalar) {
        bytes[count] = UInt8(ascii: character)
        count += 1
    }

    /// Writes ASCII characters.
    mutating func put(text: String) {
        for byte in text.utf8 {
            bytes[count] = byte
            count += 1
        }
    }

    /// Writes the last `digits` digits of a number, which must not be negative.
    mutating func put(_ number: Int64, digits: Int) {
        var rest = number
        for place in stride(from: count + digits - 1, through: count, by: -1) {
            bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }

    /// Writes a date as `YYYY-MM-DD`.
    mutating func put(_ date: CivilDate) {
        put(date.year, digits: 4)
        put("-")
        put(date.month, digits: 2)
        put("-")
        put(date.day, digits: 2)
    }

    /// Writes a time of day, in seconds, as `HH:MM:SS`.
    mutating func put(secondOfDay second: Int64) {
        put(second / 3600, digits: 2)
        put(":")
        put(second / 60 % 60, digits: 2)
        put(":")
        put(second % 60, digits: 2)
    }
}
