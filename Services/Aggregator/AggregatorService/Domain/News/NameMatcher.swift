import Values

/// Finds names in texts, in all grammatical cases.
struct NameMatcher: Sendable, Equatable {
    /// The accepted forms of a word of a name.
    private struct Word: Equatable {
        /// The word and, if Cyrillic, its cases.
        var forms: Set<String>
        /// Adjectives and words for inhabitants, which may begin with a lower-case letter.
        var derived: Set<String> = []
        /// A prefix that up to eight more letters may follow.
        var beginning: String?
        var needsCapital: Bool
        /// True for an abbreviation such as US, which in lower case is a different word.
        var isAbbreviation = false

        func matches(_ word: NewsWord) -> Bool {
            if let beginning, word.folded.hasPrefix(beginning),
                word.folded.unicodeScalars.count - beginning.unicodeScalars.count <= NameMatcher.maximumExtra,
                word.isCapitalized || !needsCapital
            {
                return true
            }
            if forms.contains(word.folded) {
                return isAbbreviation ? word.isAllCapitals : word.isCapitalized || !needsCapital
            }
            return derived.contains(word.folded)
        }
    }

    private struct Name: Equatable {
        var words: [Word]
        /// True if the name is also a common word, which begins with a capital letter where a sentence begins.
        var isCommonWord = false

        /// Returns true if the name stands at `start`.
        func matches(_ text: [NewsWord], at start: Int) -> Bool {
            guard start + words.count <= text.count, zip(words, text[start...]).allSatisfy({ $0.matches($1) })
            else { return false }
            if isCommonWord, text[start].beginsSentence, !text[start].isPossessive { return false }
            let end = start + words.count
            let isStreet = end < text.count && NameMatcher.streets.contains { text[end].folded.hasPrefix($0) }
            return !isStreet || !words[0].derived.contains(text[start].folded)
        }
    }

    private static let maximumExtra = 8
    /// Names of places that are also common words, folded.
    private static let commonWords: Set<String> = [
        "bar", "bath", "cork", "deal", "hull", "lens", "male", "mobile", "nice", "of", "orange", "reading", "sale",
        "split", "tours", "береза", "бяроза", "ветка", "высокае", "высокое", "гарадок", "глубокое", "глыбокае", "горки",
        "городок", "искра", "круглае", "круглое", "мали", "масты", "мир", "мосты", "орел", "перу", "того", "чад",
    ]
    /// The beginnings of words that make an adjective the name of a street, in whatever town that is.
    private static let streets = ["шоссе", "шаш", "улиц", "вулиц", "проспект", "праспект", "переулок", "переулк"]

    private var names: [Name] = []
    /// Phrases whose words name something else.
    private var others: [Name] = []

    /// Parses names as people write them.
    ///
    /// Cyrillic names also match in their cases (Минск, Минске), as adjectives (минский) and as the inhabitants
    /// (минчане). A name with a trailing `*` is a prefix; written in lower case, it matches lower-case words too.
    ///
    /// - Parameter others: phrases that contain a name and mean something else, such as New Mexico.
    init(_ names: [String], others: [String] = []) {
        self.names = names.compactMap(Self.name)
        self.others = others.compactMap(Self.name)
    }

    private static func name(_ name: String) -> Name? {
        let isOpen = name.hasSuffix("*")
        let words = NewsWord.words(of: name)
        guard let first = words.first else { return nil }
        return Name(
            words: words.enumerated().map { index, word in
                // Inner words may be particles such as “de” and “на”.
                let isOuter = index == 0 || index == words.count - 1
                let needsCapital = isOuter && (!isOpen || first.isCapitalized)
                if isOpen, index == words.count - 1 {
                    return Word(forms: [], beginning: word.folded, needsCapital: needsCapital)
                }
                let isAbbreviation = word.isAllCapitals && (2...4).contains(word.folded.unicodeScalars.count)
                guard !isAbbreviation else {
                    return Word(forms: [word.folded], needsCapital: needsCapital, isAbbreviation: true)
                }
                var forms = NameForms.cases(of: word.folded)
                if index == words.count - 1 { forms.formUnion(NameForms.englishInhabitants(of: word.folded)) }
                return Word(
                    forms: forms, derived: words.count == 1 ? NameForms.derived(from: word.folded) : [],
                    needsCapital: needsCapital)
            }, isCommonWord: commonWords.contains(Folding.fold(name)))
    }

    /// Returns true if the words of a text contain one of the names.
    func matches(_ text: [NewsWord]) -> Bool {
        for start in text.indices {
            guard let name = names.first(where: { $0.matches(text, at: start) }) else { continue }
            if !standsForSomethingElse(start..<start + name.words.count, in: text) { return true }
        }
        return false
    }

    private func standsForSomethingElse(_ place: Range<Int>, in text: [NewsWord]) -> Bool {
        others.contains { other in
            (max(0, place.lowerBound - other.words.count + 1)..<place.upperBound).contains { start in
                other.matches(text, at: start)
            }
        }
    }
}
