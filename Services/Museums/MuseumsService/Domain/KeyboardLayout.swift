import Values

/// Texts typed while the keyboard was set to another alphabet: `vbhcrbq pfvjr` is `мирский замок`.
enum KeyboardLayout {
    /// Returns the words that the same keys make in the other alphabet; empty if there are none.
    ///
    /// A text with Cyrillic letters becomes Latin. Any other one becomes Russian, and Belarusian where that differs, so
    /// a word may have two spellings.
    static func words(ofKeysIn typed: String) -> [[String]] {
        let typed = typed.lowercased()
        if TransliterationKey.isCyrillic(typed) { return Folding.words(of: replacing(typed, toLatin)).map { [$0] } }
        let (russian, belarusian) = (
            Folding.words(of: replacing(typed, toRussian)), Folding.words(of: replacing(typed, toBelarusian))
        )
        guard russian.count == belarusian.count else { return russian.map { [$0] } }
        return zip(russian, belarusian).map { $0 == $1 ? [$0] : [$0, $1] }
    }

    private static func replacing(_ text: String, _ letters: [Character: Character]) -> String {
        String(text.map { letters[$0] ?? $0 })
    }

    private static let keys = Array("`qwertyuiop[]asdfghjkl;'zxcvbnm,.")
    /// The same keys with the shift key pressed.
    private static let shifted = Array("~qwertyuiop{}asdfghjkl:\"zxcvbnm<>")
    private static let russian = Array("ёйцукенгшщзхъфывапролджэячсмитьбю")
    private static let belarusian = Array("ёйцукенгшўзх'фывапролджэячсмітьбю")

    private static let toRussian = table(keys + shifted, russian + russian)
    private static let toBelarusian = table(keys + shifted, belarusian + belarusian)
    private static let toLatin = table(russian + belarusian, keys + keys)

    private static func table(_ from: [Character], _ to: [Character]) -> [Character: Character] {
        Dictionary(zip(from, to)) { first, _ in first }
    }
}
