/// Converts a feed to UTF-8: many national feeds still use older character sets.
enum FeedCharset {
    /// The number of bytes within which the XML declaration must end.
    private static let declarationBytes = 256

    private enum Charset {
        case utf8, utf16, windows1251, windows1252

        /// Reads the name of a character set.
        ///
        /// - Parameter name: the name in lower case.
        init?(_ name: String) {
            switch name {
            case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
            case "utf-16", "utf16", "utf-16le", "utf-16be": self = .utf16
            case "windows-1251", "cp1251", "cp-1251": self = .windows1251
            case "windows-1252", "cp1252", "iso-8859-1", "latin1", "iso8859-1": self = .windows1252
            default: return nil
            }
        }
    }

    /// Converts bytes to UTF-8 without a byte order mark; returns `nil` for an unknown character set.
    ///
    /// A byte order mark takes precedence over the character set of the response, and that over the XML declaration
    /// (RFC 7303), unless it is unknown or clearly wrong.
    ///
    /// - Parameter charset: the name from `Content-Type`, in lower case.
    static func utf8(_ bytes: [UInt8], charset: String? = nil) -> [UInt8]? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return fromUTF16(bytes) }
        if let charset = charset.flatMap(Charset.init), isPossible(charset, of: bytes) {
            return converted(bytes, from: charset)
        }
        guard let name = declared(in: bytes) else { return bytes }
        return Charset(name).flatMap { converted(bytes, from: $0) }
    }

    private static func isPossible(_ charset: Charset, of bytes: [UInt8]) -> Bool {
        switch charset {
        case .utf8: String(validating: bytes, as: UTF8.self) != nil
        // Without a mark the byte order is unknown.
        case .utf16: false
        case .windows1251, .windows1252: true
        }
    }

    private static func converted(_ bytes: [UInt8], from charset: Charset) -> [UInt8]? {
        switch charset {
        case .utf8: bytes
        case .utf16: nil
        case .windows1251: converted(bytes, upper: windows1251)
        case .windows1252: converted(bytes, upper: windows1252)
        }
    }

    /// Converts UTF-16.
    ///
    /// - Parameter bytes: the text with its byte order mark.
    private static func fromUTF16(_ bytes: [UInt8]) -> [UInt8] {
        let upper = bytes.first == 0xFE ? 0 : 1
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + upper]) << 8 | UInt16(bytes[$0 + 1 - upper])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Returns the name after `encoding=` in the XML declaration, in lower case.
    private static func declared(in bytes: [UInt8]) -> String? {
        let head = bytes.prefix(declarationBytes)
        guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let declaration = String(decoding: head[..<end], as: UTF8.self)
        guard let name = declaration.firstRange(of: "encoding") else { return nil }
        // White space may surround the equals sign.
        let sign = declaration[name.upperBound...].drop(while: \.isWhitespace)
        guard sign.first == "=" else { return nil }
        let value = sign.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        return value.prefix { $0 != "\"" && $0 != "'" && $0 != "?" }.lowercased()
    }

    private static func converted(_ bytes: [UInt8], upper: [Unicode.Scalar]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80])
        }
        return Array(String(text).utf8)
    }

    /// The characters of 0x80 to 0xFF; U+FFFD for unassigned ones.
    private static let windows1251: [Unicode.Scalar] = Array(
        ("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
            + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя").unicodeScalars)
    private static let windows1252: [Unicode.Scalar] = Array(
        ("€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
            + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ").unicodeScalars)
}
