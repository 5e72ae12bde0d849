import Platform

/// An estimate of the guesses that an attacker needs for a password.
///
/// The attacker tries words, dates, walks over the keyboard and repetitions before anything else. The estimate covers
/// the password with such patterns so that the guesses are fewest; what no pattern covers is guessed by character. It
/// takes less than a millisecond for the longest password.
struct GuessEstimate: Sendable {
    /// The decimal logarithm of the guesses.
    let guesses: Double
    /// The pattern that covers most of the password.
    let weakness: PasswordWeakness

    /// The cost of each pattern, because the attacker does not know which ones follow each other.
    private static let orderGuesses = 0.3
    /// The maximum number of different characters of a password that counts as repetitive.
    private static let repetitiveCharacters = 4

    /// Estimates a password.
    ///
    /// - Parameter words: finds the words about its owner, too.
    init(of password: String, words: GuessWords) {
        let text = PasswordText(password)
        let letters = text.letters
        var patterns =
            words.find(in: text) + GuessPattern.sequences(in: letters) + GuessPattern.walks(in: letters)
            + GuessPattern.dates(in: letters)
        let characters = Self.characterGuesses(text)
        patterns += Self.repetitions(in: letters, patterns, characters)
        if let last = letters.indices.last, last > 0, Self.endings.contains(letters[last]) {
            patterns.append(GuessPattern(range: last..<last + 1, guesses: 0.4, weakness: .common))
        }
        let alphabet = Set(letters).count
        if !letters.isEmpty, alphabet <= Self.repetitiveCharacters {
            patterns.append(
                GuessPattern(
                    range: 0..<letters.count,
                    guesses: Double(alphabet) * 1.2 + Double(letters.count) * log10(Double(alphabet)),
                    weakness: .repetitive))
        }
        (guesses, weakness) = Self.cheapest(0..<letters.count, patterns, characters)
    }

    /// The characters that people add to a password that was refused.
    private static let endings = Set("!.?1*".unicodeScalars.map(\.value))

    /// The length from which letters look like a word, which may be on no list.
    private static let wordLength = 4

    /// Returns the decimal logarithms of the guesses for each character without a pattern.
    private static func characterGuesses(_ text: PasswordText) -> [Double] {
        let isLetter = text.letters.indices.map { isLowercaseLetter(text.letters[$0]) && !text.isUpper[$0] }
        var guesses: [Double] = []
        for (index, character) in text.letters.enumerated() {
            switch character {
            case _ where isLetter[index]:
                let before = isLetter[..<index].reversed().prefix(wordLength).prefix(while: \.self).count
                let after = isLetter[index...].prefix(wordLength).prefix(while: \.self).count
                guesses.append(before + after >= wordLength ? 1.0 : 1.3)
            case 32: guesses.append(0.5)
            case 48...57: guesses.append(1.0)
            case 0x2E80...: guesses.append(1.5)
            default: guesses.append(1.4)
            }
        }
        return guesses
    }

    /// Returns true for a letter of an alphabet; signs of Chinese and Japanese are worth more.
    private static func isLowercaseLetter(_ character: UInt32) -> Bool {
        switch character {
        case 97...122: true
        case 0..<0xAA, 0x2E80...: false
        default: true
        }
    }

    /// Finds repetitions: the whole costs as much as what is repeated, and a little.
    private static func repetitions(
        in letters: [UInt32], _ patterns: [GuessPattern], _ characters: [Double]
    ) -> [GuessPattern] {
        var found: [GuessPattern] = []
        for period in stride(from: 1, through: letters.count / 2, by: 1) {
            var start = 0
            while start + period < letters.count {
                var end = start + period
                while end < letters.count, letters[end] == letters[end - period] { end += 1 }
                let times = Double(end - start) / Double(period)
                if times >= (period == 1 ? 3 : 2) {
                    let once = cheapest(start..<start + period, patterns, characters).guesses
                    found.append(
                        GuessPattern(range: start..<end, guesses: once + log10(times), weakness: .repetitive))
                    start = end - period + 1
                } else {
                    start += 1
                }
            }
        }
        return found
    }

    /// Covers a part of the password at the least cost.
    private static func cheapest(
        _ part: Range<Int>, _ patterns: [GuessPattern], _ characters: [Double]
    ) -> (guesses: Double, weakness: PasswordWeakness) {
        var ending: [[GuessPattern]] = Array(repeating: [], count: part.count + 1)
        for pattern in patterns where part.lowerBound <= pattern.range.lowerBound {
            if pattern.range.upperBound <= part.upperBound {
                ending[pattern.range.upperBound - part.lowerBound].append(pattern)
            }
        }
        var best: [(guesses: Double, pattern: GuessPattern?)] = [(0, nil)]
        for end in 0..<part.count {
            var cheapest: (guesses: Double, pattern: GuessPattern?) = (
                best[end].guesses + characters[part.lowerBound + end], nil
            )
            for pattern in ending[end + 1] {
                let guesses = best[pattern.range.lowerBound - part.lowerBound].guesses + pattern.guesses + orderGuesses
                if guesses < cheapest.guesses { cheapest = (guesses, pattern) }
            }
            best.append(cheapest)
        }
        return (best[part.count].guesses, weakness(of: best, from: part.lowerBound))
    }

    /// Returns the pattern that covers most characters; `short` if none covers as many as are guessed by character.
    private static func weakness(
        of best: [(guesses: Double, pattern: GuessPattern?)], from start: Int
    ) -> PasswordWeakness {
        var covered: [PasswordWeakness: Int] = [:]
        var end = best.count - 1
        while end > 0 {
            guard let pattern = best[end].pattern else {
                covered[.short, default: 0] += 1
                end -= 1
                continue
            }
            covered[pattern.weakness, default: 0] += pattern.range.count
            end = pattern.range.lowerBound - start
        }
        // Of two that cover the same, the one that is listed later tells more.
        return PasswordWeakness.allCases.max { covered[$0, default: 0] < covered[$1, default: 0] } ?? .short
    }
}
