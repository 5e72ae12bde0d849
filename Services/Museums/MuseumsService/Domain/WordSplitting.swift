/// Splits words that were run together: `navalmuseum` is `naval museum`.
enum WordSplitting {
    /// The length of words that are split, in letters.
    static let lengths = 6...40
    /// The length from which splitting a word takes as long as a search.
    static let expensiveLength = 15
    /// The maximum number of words of a query that are split.
    static let maximumWords = 3

    /// Returns the parts of a word that may be known words.
    static func parts(of word: String) -> [String] {
        let letters = Letters(word)
        guard lengths.contains(letters.count) else { return [] }
        var (parts, seen): ([String], Set<String>) = ([], [])
        for start in 0...letters.count - 3 {
            for end in start + 3...min(letters.count, start + maximumPart) where end - start < letters.count {
                let part = letters[start..<end]
                if seen.insert(part).inserted { parts.append(part) }
            }
        }
        return parts
    }

    /// Returns the best ways to split a word, each as words separated by spaces: those with the fewest words first,
    /// then those of the most common ones.
    ///
    /// - Parameters:
    ///   - museums: the number of museums with each known word.
    ///   - corrections: known words for parts with a typing error; a way has at most one of them.
    static func ways(
        to split: String, into museums: [String: Int], corrections: [String: [Spelling.KnownWord]] = [:], limit: Int = 3
    ) -> [String] {
        let letters = Letters(split)
        guard lengths.contains(letters.count) else { return [] }
        // The best ways to split the first letters of the word, by their number.
        var ways: [[Way]] = [[Way()]] + Array(repeating: [], count: letters.count)
        for end in 1...letters.count {
            var found: [Way] = []
            for start in max(0, end - maximumPart)..<end where end - start < letters.count && !ways[start].isEmpty {
                let part = letters[start..<end]
                if let count = count(of: part, among: museums) {
                    let isParticle = end - start < 3
                    found += ways[start].map { $0.adding(part, count: count, isParticle: isParticle) }
                }
                for known in corrections[part] ?? [] {
                    found += ways[start].filter { !$0.isCorrected }.map { $0.adding(corrected: known) }
                }
            }
            ways[end] = Array(found.sorted().prefix(limit))
        }
        return (ways.last ?? []).map { $0.words.joined(separator: " ") }
    }

    /// The number of museums with a known word up to which it may be a typing error of the catalogue.
    private static let rareMuseums = 1

    /// Returns the parts of a word that may be known words with a typing error, those between the fewest words first.
    ///
    /// They are those between parts that are known: in `navlmuseum` this is `navl`.
    static func gaps(in split: String, among museums: [String: Int], limit: Int = maximumGaps) -> [String] {
        let letters = Letters(split)
        guard lengths.contains(letters.count) else { return [] }
        let length = letters.count
        func isKnown(_ range: Range<Int>) -> Bool { count(of: letters[range], among: museums) != nil }
        // The least number of known words that the letters before a place are, and those after it.
        var wordsBefore = [Int?](repeating: nil, count: length + 1)
        var wordsAfter = wordsBefore
        wordsBefore[0] = 0
        wordsAfter[length] = 0
        // Looking up a part takes longer than the rest, so those that cannot count are not looked up.
        for end in 1...length {
            for start in max(0, end - maximumPart)..<end {
                guard let before = wordsBefore[start], before + 1 < wordsBefore[end] ?? .max else { continue }
                if isKnown(start..<end) { wordsBefore[end] = before + 1 }
            }
        }
        for start in (0..<length).reversed() {
            for end in start + 1...min(length, start + maximumPart) {
                guard let after = wordsAfter[end], after + 1 < wordsAfter[start] ?? .max else { continue }
                if isKnown(start..<end) { wordsAfter[start] = after + 1 }
            }
        }
        var gaps: [String: Int] = [:]
        for start in 0..<length {
            guard let before = wordsBefore[start] else { continue }
            for end in start + 1...length where gapLengths.contains(end - start) && end - start < length {
                guard let after = wordsAfter[end] else { continue }
                let gap = letters[start..<end]
                guard museums[gap] ?? 0 <= rareMuseums else { continue }
                gaps[gap] = min(gaps[gap] ?? .max, before + after)
            }
        }
        let best = gaps.sorted { ($0.value, $0.key.utf8.count, $0.key) < ($1.value, $1.key.utf8.count, $1.key) }
        return Array(best.map(\.key).prefix(limit))
    }

    /// The maximum length of a part, in letters.
    private static let maximumPart = 24
    /// The length of a part that may have a typing error, in letters: shorter ones are like too many words.
    private static let gapLengths = 4...maximumPart
    /// The maximum number of parts of a word that are corrected.
    static let maximumGaps = 16

    /// Returns the number of museums with a part; `nil` if it is no known word.
    private static func count(of part: String, among museums: [String: Int]) -> Int? {
        museums[part] ?? (particles.contains(part) ? 1 : nil)
    }

    private struct Way: Comparable {
        var words: [String] = []
        var particles = 0
        /// The number of museums with the rarest word.
        var rarest = Int.max
        /// True if one of the words was corrected.
        var isCorrected = false

        func adding(_ word: String, count: Int, isParticle: Bool) -> Way {
            Way(
                words: words + [word], particles: particles + (isParticle ? 1 : 0),
                rarest: isParticle ? rarest : min(rarest, count), isCorrected: isCorrected)
        }

        func adding(corrected known: Spelling.KnownWord) -> Way {
            var way = adding(known.word, count: known.museums, isParticle: false)
            way.isCorrected = true
            return way
        }

        static func < (left: Way, right: Way) -> Bool { left.rank < right.rank }

        /// An error counts as a word more, since short words that nobody meant make up most long ones.
        private var rank: (Int, Int, Int, Int, String) {
            let error = isCorrected ? 1 : 0
            return (words.count + error, error, particles, -rarest, words.joined(separator: " "))
        }
    }

    /// The letters of a word, of which parts are cut as fast as bytes are copied.
    private struct Letters {
        private let word: String
        /// The beginning of each letter, and the end of the last.
        private let places: [String.Index]

        init(_ word: String) {
            self.word = word
            places = word.unicodeScalars.indices + [word.endIndex]
        }

        var count: Int { places.count - 1 }

        subscript(range: Range<Int>) -> String {
            String(word.unicodeScalars[places[range.lowerBound]..<places[range.upperBound]])
        }
    }

    /// Words too short for the vocabulary that names are full of.
    private static let particles: Set<String> = [
        "of", "in", "at", "to", "on", "de", "la", "le", "du", "et", "st", "am", "im", "и", "в", "на", "по", "у", "а",
    ]
}
