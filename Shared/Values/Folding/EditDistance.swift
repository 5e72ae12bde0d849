/// The edit distance between a typed word and an intended one, in typing errors.
public enum EditDistance {
    /// Returns the number of errors tolerated in a word: none up to 3 letters, one up to 7 letters, then two.
    public static func allowedErrors(length: Int) -> Int {
        switch length {
        case ..<4: 0
        case ..<8: 1
        default: 2
        }
    }

    /// Counts omitted, added, replaced and transposed letters (optimal string alignment distance), in characters.
    ///
    /// If the typed word is unfinished, the missing rest of `word` does not count.
    public static func distance(from typed: [Unicode.Scalar], to word: [Unicode.Scalar], isUnfinished: Bool) -> Int {
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
        // The typed word may be cut short, but not so much that it matches every word.
        let ends = isUnfinished ? last.suffix(from: min(typed.count, word.count)) : last.suffix(1)
        return ends.min() ?? typed.count
    }
}
