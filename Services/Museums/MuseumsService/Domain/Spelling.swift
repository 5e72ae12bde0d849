import TextFolding

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
        let allowed = Typing.allowedErrors(length: letters.count)
        let near = candidates.compactMap { known -> (known: Known, errors: Int)? in
            let errors = Typing.errors(
                in: letters, meaning: Array(known.word.unicodeScalars), isUnfinished: isUnfinished)
            return errors <= allowed ? (known, errors) : nil
        }
        let best = near.sorted {
            ($0.errors, -$0.known.museums, $0.known.word) < ($1.errors, -$1.known.museums, $1.known.word)
        }
        return best.isEmpty ? [typed] : best.prefix(maximumAlternatives).map(\.known.word)
    }
}
