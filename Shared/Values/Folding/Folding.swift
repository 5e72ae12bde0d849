/// Maps spellings that people consider equal to one form; used for stored texts and for queries.
///
/// The result consists of lower-case letters and digits, in words separated by single spaces:
///
/// - Latin letters lose their diacritics (`Kößlarn` → `kosslarn`, `Łódź` → `lodz`), Greek ones their accents;
/// - Cyrillic `ё` becomes `е`, Belarusian `ў` and `і` and Ukrainian `ї`, `є`, `ґ` become `у`, `и`, `и`, `е`, `г`;
///   `й` stays;
/// - apostrophes vanish (`аб’ект` → `абект`), hyphens and all other punctuation separate words;
/// - full-width forms, ligatures, superscripts and decomposed accents become their plain equivalents.
public enum Folding {
    /// Returns the folded form of `text`; empty if it has neither letters nor digits.
    ///
    /// The result has at most three times as many Unicode scalars as `text`.
    public static func fold(_ text: String) -> String {
        var folded = Folded()
        for scalar in text.unicodeScalars { folded.take(scalar) }
        return folded.text
    }

    /// Returns the words of the folded form.
    public static func words(of text: String) -> [String] {
        fold(text).split(separator: " ").map(String.init)
    }
}

/// Folded text, while it is being built.
private struct Folded {
    private(set) var text = ""
    private var isAtWordEnd = false
    private var last: Unicode.Scalar = " "

    mutating func take(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x61...0x7A, 0x30...0x39: append(scalar)
        case 0x41...0x5A: append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20))
        case 0x27, 0x60: break
        case 0..<0x80: isAtWordEnd = true
        case 0x430...0x44F: append(scalar)
        case 0x410...0x42F: append(Unicode.Scalar(scalar.value + 32) ?? scalar)
        default: takeUncommon(scalar)
        }
    }

    private mutating func takeUncommon(_ scalar: Unicode.Scalar) {
        if FoldingTables.dropped.contains(scalar.value) { return }
        if (0x300...0x36F).contains(scalar.value) { return combine(scalar) }
        if let letters = FoldingTables.replacement(for: scalar) {
            for letter in letters.unicodeScalars { append(letter) }
            return
        }
        // Letters and decimal digits of every other script, in lower case; also vowel signs, without which words of
        // some scripts would fall apart.
        let properties = scalar.properties
        guard properties.isAlphabetic || properties.numericType == .decimal else {
            isAtWordEnd = true
            return
        }
        for lower in properties.lowercaseMapping.unicodeScalars {
            if let letters = FoldingTables.replacement(for: lower) {
                for letter in letters.unicodeScalars { append(letter) }
            } else if !(0x300...0x36F).contains(lower.value) {
                append(lower)
            }
        }
    }

    /// Drops a combining mark, except the breve that turns `и` into `й`, which is a separate letter.
    private mutating func combine(_ mark: Unicode.Scalar) {
        guard mark.value == 0x306, last == "и", !isAtWordEnd else { return }
        text.unicodeScalars.removeLast()
        text.unicodeScalars.append("й")
        last = "й"
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if isAtWordEnd, !text.isEmpty { text.unicodeScalars.append(" ") }
        isAtWordEnd = false
        text.unicodeScalars.append(scalar)
        last = scalar
    }
}
