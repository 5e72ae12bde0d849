/// Russian and Belarusian words that lose a vowel in most of their forms: замок, замка; дворец, дворцы; игрушек, игрушка.
///
/// The database's stemmer cuts endings off and leaves the vowel, so such forms get other stems. The word as its other
/// forms begin is stored beside it, and looked for beside it.
enum FleetingVowel {
    /// A folded word without the vowel before its last letter; `nil` if it has none that may go.
    ///
    /// Only common endings count. A word that keeps its vowel all the same (восток, востока) becomes one that does not
    /// exist, which does no harm.
    static func shortened(_ word: String) -> String? {
        guard let last = word.unicodeScalars.last, last == "к" || last == "ц" else { return nil }
        let letters = Array(word.unicodeScalars)
        guard letters.count >= 5 else { return nil }
        let vowel = letters[letters.count - 2]
        let before = letters[letters.count - 3]
        guard consonants.contains(before) else { return nil }
        let beginning = String(String.UnicodeScalarView(letters.dropLast(2)))
        switch (vowel, last) {
        case ("о", "к"): return beginning + "к"
        // замак, рынак, малюнак; but not казак, рыбак.
        case ("а", "к") where before == "м" || before == "н": return beginning + "к"
        // игрушек, чашек, ложек; but not человек.
        case ("е", "к") where before == "ж" || before == "ч" || before == "ш": return beginning + "к"
        // дворец, дворца; владелец, владельца.
        case ("е", "ц"): return beginning + (before == "л" ? "ьц" : "ц")
        default: return nil
        }
    }

    /// The shortened ones of the words of a folded text.
    static func shortened(wordsOf text: String) -> [String] {
        text.split(separator: " ").compactMap { shortened(String($0)) }
    }

    private static let consonants = Set("бвгджзклмнпрстфхцчшщ".unicodeScalars)
}
