import Values

/// A word of an article: folded, with its original case.
struct NewsWord: Sendable, Equatable {
    /// The folded word, without a possessive `'s`.
    var folded: String
    /// False if the word begins with a lower-case letter; true in scripts without case.
    var isCapitalized: Bool
    /// True if the word has no lower-case letter.
    var isAllCapitals: Bool
    var isPossessive = false
    /// True for the first word of a text, and after punctuation that ends a sentence or introduces one.
    var beginsSentence = false

    /// Returns the words of a text, separated as ``Folding`` does.
    ///
    /// The letters of an abbreviation with points, such as `U.S.`, are one word.
    static func words(of text: String) -> [NewsWord] {
        var words: [NewsWord] = []
        var part = String.UnicodeScalarView()
        var points = 0
        var beginsSentence = true
        func end() {
            guard !part.isEmpty else { return }
            let found = self.words(ofPart: part, beginsSentence: beginsSentence)
            words += found
            if !found.isEmpty { beginsSentence = false }
            part.removeAll(keepingCapacity: true)
            points = 0
        }
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            guard separates(scalar) else {
                part.append(scalar)
                continue
            }
            let next = scalars.index(after: index)
            let isWithin = next < scalars.endIndex && scalars[next].properties.isAlphabetic
            if scalar == ".", part.count == points + 1, isWithin {
                points += 1
                if points <= maximumPoints { continue }
            }
            // Only what precedes the next word decides whether that begins a sentence.
            end()
            if sentenceMarks.contains(scalar) { beginsSentence = true }
        }
        end()
        return words
    }

    private static let maximumPoints = 5
    private static let sentenceMarks = Set(".!?:…\n".unicodeScalars)
    private static let apostrophes = Set("'’ʼ‘`´".unicodeScalars)

    private static func words(ofPart part: String.UnicodeScalarView, beginsSentence: Bool) -> [NewsWord] {
        var part = part
        let ending = part.suffix(2)
        let isPossessive =
            part.count > 2 && ending.first.map(apostrophes.contains) == true
            && (ending.last == "s" || ending.last == "S")
        if isPossessive { part.removeLast(2) }
        let letters = part.lazy.filter(\.properties.isAlphabetic)
        let isCapitalized = letters.first.map { !$0.properties.isLowercase } ?? false
        let isAllCapitals = isCapitalized && !letters.contains { $0.properties.isLowercase }
        return Folding.words(of: String(part)).map {
            NewsWord(
                folded: $0, isCapitalized: isCapitalized, isAllCapitals: isAllCapitals, isPossessive: isPossessive,
                beginsSentence: beginsSentence)
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
