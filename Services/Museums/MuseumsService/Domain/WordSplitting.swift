/// Splits words that were run together: `navalmuseum` is `naval museum`.
enum WordSplitting {
    /// The length of words that are split, in letters.
    static let lengths = 6...40

    /// Returns the parts of a word that may be known words.
    static func parts(of word: String) -> [String] {
        let letters = Array(word.unicodeScalars)
        guard lengths.contains(letters.count) else { return [] }
        var parts: Set<String> = []
        for start in 0...letters.count - 3 {
            for end in start + 3...letters.count where end - start < letters.count {
                parts.insert(text(letters[start..<end]))
            }
        }
        return parts.sorted()
    }

    /// Returns the best ways to split a word, each as words separated by spaces: those with the fewest words first,
    /// then those of the most common ones.
    ///
    /// - Parameter museums: the number of museums with each known word.
    static func ways(to split: String, into museums: [String: Int], limit: Int = 3) -> [String] {
        let letters = Array(split.unicodeScalars)
        guard lengths.contains(letters.count) else { return [] }
        // The best ways to split the first letters of the word, by their number.
        var ways: [[Way]] = [[Way()]] + letters.map { _ in [] }
        for end in letters.indices.map({ $0 + 1 }) {
            var found: [Way] = []
            for start in max(0, end - 24)..<end where end - start < letters.count && !ways[start].isEmpty {
                let part = text(letters[start..<end])
                guard let count = museums[part] ?? (particles.contains(part) ? 1 : nil) else { continue }
                let isParticle = end - start < 3
                found += ways[start].map { $0.adding(part, count: count, isParticle: isParticle) }
            }
            ways[end] = Array(found.sorted().prefix(limit))
        }
        return (ways.last ?? []).map { $0.words.joined(separator: " ") }
    }

    private struct Way: Comparable {
        var words: [String] = []
        var particles = 0
        /// The number of museums with the rarest word.
        var rarest = Int.max

        func adding(_ word: String, count: Int, isParticle: Bool) -> Way {
            Way(
                words: words + [word], particles: particles + (isParticle ? 1 : 0),
                rarest: isParticle ? rarest : min(rarest, count))
        }

        static func < (left: Way, right: Way) -> Bool {
            (left.words.count, left.particles, -left.rarest, left.words.joined(separator: " "))
                < (right.words.count, right.particles, -right.rarest, right.words.joined(separator: " "))
        }
    }

    private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(letters))
    }

    /// Words too short for the vocabulary that names are full of.
    private static let particles: Set<String> = [
        "of", "in", "at", "to", "on", "de", "la", "le", "du", "et", "st", "am", "im", "и", "в", "на", "по", "у", "а",
    ]
}
