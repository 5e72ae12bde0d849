/// Finds what a word was probably meant to be.
enum Spelling {
    /// The most spellings that take one word's place.
    static let maximumAlternatives = 4

    /// A word of the catalogue.
    struct Known: Equatable, Sendable {
        var word: String
        /// How many museums have it in a name or as their city.
        var museums: Int
    }

    /// How many errors a word of so many letters may have: none up to 3 letters, one up to 7, then two.
    static func allowedErrors(length: Int) -> Int {
        switch length {
        case ..<4: 0
        case ..<8: 1
        default: 2
        }
    }

    /// The spellings to look for in the place of `typed`: itself if the catalogue knows it, else the nearest known
    /// words.
    ///
    /// - Parameters:
    ///   - candidates: known words that look alike.
    ///   - isUnfinished: whether `typed` may be the beginning of a word only.
    static func alternatives(for typed: String, among candidates: [Known], isUnfinished: Bool) -> [String] {
        let isKnown = candidates.contains { $0.word == typed || (isUnfinished && $0.word.hasPrefix(typed)) }
        if isKnown { return [typed] }
        let letters = Array(typed.unicodeScalars)
        let allowed = allowedErrors(length: letters.count)
        let near = candidates.compactMap { known -> (known: Known, errors: Int)? in
            let errors = errors(in: letters, meaning: Array(known.word.unicodeScalars), isUnfinished: isUnfinished)
            return errors <= allowed ? (known, errors) : nil
        }
        let best = near.sorted {
            ($0.errors, -$0.known.museums, $0.known.word) < ($1.errors, -$1.known.museums, $1.known.word)
        }
        return best.isEmpty ? [typed] : best.prefix(maximumAlternatives).map(\.known.word)
    }

    /// How many letters were left out, added, taken for others or swapped with their neighbour (Damerau-Levenshtein
    /// distance, no letter touched twice), counted in characters.
    ///
    /// Of an unfinished word the rest of `word` is free.
    static func errors(in typed: [Unicode.Scalar], meaning word: [Unicode.Scalar], isUnfinished: Bool) -> Int {
        var beforeLast = [Int](repeating: 0, count: word.count + 1)
        var last = Array(0...word.count)
        for row in typed.indices {
            var current = [row + 1]
            current.reserveCapacity(word.count + 1)
            for column in word.indices {
                var best = min(
                    last[column] + (typed[row] == word[column] ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, typed[row] == word[column - 1], typed[row - 1] == word[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        // A beginning may be cut short, but not so far that it matches anything.
        let ends = isUnfinished ? last.suffix(from: min(typed.count, word.count)) : last.suffix(1)
        return ends.min() ?? typed.count
    }
}
