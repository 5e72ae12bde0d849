/// Reduces names that sound alike to one form, whatever alphabet they are written in.
///
/// `Нестеренков`, `нестеренков` and `Nesterenkov` all become `nesterenkov`. Different Latin transliterations of Russian
/// (`kh` and `h`; `ya`, `ia` and `ja`; `y`, `i` and `j`; `shch` and `sch`) are mapped to one.
public enum NameSkeleton {
    /// Returns the words of a text as UTF-8, with Cyrillic transliterated to Latin letters.
    public static func words(of text: String) -> [[UInt8]] {
        Folding.words(of: text).compactMap { word in
            let latin = latin(word)
            return latin.isEmpty ? nil : reduced(latin)
        }
    }

    /// Returns the words of a text like ``words(of:)``, each followed by its letter-by-letter form if that differs.
    ///
    /// The second form finds a name that is still being typed: `мари` begins `maria`, although `Мария` becomes `mara`.
    public static func forms(of text: String) -> [[[UInt8]]] {
        Folding.words(of: text).compactMap { word in
            let latin = latin(word)
            guard !latin.isEmpty else { return nil }
            let reduced = reduced(latin)
            return reduced == latin ? [reduced] : [reduced, latin]
        }
    }

    /// Transliterates a folded word from Cyrillic to Latin letters.
    private static func latin(_ word: String) -> [UInt8] {
        word.unicodeScalars.flatMap { scalar in
            cyrillic.firstIndex(of: scalar).map { sounds[$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// Maps the different Latin spellings of each sound to one.
    private static func reduced(_ word: [UInt8]) -> [UInt8] {
        // A replacement may complete another spelling: `yja` (for `ыя`) becomes `ia`, and then `a`.
        var result = word
        while true {
            let next = reducedOnce(result)
            if next == result { return result }
            result = next
        }
    }

    /// Replaces each spelling once; replacements are shorter, or contain letters that occur in no spelling.
    private static func reducedOnce(_ word: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(word.count)
        var rest = word[...]
        while let letter = rest.first {
            let known = spellings[letter]?.first { rest.starts(with: $0.spelling) }
            append(known?.sound ?? [letter], to: &result)
            rest = rest.dropFirst(known?.spelling.count ?? 1)
        }
        return result
    }

    /// Appends a sound; doubled letters are collapsed, doubled digits are not.
    private static func append(_ sound: [UInt8], to result: inout [UInt8]) {
        if let first = sound.first, first >= UInt8(ascii: "a"), result.suffix(sound.count).elementsEqual(sound) {
            return
        }
        result += sound
    }

    /// The spellings by first letter, longer ones before shorter ones.
    private static let spellings: [UInt8: [(spelling: [UInt8], sound: [UInt8])]] = {
        let pairs = [
            ("shch", "sh"), ("sch", "sh"), ("kh", "h"), ("ts", "c"), ("yu", "u"), ("iu", "u"), ("ju", "u"),
            ("ya", "a"), ("ia", "a"), ("ja", "a"), ("yo", "e"), ("jo", "e"), ("ye", "e"), ("je", "e"), ("ie", "e"),
            ("iya", "a"), ("iia", "a"), ("ija", "a"), ("iyu", "u"), ("iiu", "u"), ("iju", "u"), ("iye", "e"),
            ("iie", "e"), ("ije", "e"), ("iy", "i"), ("yi", "i"), ("y", "i"), ("j", "i"), ("w", "v"), ("x", "ks"),
            ("ph", "f"),
        ].map { (spelling: Array($0.0.utf8), sound: Array($0.1.utf8)) }
        let longestFirst = pairs.sorted { $0.spelling.count > $1.spelling.count }
        return Dictionary(grouping: longestFirst) { $0.spelling.first ?? 0 }
    }()

    /// The Russian alphabet without `ё`, which folding replaces with `е`.
    private static let cyrillic = Array("абвгдежзийклмнопрстуфхцчшщъыьэюя".unicodeScalars)

    /// The sound of each letter of ``cyrillic``.
    private static let sounds: [[UInt8]] = [
        "a", "b", "v", "g", "d", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "h",
        "c", "ch", "sh", "sh", "", "i", "", "e", "u", "a",
    ].map { Array($0.utf8) }
}
