/// Forms of Russian and Belarusian words that the database's stemmer does not unify.
///
/// The stemmer removes endings but keeps vowels that only some forms have (замок, замка; дворец, дворцы; игрушек,
/// игрушка), and mistakes some nouns for verbs in the past tense (Купала, but not Купалы). The stem of such a word's
/// other forms is stored with the word and included in searches for it.
enum WordForms {
    /// Returns the stem of other forms of a folded word, or `nil` for most words, which the stemmer handles.
    ///
    /// Only common endings are known. A word without such forms (восток, была) gets a stem that does not exist, which
    /// does no harm.
    static func further(of word: String) -> String? {
        guard let last = word.unicodeScalars.last, last == "к" || last == "ц" || last == "а" || last == "й"
        else { return nil }
        let letters = Array(word.unicodeScalars)
        guard letters.count >= 5 else { return nil }
        let (before, vowel) = (letters[letters.count - 3], letters[letters.count - 2])
        func beginning(_ count: Int) -> String { String(String.UnicodeScalarView(letters.dropLast(count))) }
        switch (before, vowel, last) {
        case (let before, "о", "к") where consonants.contains(before): return beginning(2) + "к"
        // замак, рынак, малюнак; but not казак, рыбак.
        case ("м", "а", "к"), ("н", "а", "к"): return beginning(2) + "к"
        // игрушек, чашек, ложек; but not человек.
        case ("ж", "е", "к"), ("ч", "е", "к"), ("ш", "е", "к"): return beginning(2) + "к"
        // владелец, владельца.
        case ("л", "е", "ц"): return beginning(2) + "ьц"
        case (let before, "е", "ц") where consonants.contains(before): return beginning(2) + "ц"
        // музей, музея, музеем; юбилей.
        case (_, "е", "й"): return beginning(1)
        // Купала, Купалы; могила, могилы.
        case ("а", "л", "а"), ("я", "л", "а"), ("и", "л", "а"), ("ы", "л", "а"): return beginning(1)
        default: return nil
        }
    }

    /// Returns the further forms of all words of a folded text.
    static func further(ofWordsIn text: String) -> [String] {
        text.split(separator: " ").compactMap { further(of: String($0)) }
    }

    /// Returns the beginning that most forms of a folded word share.
    ///
    /// A short word, or one that mixes alphabets, has no other forms and is returned whole.
    static func beginning(of word: String) -> String {
        guard word.unicodeScalars.count > 5, !TransliterationKey.isMixed(word) else { return word }
        // Endings of words in Latin letters are shorter: `museum`, `museums`, but `музея`, `музеями`.
        return String(word.dropLast(word.utf8.count == word.unicodeScalars.count ? 1 : 2))
    }

    private static let consonants = Set("бвгджзклмнпрстфхцчшщ".unicodeScalars)
}
