/// Makes names that sound the same the same, whichever letters they are written in.
///
/// `Нестеренков`, `нестеренков` and `Nesterenkov` all become `nesterenkov`; what the ways to write Russian in Latin
/// letters differ in (`kh` and `h`, `ya`, `ia` and `ja`, `y`, `i` and `j`, `shch` and `sch`) becomes one of them.
public enum NameSkeleton {
    /// The words of a text as UTF-8, in Latin letters and digits where they were Cyrillic or Latin.
    public static func words(of text: String) -> [[UInt8]] {
        Folding.words(of: text).compactMap { word in
            let latin = latin(word)
            return latin.isEmpty ? nil : reduced(latin)
        }
    }

    /// The words of a text as ``words(of:)`` has them, each with its letters one by one beside it where that differs.
    ///
    /// By these a name is found while it is being typed: `мари` begins `maria`, though `Мария` is `mara`.
    public static func forms(of text: String) -> [[[UInt8]]] {
        Folding.words(of: text).compactMap { word in
            let latin = latin(word)
            guard !latin.isEmpty else { return nil }
            let reduced = reduced(latin)
            return reduced == latin ? [reduced] : [reduced, latin]
        }
    }

    /// A folded word with Latin letters for Cyrillic ones.
    private static func latin(_ word: String) -> [UInt8] {
        word.unicodeScalars.flatMap { scalar in
            cyrillic.firstIndex(of: scalar).map { sounds[$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// Brings the ways to write a sound in Latin letters down to one.
    private static func reduced(_ word: [UInt8]) -> [UInt8] {
        // What one spelling leaves may be the beginning of another: `yja` is `ia`, as in `ыя`, and then `a`.
        var result = word
        while true {
            let next = reducedOnce(result)
            if next == result { return result }
            result = next
        }
    }

    /// Takes each spelling once: what it puts in is shorter, or holds letters for which there is no other spelling.
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

    /// Doubled letters count once; doubled digits do not.
    private static func append(_ sound: [UInt8], to result: inout [UInt8]) {
        if let first = sound.first, first >= UInt8(ascii: "a"), result.suffix(sound.count).elementsEqual(sound) {
            return
        }
        result += sound
    }

    /// By their first letter, the longer before the shorter.
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

    /// The letters that folding leaves of Cyrillic: it has taken those that Russian does not have to those that it has.
    private static let cyrillic = Array("абвгдежзийклмнопрстуфхцчшщъыьэюя".unicodeScalars)

    /// What each of ``cyrillic`` sounds like.
    private static let sounds: [[UInt8]] = [
        "a", "b", "v", "g", "d", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "h",
        "c", "ch", "sh", "sh", "", "i", "", "e", "u", "a",
    ].map { Array($0.utf8) }
}
