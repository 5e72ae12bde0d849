/// Restores the usual case of names written in capitals.
enum TitleCase {
    /// Changes `U.S. SPACE & ROCKET CENTER` to `U.S. Space & Rocket Center`; keeps a text that has any lower-case
    /// letter.
    static func restored(_ text: String) -> String {
        if text.unicodeScalars.contains(where: \.properties.isLowercase) { return text }
        var result = ""
        var word = ""
        var previous: Character = " "
        func finish(before next: Character) {
            if !word.isEmpty {
                result += cased(word.lowercased(), after: previous, before: next, isFirst: result.isEmpty)
                previous = word.last ?? " "
            }
            word = ""
        }
        for character in text {
            if character.isLetter || isApostrophe(character) && !word.isEmpty {
                word.append(character)
            } else {
                finish(before: character)
                result.append(character)
                previous = character
            }
        }
        finish(before: " ")
        return result
    }

    /// Returns a lower-case word in its usual case, which depends on the characters around it.
    private static func cased(_ word: String, after: Character, before: Character, isFirst: Bool) -> String {
        if after.isNumber { return ordinalEndings.contains(word) ? word : word.uppercased() }
        if word.count == 1 || initialisms.contains(word) { return word.uppercased() }
        if word.allSatisfy({ "ivx".contains($0) }) { return word.uppercased() }
        if smallWords.contains(word), !isFirst, after == " " { return word }
        if !word.contains(where: { "aeiouy".contains($0) || !$0.isASCII }), (2...4).contains(word.count),
            !word.contains(where: isApostrophe), !abbreviations.contains(word), before != "."
        {
            return word.uppercased()
        }
        if word.hasPrefix("mc"), word.count > 3 { return "Mc" + capitalized(word.dropFirst(2)) }
        let parts = word.split(maxSplits: 1, whereSeparator: isApostrophe)
        // O'Brien and D'Arcy, but Children's.
        if let mark = word.first(where: isApostrophe), parts.count == 2, parts[0].count == 1, parts[1].count > 2 {
            return parts[0].uppercased() + String(mark) + capitalized(parts[1])
        }
        return capitalized(word[...])
    }

    private static func capitalized(_ word: Substring) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func isApostrophe(_ character: Character) -> Bool { character == "'" || character == "’" }

    private static let ordinalEndings: Set<String> = ["st", "nd", "rd", "th", "s"]
    private static let smallWords: Set<String> = [
        "and", "at", "by", "de", "del", "du", "for", "from", "in", "la", "of", "on", "or", "the", "to", "von", "with",
    ]
    /// The words that stay in capitals although they contain a vowel.
    private static let initialisms: Set<String> = [
        "afb", "dar", "iaia", "moca", "nasa", "ne", "po", "se", "ufo", "us", "usa", "usaf", "uscg", "usmc", "usn",
        "uss",
        "ymca", "ywca",
    ]
    /// The words without a vowel that are not initialisms.
    private static let abbreviations: Set<String> = [
        "bldg", "blvd", "brk", "bros", "ch", "cr", "ct", "ctr", "dr", "ft", "hwy", "jr", "ln", "mr", "mrs", "ms", "mt",
        "pkwy", "pl", "pt", "rd", "rt", "sq", "sr", "st", "ste", "str", "twp", "wm", "lynn", "schwartz",
    ]
}
