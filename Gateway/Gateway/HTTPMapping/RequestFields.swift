import Values

/// Conversion of header fields to members of `meta`.
enum RequestFields {
    /// The maximum length of `meta.locale`.
    static let maximumLocaleBytes = 35
    /// The maximum length of `meta.idempotencyKey`.
    static let maximumKeyBytes = 128

    /// Reads `Accept-Language`; returns it as sent if it is short enough, or else the best of our languages that it
    /// names, or `nil` if it is malformed.
    static func locale(_ field: String) -> [UInt8]? {
        var text: [UInt8] = []
        for byte in field.utf8 where byte != 0x20 && byte != 0x09 {
            guard isLocaleByte(byte) else { return nil }
            if text.count <= maximumLocaleBytes { text.append(byte) }
        }
        guard !text.isEmpty else { return nil }
        return text.count <= maximumLocaleBytes ? text : Array(Language(acceptLanguage: field).rawValue.utf8)
    }

    /// Reads `Idempotency-Key`: 1 to 128 printable ASCII characters other than quotes and backslashes, quoted or not.
    static func idempotencyKey(_ field: String) -> [UInt8]? {
        var text = Array(field.utf8)
        if text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") {
            text.removeFirst()
            text.removeLast()
        }
        let isPlain = text.allSatisfy {
            (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain && (1...maximumKeyBytes).contains(text.count) ? text : nil
    }

    /// Returns true for the characters of language ranges and their weights (RFC 9110 §12.5.4).
    private static func isLocaleByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="), UInt8(ascii: "."), UInt8(ascii: "*"):
            true
        default: false
        }
    }
}
