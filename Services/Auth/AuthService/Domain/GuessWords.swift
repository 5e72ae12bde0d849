import Values

/// Finds words in a password: common ones, and those about its owner.
struct GuessWords: Sendable {
    /// The longest word that is looked for; longer ones are found in parts.
    private static let longest = 20
    /// The characters at the start of a password that are searched for words, which bounds the work.
    private static let searched = 48
    /// The decimal logarithm of the guesses that find a word about the owner.
    private static let personalGuesses = 1.0
    /// The cost of a changed word: written backwards, with other characters, or on another keyboard.
    private static let changeGuesses = 0.3

    private let personal: Set<UInt64>

    /// - Parameter personal: words about the owner, in lower case.
    init(personal: [String]) {
        self.personal = Set(
            personal.flatMap(Transliteration.forms(of:)).map { WordHash(of: $0.unicodeScalars.map(\.value)).value })
    }

    func find(in text: PasswordText) -> [GuessPattern] {
        let letters = Array(text.letters.prefix(Self.searched))
        var patterns = find(in: letters, as: text, letters)
        var forms: [[UInt32]] = []
        for one: UInt32 in [105, 108] {
            forms.append(letters.map { $0 == 49 ? one : Keyboard.leet[$0] ?? $0 })
        }
        forms.append(letters.map { Keyboard.latin[$0] ?? $0 })
        forms.append(letters.map { Keyboard.cyrillic[$0] ?? $0 })
        var known: Set<[UInt32]> = [letters]
        for form in forms where known.insert(form).inserted { patterns += find(in: form, as: text, letters) }
        let reversed = Array(letters.reversed())
        if known.insert(reversed).inserted {
            patterns += find(in: reversed, as: text, reversed).map { pattern in
                var pattern = pattern
                pattern.range = letters.count - pattern.range.upperBound..<letters.count - pattern.range.lowerBound
                pattern.guesses += Self.changeGuesses
                return pattern
            }
        }
        return patterns
    }

    /// - Parameters:
    ///   - form: the characters in which words are looked up.
    ///   - letters: the characters for which `form` stands.
    private func find(in form: [UInt32], as text: PasswordText, _ letters: [UInt32]) -> [GuessPattern] {
        var patterns: [GuessPattern] = []
        for start in form.indices {
            var hash = WordHash()
            var changes = 0
            var isASCII = true
            for index in start..<min(form.count, start + Self.longest) {
                hash.add(form[index])
                isASCII = isASCII && form[index] < 128
                changes += form[index] == letters[index] ? 0 : 1
                let length = index + 1 - start
                guard length >= 3, let (guesses, weakness) = lookUp(hash, isASCII: isASCII, length: length) else {
                    continue
                }
                patterns.append(
                    GuessPattern(
                        range: start..<index + 1,
                        guesses: guesses + Self.caseGuesses(text.isUpper[start..<index + 1])
                            + (changes > 0 ? Self.changeGuesses : 0),
                        weakness: weakness))
            }
        }
        return patterns
    }

    private func lookUp(_ hash: WordHash, isASCII: Bool, length: Int) -> (Double, PasswordWeakness)? {
        let value = hash.value
        if personal.contains(value) { return (Self.personalGuesses, .personal) }
        if FrequentWords.places.contains(value) { return (FrequentWords.placeGuesses, .personal) }
        if FrequentWords.all.contains(value) { return (FrequentWords.guesses, .common) }
        guard isASCII, length >= 4 else { return nil }
        if length >= 8, FrequentPasswords.passwords.contains(hash) {
            return (FrequentPasswords.passwordGuesses, .common)
        }
        return FrequentPasswords.words.contains(hash) ? (FrequentPasswords.wordGuesses, .common) : nil
    }

    /// Returns what upper case adds: little at the beginning or throughout, more in between.
    private static func caseGuesses(_ isUpper: ArraySlice<Bool>) -> Double {
        let count = isUpper.count(where: \.self)
        if count == 0 { return 0 }
        if count == isUpper.count || (count == 1 && isUpper.first == true) { return 0.3 }
        return 0.3 * Double(min(count, isUpper.count - count) + 1)
    }
}
