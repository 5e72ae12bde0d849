import Values

/// A word of an article: folded, with its original case.
struct NewsWord: Sendable, Equatable {
    var folded: String
    /// False if the word begins with a lower-case letter; true in scripts without case.
    var isCapitalized: Bool
    /// True if the word has no lower-case letter.
    var isAllCapitals: Bool

    /// Returns the words of a text, separated as ``Folding`` does.
    static func words(of text: String) -> [NewsWord] {
        text.unicodeScalars.split(whereSeparator: separates).flatMap { part in
            let letters = part.lazy.filter(\.properties.isAlphabetic)
            let isCapitalized = letters.first.map { !$0.properties.isLowercase } ?? false
            let isAllCapitals = isCapitalized && !letters.contains { $0.properties.isLowercase }
            return Folding.words(of: String(part)).map {
                NewsWord(folded: $0, isCapitalized: isCapitalized, isAllCapitals: isAllCapitals)
            }
        }
    }

    private static func separates(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x27, 0x60: false
        case ..<0x80: true
        default: !scalar.properties.isAlphabetic && Folding.fold("a\(scalar)a").contains(" ")
        }
    }
}

/// Finds names in texts, in all grammatical cases.
struct NameMatcher: Sendable, Equatable {
    /// The accepted forms of a word of a name.
    private struct Word: Equatable {
        /// The word and, if Cyrillic, its cases.
        var forms: Set<String>
        /// Adjectives, which may begin with a lower-case letter.
        var adjectives: Set<String> = []
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
            return adjectives.contains(word.folded)
        }
    }

    private static let maximumExtra = 8

    private var names: [[Word]] = []

    /// Parses names as people write them.
    ///
    /// Cyrillic names also match in their cases (Минск, Минске) and as adjectives (минский). A name with a trailing `*`
    /// is a prefix; written in lower case, it matches lower-case words too.
    init(_ names: [String]) {
        for name in names {
            let isOpen = name.hasSuffix("*")
            let words = NewsWord.words(of: name)
            guard let first = words.first else { continue }
            self.names.append(
                words.enumerated().map { index, word in
                    // Inner words may be particles such as “de” and “на”.
                    let isOuter = index == 0 || index == words.count - 1
                    let needsCapital = isOuter && (!isOpen || first.isCapitalized)
                    if isOpen, index == words.count - 1 {
                        return Word(forms: [], beginning: word.folded, needsCapital: needsCapital)
                    }
                    let isAbbreviation = word.isAllCapitals && (2...4).contains(word.folded.unicodeScalars.count)
                    return Word(
                        forms: isAbbreviation ? [word.folded] : RussianForms.cases(of: word.folded),
                        adjectives: words.count == 1 && !isAbbreviation
                            ? RussianForms.adjectives(of: word.folded) : [],
                        needsCapital: needsCapital, isAbbreviation: isAbbreviation)
                })
        }
    }

    /// Returns true if the words of a text contain one of the names.
    func matches(_ text: [NewsWord]) -> Bool {
        names.contains { name in
            guard text.count >= name.count else { return false }
            return (0...(text.count - name.count)).contains { start in
                zip(name, text[start...]).allSatisfy { $0.matches($1) }
            }
        }
    }
}

/// The names of a city and its country, by which articles about them are recognized.
struct NewsSubject: Sendable {
    var city: NameMatcher
    var country: NameMatcher
}

extension Country {
    /// The matcher of the country's names and words.
    var matcher: NameMatcher { NameMatcher([name.english, name.russian, name.belarusian] + words) }
}
