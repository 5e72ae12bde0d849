import MuseumsContract
import Values

/// Finds the words of a query in names.
///
/// The database decides which museums match; this shows why, as far as it can be told from the words alone.
struct NameHighlighting: Sendable {
    /// The maximum number of parts of one name.
    static let maximumRanges = 12

    private struct Word {
        var text: String
        /// Empty for a word that is not Cyrillic.
        var stem: String
        var further: String?
        /// True if words that begin like this match, too.
        var isBeginning: Bool
    }

    private let words: [Word]
    /// True if parts of words match, too.
    private let isWithinWords: Bool

    init(_ query: SearchQuery, isWithinWords: Bool) {
        let last = query.words.count - 1
        words = query.words.enumerated().flatMap { place, spellings in
            spellings.flatMap { spelling in
                let parts = spelling.split(separator: " ").map(String.init)
                return parts.enumerated().map { index, text in
                    Word(
                        text: text, stem: Self.stem(of: text), further: WordForms.further(of: text),
                        isBeginning: place == last && index == parts.count - 1 && query.unfinished.contains(spelling))
                }
            }
        }
        self.isWithinWords = isWithinWords
    }

    /// Returns the parts of a name that match, in UTF-16 code units.
    func ranges(in name: String) -> [Range<Int>] {
        Array(NameWord.words(of: name).compactMap(range).prefix(Self.maximumRanges))
    }

    private func range(of word: NameWord) -> Range<Int>? {
        if words.contains(where: { isForm(word.folded, of: $0) }) { return word.range }
        // In a word that folding makes longer or shorter, letters have other places.
        let isPlain = word.folded.utf16.count == word.range.count
        for wanted in words where isWithinWords || wanted.isBeginning {
            guard let found = word.folded.firstRange(of: wanted.text) else { continue }
            let start = word.folded.utf16.distance(from: word.folded.startIndex, to: found.lowerBound)
            if start > 0, !isWithinWords { continue }
            guard isPlain else { return word.range }
            let length = word.folded.utf16.distance(from: found.lowerBound, to: found.upperBound)
            return word.range.lowerBound + start..<word.range.lowerBound + start + length
        }
        return nil
    }

    private func isForm(_ word: String, of wanted: Word) -> Bool {
        if word == wanted.text { return true }
        if wanted.stem.isEmpty {
            return Self.singular(word) == Self.singular(wanted.text)
        }
        if Self.stem(of: word) == wanted.stem { return true }
        if let further = wanted.further, Self.isEnding(word, after: further) { return true }
        return WordForms.further(of: word).map { Self.isEnding(wanted.text, after: $0) } ?? false
    }

    /// The longest ending of a form, in letters.
    private static let longestEnding = 3

    private static func isEnding(_ word: String, after stem: String) -> Bool {
        word.hasPrefix(stem) && word.unicodeScalars.count - stem.unicodeScalars.count <= longestEnding
    }

    /// Returns the stem of a Cyrillic word; empty if it is another word or too short.
    private static func stem(of word: String) -> String {
        guard TransliterationKey.isCyrillic(word) else { return "" }
        let stem = TransliterationKey.stem(of: TransliterationKey.key(of: word))
        return stem.utf8.count < 3 ? "" : stem
    }

    /// Returns an English word without the ending of the plural.
    private static func singular(_ word: String) -> Substring {
        if word.utf8.count > 4, word.hasSuffix("ies") { return word.dropLast(3) }
        if word.utf8.count > 3, word.hasSuffix("y") || word.hasSuffix("s"), !word.hasSuffix("ss") {
            return word.dropLast()
        }
        return word[...]
    }
}

/// A word of a name, folded, and its place.
struct NameWord: Equatable, Sendable {
    var folded: String
    /// In UTF-16 code units.
    var range: Range<Int>

    /// Returns the words of a name, as folding separates them.
    static func words(of name: String) -> [NameWord] {
        var words: [NameWord] = []
        var start = 0
        var text = ""
        var offset = 0
        func end() {
            let folded = Folding.fold(text)
            if !folded.isEmpty { words.append(NameWord(folded: folded, range: start..<start + text.utf16.count)) }
            text = ""
        }
        for character in name {
            if joinsWords(character) {
                if text.isEmpty { start = offset }
                text.append(character)
            } else {
                end()
            }
            offset += character.utf16.count
        }
        end()
        return words
    }

    /// Returns true if folding does not separate words at a character.
    private static func joinsWords(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
            return Folding.words(of: "a\(character)a").count == 1
        }
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x410...0x44F: return true
        case 0x20: return false
        default: return Folding.words(of: "a\(character)a").count == 1
        }
    }
}
