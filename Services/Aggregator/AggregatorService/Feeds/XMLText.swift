/// Converts XML and HTML text into plain text.
enum XMLText {
    /// The maximum number of bytes between `&` and `;`.
    private static let maximumReference = 10

    /// Returns the text with its character references replaced; other ampersands stay.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "&") {
                let name = bytes[(position + 1)...].prefix(maximumReference).prefix { $0 != UInt8(ascii: ";") }
                if name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";"),
                    let scalar = scalar(String(decoding: name, as: UTF8.self))
                {
                    result += Array(String(scalar).utf8)
                    position = name.endIndex + 1
                    continue
                }
            }
            result.append(bytes[position])
            position += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the text without HTML: tags and comments become spaces, references become their characters, and runs of
    /// white space become one space.
    ///
    /// - Parameter maximum: the maximum number of Unicode scalars; a longer text is cut at a word and ends with `…`.
    static func plain(_ text: String, maximum: Int) -> String {
        // Most feeds contain HTML as text, which was decoded once as XML and is decoded again here as HTML.
        let stripped = withoutTags(Array(text.utf8))
        var result = String.UnicodeScalarView()
        var length = 0
        for word in decoded(stripped[...]).split(whereSeparator: \.isWhitespace) {
            let scalars = word.unicodeScalars.filter { !isControl($0) }
            guard !scalars.isEmpty else { continue }
            // Leaves room for the ellipsis.
            if length + scalars.count + 2 > maximum {
                result.append("…")
                break
            }
            if length > 0 {
                result.append(" ")
                length += 1
            }
            result.append(contentsOf: scalars)
            length += scalars.count
        }
        return String(result)
    }

    /// Returns the bytes without the parts between `<` and `>`, if a letter, `/` or `!` follows the `<`.
    private static func withoutTags(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInTag = false
        for (index, byte) in bytes.enumerated() {
            if isInTag {
                if byte == UInt8(ascii: ">") {
                    isInTag = false
                    result.append(0x20)
                }
            } else if byte == UInt8(ascii: "<"), index + 1 < bytes.count, opensTag(bytes[index + 1]) {
                isInTag = true
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func opensTag(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "!")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        // Includes the marks that change the direction of text.
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
    }

    /// Returns the character of a reference, or `nil` for an unknown one.
    private static func scalar(_ name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            return UInt32(name.dropFirst(2), radix: 16).flatMap(allowed)
        }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(allowed) }
        return named[name]
    }

    private static func allowed(_ number: UInt32) -> Unicode.Scalar? {
        number == 0 ? nil : Unicode.Scalar(number)
    }

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "laquo": "«", "raquo": "»",
        "ndash": "–", "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "bdquo": "„", "shy": "\u{AD}", "copy": "©", "reg": "®", "deg": "°", "euro": "€", "pound": "£", "middot": "·",
        "bull": "•", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ouml": "ö", "uuml": "ü", "auml": "ä",
        "szlig": "ß", "ntilde": "ñ", "oacute": "ó", "aacute": "á", "iacute": "í", "uacute": "ú",
    ]
}
