/// Generates version 7 UUIDs (RFC 9562): 48 bits of milliseconds and 74 random bits, so that ids sort by time.
public enum UUIDv7 {
    /// Returns the text form, 36 characters in lower case.
    ///
    /// - Parameters:
    ///   - milliseconds: time since 1970; the lower 48 bits are used.
    ///   - generator: the source of the random bits.
    public static func make(milliseconds: Int64, using generator: inout some RandomNumberGenerator) -> String {
        let time = UInt64(bitPattern: milliseconds) & 0xFFFF_FFFF_FFFF
        let high = time << 16 | 0x7000 | generator.next() & 0x0FFF
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            let word = index < 8 ? high : low
            let byte = UInt8(truncatingIfNeeded: word >> UInt64((7 - index % 8) * 8))
            text.append(Hex.digit(byte >> 4))
            text.append(Hex.digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns true if the text consists of 8-4-4-4-12 hexadecimal digits.
    public static func isWellFormed(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count == 36 else { return false }
        for (index, byte) in bytes.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                if byte != UInt8(ascii: "-") { return false }
            } else if Hex.value(byte) == nil {
                return false
            }
        }
        return true
    }
}

/// A UUID, in lower case in answers.
public struct Identifier: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 36
    public static let maximumLength = 36
    public static let pattern: String? = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    public static let format: String? = "uuid"
    public static let exampleText = "019ab3c4-5d6e-7f80-9123-456789abcdef"
    public static let fieldName: UserText? = UserText("Id", ru: "Идентификатор", be: "Ідэнтыфікатар")
    public static func normalized(_ text: String) -> String { text.lowercased() }
    public static func fault(in text: String) -> ValueFault? {
        UUIDv7.isWellFormed(text) ? nil : .uuid
    }

    /// Creates an unguessable id that sorts by time: version 7, with random bits from the operating system.
    public static func make(at now: Instant) -> Identifier {
        var random = SystemRandomNumberGenerator()
        return Identifier(unchecked: UUIDv7.make(milliseconds: now.milliseconds, using: &random))
    }
}
