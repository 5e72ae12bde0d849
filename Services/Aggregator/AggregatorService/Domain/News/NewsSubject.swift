import Values

/// A word of an article: folded, and how it was written.
struct NewsWord: Sendable, Equatable {
    var folded: String
    /// Whether it does not begin with a small letter; also where its script knows none.
    var isCapitalized: Bool
    /// Whether it holds no small letter at all.
    var isAllCapitals: Bool

    /// The words of a text, as ``Folding`` tells them apart.
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

/// Words by which a text is about something: names, which begin with a capital letter, in all their cases.
struct NameMatcher: Sendable, Equatable {
    /// What a word of a name may look like.
    private struct Word: Equatable {
        /// The word and, of a Cyrillic one, its cases.
        var forms: Set<String>
        /// Adjectives, which may begin with a small letter too.
        var adjectives: Set<String> = []
        /// Whether it may begin so, with up to eight letters more.
        var beginning: String?
        var needsCapital: Bool
        /// Whether it is an abbreviation, such as US, that would be a word of another meaning in small letters.
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

    /// - Parameter names: as people write them.
    ///
    ///   Cyrillic ones are also found in their cases (Минск, Минске) and as adjectives (минский). With a `*` at its end
    ///   a name is a beginning, and if it is written in small letters it is found in small letters too.
    init(_ names: [String]) {
        for name in names {
            let isOpen = name.hasSuffix("*")
            let words = NewsWord.words(of: name)
            guard let first = words.first else { continue }
            self.names.append(
                words.enumerated().map { index, word in
                    // Between the first and the last stand words such as “de” and “на”.
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

    /// Whether the words of a text hold one of the names.
    func matches(_ text: [NewsWord]) -> Bool {
        names.contains { name in
            guard text.count >= name.count else { return false }
            return (0...(text.count - name.count)).contains { start in
                zip(name, text[start...]).allSatisfy { $0.matches($1) }
            }
        }
    }
}

/// What news are looked for.
struct NewsSubject: Sendable {
    var city: NameMatcher
    var country: NameMatcher
}
