import TextFolding

/// Makes names that sound the same the same, whichever letters they are written in.
///
/// `Нестеренков`, `нестеренков` and `Nesterenkov` all become `nesterenkov`; what the ways to write Russian in Latin
/// letters differ in (`kh` and `h`, `ya`, `ia` and `ja`, `y`, `i` and `j`, `shch` and `sch`) becomes one of them.
enum NameSkeleton {
    /// The words of a text, in Latin letters and digits where they were Cyrillic or Latin.
    static func words(of text: String) -> [String] {
        Folding.words(of: text).compactMap { word in
            let latin = word.reduce(into: "") { $0 += cyrillic[$1] ?? String($1) }
            return latin.isEmpty ? nil : reduced(latin)
        }
    }

    /// Brings the ways to write a sound in Latin letters down to one.
    private static func reduced(_ word: String) -> String {
        var rest = Substring(word)
        var result = ""
        while let letter = rest.first {
            if let known = spellings.first(where: { rest.hasPrefix($0.spelling) }) {
                rest = rest.dropFirst(known.spelling.count)
                append(known.sound, to: &result)
            } else {
                rest = rest.dropFirst()
                append(String(letter), to: &result)
            }
        }
        return result
    }

    /// Doubled letters count once; doubled digits do not.
    private static func append(_ sound: String, to result: inout String) {
        if sound == result.suffix(sound.count), sound.first?.isLetter == true { return }
        result += sound
    }

    private static let spellings: [(spelling: String, sound: String)] = [
        ("shch", "sh"), ("sch", "sh"), ("kh", "h"), ("ts", "c"), ("yu", "u"), ("iu", "u"), ("ju", "u"), ("ya", "a"),
        ("ia", "a"), ("ja", "a"), ("yo", "e"), ("jo", "e"), ("ye", "e"), ("je", "e"), ("iy", "i"), ("yi", "i"),
        ("y", "i"), ("j", "i"), ("w", "v"), ("x", "ks"), ("ph", "f"),
    ]

    /// Folding has taken the letters that Russian does not have to those that it has.
    private static let cyrillic: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "й": "i",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u",
        "ф": "f", "х": "h", "ц": "c", "ч": "ch", "ш": "sh", "щ": "sh", "ъ": "", "ы": "i", "ь": "", "э": "e",
        "ю": "u", "я": "a",
    ]
}
