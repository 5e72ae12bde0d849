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
    /// True if nothing but spaces separates the word from the one before.
    var isJoined = false
    /// True after a comma or an opening parenthesis.
    var followsComma = false
    /// True after a hyphen without spaces.
    var followsHyphen = false
    /// The number of the quotation in which the word stands, in the order of the text.
    var quotation: Int?

    /// Returns the words of a text, separated as ``Folding`` does.
    ///
    /// The letters of an abbreviation with points, such as `U.S.`, are one word.
    static func words(of text: String) -> [NewsWord] {
        var words: [NewsWord] = []
        var part = String.UnicodeScalarView()
        var points = 0
        var gap = Gap()
        var quotations = Quotations()
        func end() {
            guard !part.isEmpty else { return }
            var found = self.words(ofPart: part, beginsSentence: gap.beginsSentence)
            if !found.isEmpty {
                found[0].isJoined = gap.isBlank
                found[0].followsComma = gap.hasComma
                found[0].followsHyphen = gap.isHyphen
                for index in found.indices { found[index].quotation = quotations.current }
                gap = Gap(beginsSentence: false)
            }
            words += found
            part.removeAll(keepingCapacity: true)
            points = 0
        }
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            let isWithin = next < scalars.endIndex && scalars[next].properties.isAlphabetic
            if Quotations.marks.contains(scalar), !isWithin || part.isEmpty {
                end()
                if quotations.mark(scalar, isBeforeLetter: isWithin) {
                    gap.isBlank = false
                    continue
                }
            }
            guard separates(scalar) else {
                part.append(scalar)
                continue
            }
            if scalar == ".", part.count == points + 1, isWithin {
                points += 1
                if points <= maximumPoints { continue }
            }
            // Only what precedes the next word decides whether that begins a sentence.
            end()
            gap.add(scalar)
        }
        end()
        if let open = quotations.current {
            for index in words.indices where words[index].quotation == open { words[index].quotation = nil }
        }
        return words
    }

    /// The characters between two words.
    private struct Gap {
        var beginsSentence = true
        var isBlank = true
        var hasComma = false
        var isHyphen = false

        mutating func add(_ scalar: Unicode.Scalar) {
            if sentenceMarks.contains(scalar) { beginsSentence = true }
            if scalar == "," || scalar == "(" { hasComma = true }
            isHyphen = isBlank && scalar == "-"
            if !scalar.properties.isWhitespace { isBlank = false }
        }
    }

    /// The quotations of a text; one within another belongs to it.
    private struct Quotations {
        private var count = 0
        private var end: Unicode.Scalar?
        /// The number of the open quotation.
        var current: Int? { end == nil ? nil : count }

        static let marks = Set("«»„“”\"‘’'".unicodeScalars)

        /// Reads a mark outside a word; returns false for one that neither opens nor closes a quotation.
        mutating func mark(_ scalar: Unicode.Scalar, isBeforeLetter: Bool) -> Bool {
            if let end {
                guard scalar == end || end == "”" && scalar == "“" else { return false }
                self.end = nil
                return true
            }
            guard isBeforeLetter else { return false }
            switch scalar {
            case "«": end = "»"
            case "„", "“": end = "”"
            case "‘": end = "’"
            case "\"", "'": end = scalar
            default: return false
            }
            count += 1
            return true
        }
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
