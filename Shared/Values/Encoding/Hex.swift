/// Bytes as hexadecimal digits in lower case.
public enum Hex {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes an even number of hexadecimal digits; returns `nil` for anything else.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns the eight digits of a number as ASCII bytes in a little-endian word.
    public static func digits(_ value: UInt32) -> UInt64 {
        // Each step doubles the distance between the halves until every nibble has its own byte.
        var nibbles = UInt64(value)
        nibbles = (nibbles << 16 | nibbles) & 0x0000_FFFF_0000_FFFF
        nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 0x27).byteSwapped
    }

    /// Returns the ASCII digit of the lowest four bits.
    public static func digit(_ nibble: UInt8) -> UInt8 {
        let value = nibble & 15
        return value < 10 ? 48 + value : 87 + value
    }

    /// Returns the value of an ASCII hexadecimal digit in either case; `nil` for any other byte.
    public static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 65...70: digit - 55
        case 97...102: digit - 87
        default: nil
        }
    }
}
