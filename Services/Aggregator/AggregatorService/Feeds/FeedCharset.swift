/// Brings a feed into UTF-8: national feeds are still written in the character sets of their systems.
enum FeedCharset {
    /// How far the XML declaration is looked for.
    private static let declarationBytes = 256

    /// The bytes in UTF-8, without a byte order mark; `nil` for a character set that is not known.
    static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        switch declared(in: bytes) {
        case nil, "utf-8", "utf8", "us-ascii", "ascii": return bytes
        case "windows-1251", "cp1251", "cp-1251": return converted(bytes, upper: windows1251)
        case "windows-1252", "cp1252", "iso-8859-1", "latin1", "iso8859-1":
            return converted(bytes, upper: windows1252)
        default: return nil
        }
    }

    /// The name after `encoding=` in the XML declaration, in lower case.
    private static func declared(in bytes: [UInt8]) -> String? {
        let head = bytes.prefix(declarationBytes)
        guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let declaration = String(decoding: head[..<end], as: UTF8.self)
        guard let name = declaration.firstRange(of: "encoding") else { return nil }
        // White space may stand on both sides of the sign.
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

    /// What stands for 0x80 to 0xFF; U+FFFD where nothing does.
    private static let windows1251: [Unicode.Scalar] = Array(
        ("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
            + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя").unicodeScalars)
    private static let windows1252: [Unicode.Scalar] = Array(
        ("€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
            + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ").unicodeScalars)
}
